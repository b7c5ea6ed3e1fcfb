package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
)

// stamp is the time of every file in a package, so that a package depends on its content alone.
var stamp = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// archive packs a folder, its name included, as the file's suffix says: .zip, or else .tar.gz. Zip files hold no links.
func archive(file, folder string) {
	f := must.Get(os.Create(file))
	defer f.Close()
	top := filepath.Dir(folder)
	if strings.HasSuffix(file, ".zip") {
		z := zip.NewWriter(f)
		zipFolder(z, folder, top)
		must.Do(z.Close())
	} else {
		packed := must.Get(gzip.NewWriterLevel(f, gzip.BestCompression))
		t := tar.NewWriter(packed)
		tarFolder(t, folder, top)
		must.Do(t.Close())
		must.Do(packed.Close())
	}
	must.Do(f.Close())
}

// flat makes a zip file of what is in a folder, without the folder's name.
func flat(file, folder string) {
	f := must.Get(os.Create(file))
	defer f.Close()
	z := zip.NewWriter(f)
	zipFolder(z, folder, folder)
	must.Do(z.Close())
	must.Do(f.Close())
}

func tarFolder(t *tar.Writer, folder, top string) {
	must.Do(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		must.Do(err)
		info := must.Get(entry.Info())
		link := ""
		if info.Mode()&fs.ModeSymlink != 0 {
			link = must.Get(os.Readlink(path))
		}
		header := must.Get(tar.FileInfoHeader(info, link))
		*header = tar.Header{Typeflag: header.Typeflag, Name: filepath.ToSlash(must.Get(filepath.Rel(top, path))), Linkname: link,
			Size: header.Size, Mode: mode(info), ModTime: stamp, Format: tar.FormatPAX}
		if entry.IsDir() {
			header.Name += "/"
		}
		must.Do(t.WriteHeader(header))
		if info.Mode().IsRegular() {
			must.Get(t.Write(must.Get(os.ReadFile(path))))
		}
		return nil
	}))
}

func zipFolder(z *zip.Writer, folder, top string) {
	must.Do(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		must.Do(err)
		if entry.IsDir() {
			return nil
		}
		header := &zip.FileHeader{Name: filepath.ToSlash(must.Get(filepath.Rel(top, path))), Method: zip.Deflate, Modified: stamp}
		header.SetMode(fs.FileMode(mode(must.Get(entry.Info()))))
		w := must.Get(z.CreateHeader(header))
		must.Get(w.Write(must.Get(os.ReadFile(path))))
		return nil
	}))
}

// mode is what a file may be used for, whoever made it.
func mode(info fs.FileInfo) int64 {
	if info.IsDir() || info.Mode()&0o100 != 0 || info.Mode()&fs.ModeSymlink != 0 {
		return 0o755
	}
	return 0o644
}

// unpack puts what is in a package into a folder.
func unpack(file, folder string) {
	if !strings.HasSuffix(file, "gz") {
		z := must.Get(zip.OpenReader(file))
		defer z.Close()
		must.Do(os.CopyFS(folder, z))
		return
	}
	f := must.Get(os.Open(file))
	defer f.Close()
	t := tar.NewReader(must.Get(gzip.NewReader(f)))
	for {
		header, err := t.Next()
		if err != nil {
			return // an archive that breaks off lacks a file that is looked for
		}
		path := filepath.Join(folder, filepath.FromSlash(header.Name))
		must.Do(os.MkdirAll(filepath.Dir(path), 0o755))
		switch header.Typeflag {
		case tar.TypeSymlink:
			must.Do(os.Symlink(header.Linkname, path))
		case tar.TypeReg:
			out := must.Get(os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, fs.FileMode(header.Mode)))
			must.Get(out.ReadFrom(t))
			must.Do(out.Close())
		}
	}
}

// copyTo copies a file, or a folder with what is in it, and makes the folder that it is for.
func copyTo(to, from string) {
	info := must.Get(os.Stat(from))
	if info.IsDir() {
		must.Do(os.CopyFS(to, os.DirFS(from)))
		return
	}
	put(to, must.Get(os.ReadFile(from)))
}

func put(path string, text []byte) {
	must.Do(os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(os.WriteFile(path, text, 0o644))
}

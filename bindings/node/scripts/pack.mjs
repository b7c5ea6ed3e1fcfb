// Makes the packages for publishing: `node scripts/pack.mjs OUT [PLATFORM=LIBRARY …]`
//
//   node scripts/pack.mjs ../../build/npm linux-x64=../../build/lib/libqikit.so
//
// OUT gets qikit-V.tgz and, for every platform named, qikit-PLATFORM-V.tgz with the library file.
// In a checkout the platform packages are folders beside the main one; the published main package
// depends on their exact version.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [out, ...libraries] = process.argv.slice(2);
if (out === undefined) {
  console.error("usage: node scripts/pack.mjs OUT [PLATFORM=LIBRARY …]");
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const stage = mkdtempSync(join(tmpdir(), "qikit-pack-"));
const folders = [join(stage, "main")];
try {
  for (const pair of libraries) {
    const [platform, library] = pair.split("=");
    const folder = join(stage, platform);
    cpSync(join(root, "platform", platform), folder, { recursive: true });
    const [file] = read(folder).files;
    copyFileSync(realpathSync(library), join(folder, file));
    folders.push(folder);
  }
  const [main] = folders;
  for (const file of ["dist", "index.mjs", "index.d.mts", "README.md", "package.json"]) {
    cpSync(join(root, file), join(main, file), { recursive: true });
  }
  const description = read(main);
  for (const name of Object.keys(description.optionalDependencies)) {
    description.optionalDependencies[name] = description.version;
  }
  delete description.scripts;
  delete description.devDependencies;
  writeFileSync(join(main, "package.json"), JSON.stringify(description, null, 2) + "\n");
  execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(out), ...folders], { stdio: ["ignore", "inherit", "inherit"] });
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function read(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

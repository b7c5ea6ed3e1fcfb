// Where the library file is found.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { LibraryError } from "./errors";
import { inLanguage } from "./language";

/** The file's name by operating system. */
const fileNames: Record<string, string> = {
  linux: "libqikit.so",
  darwin: "libqikit.dylib",
  win32: "qikit.dll",
};

/**
 * The path of the library file: the file that QIKIT_LIBRARY names, else the platform package
 * (`@qikit/linux-x64`), else build/lib of the checkout that this package is part of.
 *
 * @throws LibraryError with the platform and the places that were searched.
 * @internal
 */
export function libraryPath(): string {
  const named = process.env["QIKIT_LIBRARY"];
  if (named) {
    if (existsSync(named)) return named;
    throw new LibraryError(inLanguage(`qikit: QIKIT_LIBRARY names ${named}, which does not exist`, `qikit：QIKIT_LIBRARY 指定的 ${named} 不存在`));
  }
  const platform = `${process.platform}-${process.arch}`;
  const file = fileNames[process.platform];
  if (file === undefined) throw new LibraryError(inLanguage(`qikit: there is no library for ${platform}`, `qikit：没有适用于 ${platform} 的库`));

  const tried: string[] = [];
  for (const place of [packaged(platform, file), inCheckout(file)]) {
    if (place !== undefined && existsSync(place)) return place;
    tried.push(place ?? inLanguage(`package @qikit/${platform} (not installed)`, `包 @qikit/${platform}（未安装）`));
  }
  const missing = libc();
  const [mend, mendChinese] = missing === "" ? ["Install without --omit=optional, or let", "安装时请勿用 --omit=optional，或用"] : ["Let", "请用"];
  throw new LibraryError(
    inLanguage(
      `qikit: no library for ${platform}${missing}; looked for ${tried.join(" and ")}. ${mend} QIKIT_LIBRARY name the file`,
      `qikit：没有适用于 ${platform}${missing} 的库；找过 ${tried.join("、")}。${mendChinese} QIKIT_LIBRARY 指定库文件`,
    ),
  );
}

function packaged(platform: string, file: string): string | undefined {
  try {
    return join(dirname(require.resolve(`@qikit/${platform}/package.json`)), file);
  } catch {
    return undefined;
  }
}

/** The file of WebAssembly, which the package has; undefined in a checkout that was not built. @internal */
export function wasmPath(): string | undefined {
  const path = join(__dirname, "..", "web", "wasm", "qikit.wasm");
  return existsSync(path) ? path : undefined;
}

// dist/library.js lies three folders below the checkout: bindings/node/dist.
function inCheckout(file: string): string {
  return join(__dirname, "..", "..", "..", "build", "lib", file);
}

/** " (musl)" where the C library is not glibc, which the library needs on Linux. @internal */
export function libc(): string {
  if (process.platform !== "linux") return "";
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return report?.header?.glibcVersionRuntime ? "" : inLanguage(" (musl; the library needs glibc)", "（musl；库需要 glibc）");
}

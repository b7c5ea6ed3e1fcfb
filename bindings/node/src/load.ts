// How Node gets the library: the native one, or WebAssembly where that cannot be loaded.

import { isMainThread } from "node:worker_threads";
import { abiVersion, errVersion, prototypes } from "./abi";
import { LibraryError, VersionError } from "./errors";
import { inLanguage } from "./language";
import { libc, libraryPath, wasmPath } from "./library";
import type { Foreign, Functions, FunctionName } from "./native";
import { byWasm } from "./wasm/node";

// Only ES modules can import koffi's own types. These are the parts of it that we use.
interface Koffi {
  load(path: string): { func(name: string, result: string, parameters: string[]): Foreign };
}

/** The functions of the library. @internal */
export function load(): Functions {
  try {
    const path = libraryPath();
    return path.endsWith(".wasm") ? byWasm(path) : open(path);
  } catch (e) {
    const wasm = wasmPath();
    if (!(e instanceof LibraryError) || process.env["QIKIT_LIBRARY"] || wasm === undefined) throw e;
    const functions = byWasm(wasm);
    const instead = inLanguage(
      ". WebAssembly takes its place: boards, games, engines and reviews, slower and on one thread each",
      "。改用 WebAssembly：有棋盘、对局、引擎和复盘，较慢，各用一个线程",
    );
    process.emitWarning(e.message + instead, { code: "QIKIT_WASM" });
    return functions;
  }
}

/** Has a thread do something when it ends and leaves the process: a worker. Whether this is one. @internal */
export function atThreadEnd(act: () => void): boolean {
  if (!isMainThread) process.once("exit", act);
  return !isMainThread;
}

function open(path: string): Functions {
  const system = `${process.platform}-${process.arch}`;
  const loaded = {} as Functions;
  const missing: string[] = [];
  let library;
  try {
    library = (require("koffi") as Koffi).load(path);
  } catch (e) {
    const why = (e as Error).message;
    throw new LibraryError(
      inLanguage(
        `qikit: cannot load ${path} on ${system}${libc()}: ${why}; install the package @qikit/${system}`,
        `qikit：在 ${system}${libc()} 上无法装入 ${path}：${why}；请安装包 @qikit/${system}`,
      ),
    );
  }
  for (const [name, [result, ...parameters]] of Object.entries(prototypes)) {
    try {
      loaded[name as FunctionName] = library.func(name, result, [...parameters]);
    } catch {
      missing.push(name);
    }
  }
  if (missing.includes("qk_version")) {
    throw new LibraryError(
      inLanguage(`qikit: ${path} is no library of qikit; install the package @qikit/${system}`, `qikit：${path} 不是 qikit 的库；请安装包 @qikit/${system}`),
    );
  }
  if (missing.length > 0) {
    const version = loaded.qk_version() as string;
    throw versionError(
      `qikit: ${path} is version ${version} and lacks ${missing[0]}, which this package calls`,
      `qikit：${path} 的版本为 ${version}，没有本包要调用的 ${missing[0]}`,
    );
  }
  checkVersion(loaded.qk_abi_version() as number, path);
  return loaded;
}

/** Refuses a library of another major version, or of an earlier minor one. @internal */
export function checkVersion(found: number, path: string): void {
  if (found >>> 16 === abiVersion >>> 16 && (found & 0xffff) >= (abiVersion & 0xffff)) return;
  const show = (v: number) => `${v >>> 16}.${v & 0xffff}`;
  throw versionError(
    `qikit: ${path} speaks interface ${show(found)}, this package needs ${show(abiVersion)} or a later minor one`,
    `qikit：${path} 的接口版本为 ${show(found)}，本包需要 ${show(abiVersion)} 或更高的次版本`,
  );
}

function versionError(english: string, chinese: string): VersionError {
  const platform = `@qikit/${process.platform}-${process.arch}`;
  const what = inLanguage(`${english}; install qikit and ${platform} of one version`, `${chinese}；请安装同一版本的 qikit 和 ${platform}`);
  return new VersionError(what, errVersion, "QK_ERR_VERSION");
}

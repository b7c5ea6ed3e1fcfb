// How Node gets the library: the native one, or WebAssembly where that cannot be loaded.

import { abiVersion, errVersion, prototypes } from "./abi";
import { LibraryError, VersionError } from "./errors";
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
    process.emitWarning(`${e.message}. WebAssembly takes its place: boards, engines and reviews, slower and on one thread each`, {
      code: "QIKIT_WASM",
    });
    return functions;
  }
}

function open(path: string): Functions {
  const loaded = {} as Functions;
  try {
    const library = (require("koffi") as Koffi).load(path);
    for (const [name, [result, ...parameters]] of Object.entries(prototypes)) {
      loaded[name as FunctionName] = library.func(name, result, [...parameters]);
    }
  } catch (e) {
    throw new LibraryError(
      `qikit: cannot load ${path} on ${process.platform}-${process.arch}${libc()}: ${(e as Error).message}`,
    );
  }
  checkVersion(loaded.qk_abi_version() as number, path);
  return loaded;
}

/** Refuses a library of another major version, or of an earlier minor one. @internal */
export function checkVersion(found: number, path: string): void {
  if (found >>> 16 === abiVersion >>> 16 && (found & 0xffff) >= (abiVersion & 0xffff)) return;
  const show = (v: number) => `${v >>> 16}.${v & 0xffff}`;
  throw new VersionError(
    `qikit: ${path} speaks interface ${show(found)}, this package needs ${show(abiVersion)} or a later minor one`,
    errVersion,
    "QK_ERR_VERSION",
  );
}

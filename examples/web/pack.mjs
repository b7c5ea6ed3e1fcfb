// Makes the page: `node pack.mjs FOLDER` writes everything that a web server, or a host of static files, is to serve. The
// library is the package's: bindings/node/web, as ./build.sh build makes it.
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const library = join(here, "..", "..", "bindings", "node", "web");

/** Writes the page into a folder, which is made anew. */
export function pack(folder) {
  if (!existsSync(join(library, "wasm", "qikit.wasm"))) throw new Error("bindings/node/web is not built; run: ./build.sh build");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(here, "public"), folder, { recursive: true });
  cpSync(library, join(folder, "qikit"), { recursive: true });
  // Each game has a page of its own, which differs in its address and its title.
  const page = readFileSync(join(folder, "index.html"), "utf8");
  for (const [, game, name] of page.matchAll(/data-game="(\w+)">([^<]+)/g)) {
    writeFileSync(join(folder, `${game}.html`), page.replace("<title>qikit</title>", `<title>qikit: ${name}</title>`));
  }
  const files = readdirSync(folder, { recursive: true })
    .filter((file) => statSync(join(folder, file)).isFile() && file !== "sw.js")
    .map((file) => file.split(sep).join("/"))
    .sort();
  const sum = createHash("sha256");
  for (const file of files) sum.update(file).update(readFileSync(join(folder, file)));
  const named = { version: `qikit-${sum.digest("hex").slice(0, 16)}`, files: ["./", ...files] };
  writeFileSync(join(folder, "files.json"), JSON.stringify(named, null, 2) + "\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === undefined) {
    console.error("usage: node pack.mjs FOLDER");
    process.exit(2);
  }
  pack(process.argv[2]);
}

// Makes the packages for publishing: `node scripts/pack.mjs OUT [PLATFORM=LIBRARY …]`
//
//   node scripts/pack.mjs ../../build/npm linux-x64=../../build/lib/libqikit.so
//
// OUT gets qikit-V.tgz and, for every platform named, qikit-PLATFORM-V.tgz with the library file.
// In a checkout the platform packages are folders beside the main one; the published main package
// depends on their exact version. Each has the licence and the notices of what it links, those of this repository or the files
// of the folder that QIKIT_LICENCES names; the main one has the JSON Schemas.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const checkout = join(root, "..", "..");
const named = process.env.QIKIT_LICENCES;
const licences = named ? readdirSync(named).map((f) => join(named, f)) : ["LICENSE", "THIRD_PARTY_NOTICES.md"].map((f) => join(checkout, f));
const [out, ...libraries] = process.argv.slice(2);
if (out === undefined) {
  console.error("usage: node scripts/pack.mjs OUT [PLATFORM=LIBRARY …]");
  process.exit(2);
}
if (out === "--refuse") {
  console.error(
    "npm pack makes a package that depends on folders of this checkout; run: npm run build && " +
      "node scripts/pack.mjs OUT PLATFORM=LIBRARY, such as node scripts/pack.mjs ../../build/npm linux-x64=../../build/lib/libqikit.so",
  );
  process.exit(1);
}
if (!existsSync(join(root, "dist", "index.js"))) {
  console.error("dist/ is missing; run: npm run build");
  process.exit(1);
}
if (!existsSync(join(root, "web", "wasm", "qikit.wasm"))) {
  console.error("web/wasm/qikit.wasm is missing; run: ./build.sh build");
  process.exit(1);
}
mkdirSync(out, { recursive: true });
const stage = mkdtempSync(join(tmpdir(), "qikit-pack-"));
const folders = [join(stage, "main")];
try {
  for (const pair of libraries) {
    const [platform, library] = pair.split("=");
    const folder = join(stage, platform);
    cpSync(join(root, "platform", platform), folder, { recursive: true });
    const description = read(folder);
    const [file] = description.files;
    copyFileSync(realpathSync(library), join(folder, file));
    license(folder, description);
    folders.push(folder);
  }
  const [main] = folders;
  for (const file of ["dist", "web", "index.mjs", "index.d.mts", "README.md", "README.zh-CN.md", "package.json"]) {
    cpSync(join(root, file), join(main, file), { recursive: true });
  }
  cpSync(join(checkout, "include", "schema"), join(main, "schema"), { recursive: true });
  cpSync(join(checkout, "examples", "games"), join(main, "games"), { recursive: true });
  const description = read(main);
  for (const name of Object.keys(description.optionalDependencies)) {
    description.optionalDependencies[name] = description.version;
  }
  delete description.scripts;
  delete description.devDependencies;
  license(main, description);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(out), ...folders], { stdio: ["ignore", "inherit", "inherit"] });
} finally {
  rmSync(stage, { recursive: true, force: true });
}

// Adds the licence and the notices to a package and writes its description.
function license(folder, description) {
  for (const file of licences) {
    copyFileSync(file, join(folder, basename(file)));
    description.files.push(basename(file));
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify(description, null, 2) + "\n");
}

function read(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

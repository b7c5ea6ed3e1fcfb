// The package as a user gets it: packed, installed without a network, imported.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import * as esm from "../index.mjs";
import { checkout, inner, packageRoot, runProgram, smallBook, tempDir } from "./helpers.mjs";

const dir = tempDir();

test("import and require give the same module, and everything in it", () => {
  const cjs = createRequire(import.meta.url)("qikit");
  assert.deepEqual(Object.keys(esm).sort(), Object.keys(cjs).sort());
  for (const name of Object.keys(cjs)) assert.equal(esm[name], cjs[name], name);
});

test("the types accept what is right and refuse what is wrong", () => {
  execFileSync(process.execPath, [join(packageRoot, "node_modules", "typescript", "bin", "tsc"), "-p", join(packageRoot, "test")], {
    stdio: "pipe",
    encoding: "utf8",
  });
});

test("packed, installed without a network and used", async () => {
  const out = join(dir, "packages");
  const platform = `${process.platform}-${process.arch}`;
  execFileSync(process.execPath, [join(packageRoot, "scripts", "pack.mjs"), out, `${platform}=${inner("library").libraryPath()}`], { stdio: "pipe" });
  // koffi comes from the folder of this package: nothing is asked of a registry.
  const koffi = ["koffi", `@koromix/koffi-${platform}`].map((name) => join(packageRoot, "node_modules", name));
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", out, ...koffi], { stdio: "pipe" });
  const packages = readdirSync(out).map((f) => join(out, f));
  const main = packages.find((f) => /[/]qikit-\d/.test(f));
  console.log(`qikit.tgz has ${(statSync(main).size / 1024).toFixed(0)} KB`);
  writeFileSync(join(dir, "package.json"), "{}\n");
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", ...packages], { cwd: dir, stdio: "pipe" });

  const program = `
    import { Board } from "qikit";
    import { createRequire } from "node:module";
    const cjs = createRequire(import.meta.url)("qikit");
    console.log(cjs.Board === Board, await new Board("xiangqi").perft(2));`;
  const { QIKIT_LIBRARY: _, ...env } = process.env;
  const { status, stdout, stderr } = await runProgram(process.execPath, ["--input-type=module", "-e", program], { cwd: dir, env });
  assert.deepEqual([status, stdout], [0, "true 1920\n"], stderr);

  const installed = JSON.parse(readFileSync(join(dir, "node_modules", "qikit", "package.json"), "utf8"));
  for (const version of Object.values(installed.optionalDependencies)) assert.equal(version, installed.version);

  for (const name of ["qikit", `@qikit/${platform}`]) {
    for (const file of ["LICENSE", "THIRD_PARTY_NOTICES.md"]) {
      assert.equal(readFileSync(join(dir, "node_modules", name, file), "utf8"), readFileSync(join(checkout, file), "utf8"), `${name}/${file}`);
    }
  }
  const require = createRequire(join(dir, "index.js"));
  for (const file of readdirSync(join(checkout, "include", "schema"))) assert.ok(require(`qikit/schema/${file}`).title, file);
  for (const file of readdirSync(join(checkout, "examples", "games"))) {
    const installed = readFileSync(require.resolve(`qikit/games/${file}`), "utf8");
    assert.equal(installed, readFileSync(join(checkout, "examples", "games", file), "utf8"), file);
    if (/[.](pgn|sgf)$/.test(file)) assert.ok(esm.game.read(installed)[0].moves.length > 20, file);
  }
});

test("npm pack, which would make a package without a library, says what to do", () => {
  const packed = spawnSync("npm", ["pack", "--pack-destination", dir], { cwd: packageRoot, encoding: "utf8" });
  assert.notEqual(packed.status, 0);
  assert.match(packed.stderr, /node scripts\/pack\.mjs OUT PLATFORM=LIBRARY/);
});

test("the platform packages name their platform and the main package's version", () => {
  const main = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
  for (const name of readdirSync(join(packageRoot, "platform"))) {
    const description = JSON.parse(readFileSync(join(packageRoot, "platform", name, "package.json"), "utf8"));
    assert.equal(description.name, `@qikit/${name}`);
    assert.equal(description.version, main.version);
    assert.equal(`${description.os}-${description.cpu}`, name);
    assert.deepEqual(description.libc, name.startsWith("linux") ? ["glibc"] : undefined);
    assert.equal(main.optionalDependencies[`@qikit/${name}`], `file:platform/${name}`);
  }
});

test("the README's example runs", async () => {
  const readme = readFileSync(join(packageRoot, "README.md"), "utf8");
  const program = /```js\n([\s\S]*?)```/.exec(readme)[1];
  assert.ok(program.trim().split("\n").length <= 15, "15 lines");
  const script = join(packageRoot, "test", `readme-${process.pid}.tmp.mjs`);
  writeFileSync(script, program);
  try {
    const { status, stdout, stderr } = await runProgram(process.execPath, [script], { cwd: dir });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /\S/);
  } finally {
    rmSync(script);
  }
});

test("examples/node/samples.mjs reads a book", async () => {
  const path = join(dir, "samples.qkb");
  const job = esm.book.generate(smallBook(path));
  const { positions } = await job.wait();
  const { status, stdout, stderr } = await runProgram(process.execPath, [join(checkout, "examples", "node", "samples.mjs"), path]);
  assert.equal(status, 0, stderr);
  assert.equal(stdout.split("\n")[0], `samples ${positions}`);
});

test("examples/node/board.mjs prints the golden text", async () => {
  const { status, stdout, stderr } = await runProgram(process.execPath, [join(checkout, "examples", "node", "board.mjs")]);
  assert.equal(status, 0, stderr);
  assert.equal(stdout, readFileSync(join(checkout, "examples", "testdata", "board.golden"), "utf8"));
});

test("examples/node/ludo.mjs prints the golden text", async () => {
  const { status, stdout, stderr } = await runProgram(process.execPath, [join(checkout, "examples", "node", "ludo.mjs")]);
  assert.equal(status, 0, stderr);
  assert.equal(stdout, readFileSync(join(checkout, "examples", "testdata", "ludo.golden"), "utf8"));
});

test("examples/node/game.mjs prints the golden text", async () => {
  const { status, stdout, stderr } = await runProgram(process.execPath, [join(checkout, "examples", "node", "game.mjs")]);
  assert.equal(status, 0, stderr);
  assert.equal(stdout, readFileSync(join(checkout, "examples", "testdata", "game.golden"), "utf8"));
});

test("examples/node/book.mjs prints the golden text", async () => {
  const { status, stdout, stderr } = await runProgram(process.execPath, [join(checkout, "examples", "node", "book.mjs"), join(dir, "example.qkb")]);
  assert.equal(status, 0, stderr);
  const [first, ...rest] = stdout.split("\n");
  assert.equal(first, `qikit ${esm.runtime.version}`);
  assert.equal(rest.join("\n"), readFileSync(join(checkout, "examples", "testdata", "book.golden"), "utf8"));
});

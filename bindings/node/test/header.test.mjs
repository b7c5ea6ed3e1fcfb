// The header is the truth: every function, struct and status of it stands here too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { debug, runtime } from "../index.mjs";
import { checkout, inner } from "./helpers.mjs";

const header = readFileSync(join(checkout, "include", "qikit.h"), "utf8");
const code = header.replace(/\/\*[\s\S]*?\*\//g, " ");

const handles = ["qk_board", "qk_engine", "qk_job", "qk_book", "qk_review", "qk_sgcp_decoder", "qk_sgcp_client", "qk_gateway", "qk_samples", "qk_games"];

function koffiType(c, isResult) {
  const type = c.replace(/\s+/g, " ").trim();
  if (type === "qk_status") return "int32_t";
  if (type === "qk_str") return isResult ? "str" : "const void *";
  if (handles.includes(type)) return "uint64_t";
  if (/^qk_\w+_in$/.test(type)) return "const void *";
  if (/^(char|size_t|uint64_t|qk_\w+) \*$/.test(type)) return "void *";
  if (["uint32_t", "int32_t", "uint64_t", "size_t"].includes(type)) return type;
  throw new Error(`the test does not know the type "${type}"`);
}

function functionsOfHeader() {
  const found = {};
  for (const [, result, name, list] of code.matchAll(/QK_API\s+([\w\s]+?\**)\s*\b(qk_\w+)\(([^)]*)\)\s*;/g)) {
    const parameters = list.trim() === "void" ? [] : list.split(",").map((p) => /^(.*?)(\w+)$/.exec(p.trim())[1]);
    found[name] = [koffiType(result, true), ...parameters.map((p) => koffiType(p, false))];
  }
  return found;
}

test("every function of the header is declared as the header has it", () => {
  const expected = functionsOfHeader();
  assert.ok(Object.keys(expected).length >= 40, "the header was read");
  const declared = Object.fromEntries(Object.entries(inner("abi").prototypes).map(([k, v]) => [k, [...v]]));
  assert.deepEqual(declared, expected);
});

test("every function of the header is used by the binding", () => {
  // qk_job_wait would park a thread: waiting is polling here. The single getters are
  // what qk_board_report gives at once.
  const unused = ["qk_job_wait", "qk_board_position", "qk_board_side", "qk_board_moves", "qk_board_outcome"];
  const sources = ["board", "book", "columns", "engine", "game", "gateway", "handle", "job", "load", "native", "review", "runtime", "samples", "selfplay", "sgcp", "tables", "terminal", "train"]
    .map((f) => readFileSync(join(checkout, "bindings", "node", "src", `${f}.ts`), "utf8"))
    .join("\n");
  const missing = Object.keys(functionsOfHeader()).filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
  assert.deepEqual(missing.sort(), unused.sort());
});

const sizes = { uint32_t: 4, int32_t: 4, qk_status: 4, uint64_t: 8, double: 8, char: 1 };

function structOfHeader(name) {
  const body = new RegExp(`typedef struct ${name} \\{([\\s\\S]*?)\\} ${name};`).exec(code)[1];
  const offsets = {};
  let at = 0;
  let alignment = 1;
  for (const [, type, field, count] of body.matchAll(/(\w+)\s+(\w+)(?:\[(\d+)\])?\s*;/g)) {
    const size = sizes[type];
    alignment = Math.max(alignment, size);
    at = Math.ceil(at / size) * size;
    offsets[field] = at;
    at += size * Number(count ?? 1);
  }
  return { ...offsets, size: Math.ceil(at / alignment) * alignment };
}

test("structs lie in memory as the header has them", () => {
  const pairs = [
    ["qk_error", inner("abi").errorLayout],
    ["qk_outcome", inner("abi").outcomeLayout],
    ["qk_job_info", inner("abi").jobInfoLayout],
    ["qk_search_opts", inner("abi").searchOptsLayout],
    ["qk_runtime_opts", inner("abi").runtimeOptsLayout],
  ];
  for (const [name, layout] of pairs) {
    const expected = structOfHeader(name);
    for (const [field, offset] of Object.entries(layout)) {
      const inC = field.replace(/[A-Z]/g, (c) => "_" + c.toLowerCase());
      assert.equal(offset, expected[inC], `${name}.${inC}`);
    }
  }
});

test("the library agrees about the size of structs", () => {
  const native = inner("native").native();
  for (const [init, { size }] of [
    ["qk_search_opts_init", inner("abi").searchOptsLayout],
    ["qk_runtime_opts_init", inner("abi").runtimeOptsLayout],
  ]) {
    const struct = Buffer.alloc(size);
    struct.writeUInt32LE(size, 0);
    assert.equal(native[init](struct), 0);
    assert.equal(struct.readUInt32LE(0), size, init);
  }
});

test("every status has a class, named as the library names it", () => {
  const { statuses, errorFor, QikitError } = inner("errors");
  const defined = [...code.matchAll(/#define (QK_ERR_\w+) (\d+)/g)].map(([, name, n]) => [name, Number(n)]);
  assert.ok(defined.length >= 16);
  const kinds = new Set();
  for (const [name, n] of defined) {
    assert.equal(statuses[n]?.[0], name);
    assert.equal(debug.statusName(n), name);
    const error = errorFor(n, "text");
    assert.ok(error instanceof QikitError && error.constructor !== QikitError, name);
    assert.deepEqual([error.code, error.status, error.message, error.name], [name, n, "text", error.constructor.name]);
    kinds.add(error.constructor);
  }
  assert.equal(kinds.size, defined.length, "one class for one status");
  assert.equal(errorFor(77, "new").constructor, QikitError, "a status of a newer library");
});

test("the interface is the header's, another major or an older minor is refused", () => {
  const { abiVersion } = inner("abi");
  const { checkVersion } = inner("load");
  const { VersionError } = inner("errors");
  const wanted = Number(/#define QK_ABI_VERSION (0x[0-9a-f]+)u/i.exec(code)[1]);
  assert.equal(abiVersion, wanted);
  assert.equal(runtime.abi >>> 16, wanted >>> 16);
  assert.match(runtime.version, /^\d+\.\d+\.\d+/);
  checkVersion(wanted + 1, "a newer minor");
  assert.throws(() => checkVersion(wanted + 0x10000, "/x/lib.so"), (e) => e instanceof VersionError && /\/x\/lib\.so/.test(e.message));
  assert.throws(() => checkVersion(wanted - 1, "/x/lib.so"), VersionError);
});

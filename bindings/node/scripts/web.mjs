// Finishes web/, the package for browsers, Deno and Bun: their module takes the place of Node's, and imports name files.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..", "web");
for (const name of ["load", "library", "language", "wasm/node", "wasm/worker"]) rmSync(join(web, `${name}.js`), { force: true });
for (const file of readdirSync(web, { recursive: true })) {
  if (!file.endsWith(".js")) continue;
  const text = readFileSync(join(web, file), "utf8");
  const whole = text.replace(/((?:from|import) ")(\.\.?\/[\w./]+)"/g, (_, start, path) => `${start}${path === "./load" ? "./load.web" : path}.js"`);
  writeFileSync(join(web, file), whole);
}

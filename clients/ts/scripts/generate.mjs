// npm run generate: writes src/generated.ts anew. MADANG_SERVER names a
// built server; without it one is built.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { emit } from "./emit.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** generated is what src/generated.ts should hold. */
export function generated() {
  const [program, args] = process.env.MADANG_SERVER ? [process.env.MADANG_SERVER, []] : ["go", ["run", "./cmd/server"]];
  const asyncAPI = execFileSync(program, [...args, "schema"], { cwd: root, encoding: "utf8", maxBuffer: 16 << 20 });
  const openAPI = readFileSync(root + "docs/openapi/openapi.json", "utf8");
  return emit(JSON.parse(asyncAPI), JSON.parse(openAPI));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../src/generated.ts", import.meta.url), generated());
}

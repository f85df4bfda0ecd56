// npm test: builds the client, its tests and the server that they talk to, and runs them; npm run
// test:native those in React Native's engine. MADANG_SERVER names a server that is built already; arguments
// go to node --test.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));
const env = { ...process.env, MADANG_SERVER: process.env.MADANG_SERVER || here + "build/madang" };

function run(program, args, cwd = here) {
  const { status, error } = spawnSync(program, args, { cwd, env: { ...env, CGO_ENABLED: "0" }, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const tsc = [here + "node_modules/typescript/bin/tsc", "-p"];
rmSync(here + "build/test", { recursive: true, force: true });
run(process.execPath, [...tsc, "tsconfig.json"]);
run(process.execPath, ["scripts/native.mjs"]);
run(process.execPath, [...tsc, "test/tsconfig.json"]);
if (!process.env.MADANG_SERVER) run("go", ["build", "-o", env.MADANG_SERVER, "./cmd/server"], root);
const native = process.argv[2] === "native";
const folder = native ? "native/" : "build/test/";
const files = readdirSync(here + folder)
  .filter((f) => /\.test\.m?js$/.test(f))
  .map((f) => folder + f);
run(process.execPath, ["--test", "--test-concurrency=2", ...process.argv.slice(native ? 3 : 2), ...files]);

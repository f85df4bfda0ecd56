// All browser tests, three files at a time: most of what they do is to wait. The
// programs are built once, before.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./house.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(here)
  .filter((name) => name.endsWith(".test.mjs"))
  .map((name) => join(here, name));
const env = {
  ...process.env,
  MADANG_SERVER: process.env.MADANG_SERVER ?? build("./cmd/server"),
  MADANG_FILL: build("./web/e2e/fill"),
};
const { status } = spawnSync(
  process.execPath,
  ["--test", "--test-concurrency=3", "--test-timeout=900000", "--test-force-exit", ...files],
  { stdio: "inherit", env },
);
process.exit(status ?? 1);

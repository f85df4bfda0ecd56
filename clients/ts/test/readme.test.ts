import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { limit, Server } from "./server.js";

const here = fileURLToPath(new URL("../../", import.meta.url));

test("the example of README.md runs, as the package", async (t) => {
  const s = await Server.start(t);
  const code = /```js\n([\s\S]*?)```/.exec(readFileSync(here + "README.md", "utf8"))![1]!;
  assert.ok(code.split("\n").length <= 23, "about 20 lines");
  const dir = here + "build/readme/";
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir + "node_modules/@madang", { recursive: true });
  symlinkSync(here, dir + "node_modules/@madang/client");
  writeFileSync(dir + "example.mjs", code);
  const p = spawn(process.execPath, ["example.mjs"], { cwd: dir, env: { PATH: process.env.PATH, MADANG_URL: s.url } });
  t.after(() => p.kill());
  let out = "";
  for (const pipe of [p.stdout, p.stderr])
    pipe.on("data", (d) => {
      out += d;
    });
  const status = await limit(new Promise((resolve) => p.once("exit", resolve)), "the example's end");
  assert.equal(status, 0, out);
  assert.match(out, /status: open[\s\S]*completed [\s\S]*5%[\s\S]*status: stopped/, out);
});

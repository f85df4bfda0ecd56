import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../../", import.meta.url));

// What is published is what runs: the package is packed, unpacked where a user
// would have it, and taken by both of its entries and by a compiler.
test("the package as it is packed has all that its entries name", () => {
  const dir = here + "build/packed/",
    home = dir + "node_modules/@madang/client";
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: dir, encoding: "utf8" });
  // prepack has built it already, for these tests.
  run("npm", "pack", here, "--ignore-scripts", "--silent", "--pack-destination", dir);
  const tarball = readdirSync(dir).find((name) => name.endsWith(".tgz"));
  assert.ok(tarball);
  run("tar", "-xzf", tarball, "-C", home, "--strip-components=1");
  writeFileSync(dir + "use.mjs", 'import * as c from "@madang/client"; console.log(Object.keys(c).sort().join());');
  writeFileSync(
    dir + "use.cjs",
    'console.log(Object.keys(require("./node_modules/@madang/client/dist/native/index.js")).sort().join());',
  );
  writeFileSync(
    dir + "use.ts",
    'import { MadangClient, type Status } from "@madang/client"; export const s: Status = new MadangClient({ url: "http://x", sessionId: "s" }).status;',
  );
  const names = run(process.execPath, "use.mjs");
  assert.match(names, /MadangClient/);
  assert.equal(run(process.execPath, "use.cjs"), names);
  run(
    process.execPath,
    here + "node_modules/typescript/bin/tsc",
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--lib",
    "es2022,dom",
    "--module",
    "nodenext",
    "--moduleResolution",
    "nodenext",
    "use.ts",
  );
  const files = readdirSync(home, { recursive: true }).map(String);
  for (const wanted of [
    "dist/index.js",
    "dist/index.d.ts",
    "dist/native/index.js",
    "dist/native/package.json",
    "README.md",
  ])
    assert.ok(files.includes(wanted), wanted);
  assert.deepEqual(
    files.filter((f) => /test|node_modules|build\//.test(f)),
    [],
    "and nothing else",
  );
});

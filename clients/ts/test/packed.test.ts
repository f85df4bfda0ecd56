import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { main, Server } from "./server.js";

const here = fileURLToPath(new URL("../../", import.meta.url));

/** A folder far from this package, so that nothing of it is found by accident. */
function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), "madang-packed-"));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function run(cwd: string, env: Record<string, string>, program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: { ...process.env, ...env } });
  return stdout;
}

/** The package as it is published: made by npm pack of sources that nobody has built. */
async function pack(t: TestContext): Promise<string> {
  const root = folder(t),
    source = join(root, "clients/ts");
  mkdirSync(source, { recursive: true });
  for (const name of ["package.json", "tsconfig.json", "README.md", "src", "scripts"])
    cpSync(here + name, join(source, name), { recursive: true });
  cpSync(here + "../../LICENSE", join(root, "LICENSE"));
  symlinkSync(here + "node_modules", join(source, "node_modules"));
  // An npm that runs tests may tell those within it to run no scripts.
  await run(source, { npm_config_ignore_scripts: "false" }, "npm", "pack", "--silent", "--pack-destination", root);
  const tarball = readdirSync(root).find((name) => name.endsWith(".tgz"));
  assert.ok(tarball, "npm pack made no package");
  return join(root, tarball);
}

/** A project that has installed it, and nothing else but what Node 20 lacks. */
async function install(t: TestContext, tarball: string): Promise<string> {
  const dir = folder(t);
  writeFileSync(join(dir, "package.json"), '{"name": "app", "private": true}');
  await run(dir, {}, "npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball);
  symlinkSync(here + "node_modules/ws", join(dir, "node_modules/ws"));
  return dir;
}

const conversation = `
  const { session_id } = await new MadangRest({ url: process.env.URL }).startSession({ language: "ko" });
  const client = new MadangClient({ url: process.env.URL, sessionId: session_id, lastSeq: 0, WebSocket });
  client.connect();
  const end = await client.ask(process.env.QUERY);
  client.close();
  console.log(end.response.answer);`;

const typed = `import { MadangClient, type Status } from "@madang/client";
export const s: Status = new MadangClient({ url: "http://x", sessionId: "s" }).status;
// @ts-expect-error: the types are there, so this is seen
export const n: number = s;`;

test("the package as it is packed is installed, imported, compiled against and talks with the server", async (t) => {
  const dir = await install(t, await pack(t));
  const s = await Server.start(t);
  writeFileSync(
    join(dir, "use.mjs"),
    `import { MadangClient, MadangRest } from "@madang/client"; import { WebSocket } from "ws";${conversation}`,
  );
  writeFileSync(
    join(dir, "use.cjs"),
    `const { MadangClient, MadangRest } = require("@madang/client"); const { WebSocket } = require("ws"); (async () => {${conversation}})();`,
  );
  for (const program of ["use.mjs", "use.cjs"]) {
    const answer = await run(dir, { URL: s.url, QUERY: main }, process.execPath, program);
    assert.match(answer, /주택임대차보호법 제7조/, program);
  }
  writeFileSync(join(dir, "esm.mts"), typed);
  writeFileSync(join(dir, "cjs.cts"), typed);
  const tsc = [here + "node_modules/typescript/bin/tsc", "--ignoreConfig", "--noEmit", "--strict"];
  const how = ["--target", "es2022", "--lib", "es2022,dom", "--module", "node16", "--moduleResolution", "node16"];
  await run(dir, {}, process.execPath, ...tsc, ...how, "esm.mts", "cjs.cts").catch((e) => assert.fail(e.stdout));
  const home = join(dir, "node_modules/@madang/client");
  const files = readdirSync(home, { recursive: true }).map(String);
  for (const wanted of ["dist/index.js", "dist/index.d.ts", "dist/native/index.js", "README.md", "LICENSE"])
    assert.ok(files.includes(wanted), wanted);
  assert.deepEqual(
    files.filter((f) => /test|node_modules|build\/|scripts/.test(f)),
    [],
    "and nothing else",
  );
});

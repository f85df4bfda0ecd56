// The server under test: the program that MADANG_SERVER names, or one built of this repository.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
let binary = process.env.MADANG_SERVER;

function built() {
  if (!binary) {
    const dir = mkdtempSync(join(tmpdir(), "madang-contract-"));
    process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
    binary = join(dir, "madang");
    execFileSync("go", ["build", "-o", binary, "./cmd/server"], {
      cwd: root,
      env: { ...process.env, CGO_ENABLED: "0" },
      stdio: "inherit",
    });
  }
  return binary;
}

export async function start(t) {
  const dir = mkdtempSync(join(tmpdir(), "madang-contract-"));
  const server = { addr: "127.0.0.1:0" };
  let child, ended;
  server.again = async () => {
    child = spawn(
      built(),
      ["--addr", server.addr, "--log-format", "json", "--data-dir", dir, "--today", "2026-11-21", "--probe"],
      { cwd: dir, env: { PATH: process.env.PATH, HOME: dir }, stdio: ["ignore", "ignore", "pipe"] },
    );
    ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
    const log = [];
    server.addr = await within(
      new Promise((resolve, reject) => {
        createInterface({ input: child.stderr }).on("line", (line) => {
          log.push(line);
          if (line.includes('"madang is ready"')) resolve(JSON.parse(line).addr);
        });
        ended.then(() => reject(new Error("the server ended:\n" + log.join("\n"))));
      }),
      "the server",
      120_000,
    );
  };
  /** kill is kill -9, stop is SIGTERM; stop tells the exit code. */
  server.kill = () => {
    child.kill("SIGKILL");
    return ended;
  };
  server.stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  server.call = async (method, path, body) => {
    const res = await fetch(`http://${server.addr}${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: res.status, body: await res.json() };
  };
  server.session = async (body = {}) => (await server.call("POST", "/api/v1/chat/start", body)).body.session_id;
  t.after(async () => {
    await server.kill();
    rmSync(dir, { recursive: true, force: true });
  });
  await server.again();
  return server;
}

/** within fails a test that waits in vain. */
export function within(promise, what, ms = 60_000) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("waited in vain for " + what)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

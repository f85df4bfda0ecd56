import assert from "node:assert/strict";
import { test } from "node:test";
import { MadangClient, type Status, type StatusDetail } from "../src/index.js";
import { pause } from "../src/policy.js";
import { event, fake } from "./fake.js";
import { limit, watch, WebSocket } from "./server.js";

const back = [1001, 1011, 1012, 1013, 4000, 4001, 4002, 4003, 4004, 4005, 4123, 4499];
const away = [1000, 1002, 1003, 1007, 1009, 4500, 4501, 4502, 4503, 4506, 4507, 4777, 4999];

test("close codes decide by their range", async (t) => {
  await Promise.all(
    [...back, ...away].map(async (code) => {
      const s = await fake(t, async (c) => {
        await c.greet();
        if (c.number === 0) c.socket.close(code);
      });
      const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0 });
      if (back.includes(code)) {
        await c.until("resumed", 2);
        return;
      }
      await assert.rejects(
        limit(
          (async () => {
            for await (const _ of c.client);
          })(),
          `the end after ${code}`,
        ),
        { name: "ProtocolError", closeCode: code, recoverable: false },
      );
      assert.equal(c.client.status, "stopped", String(code));
      assert.equal(s.connections(), 1, String(code));
    }),
  );
});

test("a close without a code was meant", async (t) => {
  const s = await fake(t, async (c) => {
    await c.greet();
    c.socket.close();
  });
  const c = watch(t, { url: s.url, sessionId: "s" });
  await limit(
    new Promise<void>((resolve) =>
      c.client.on("status", (st) => {
        if (st === "stopped") resolve();
      }),
    ),
    "the stop",
  );
  assert.equal(s.connections(), 1);
});

test("why the client was sent away is told by its error", async (t) => {
  for (const [code, word] of [
    [4501, "unauthenticated"],
    [4503, "forbidden"],
    [4506, "forbidden"],
    [4507, "dismissed"],
    [1000, "dismissed"],
  ] as const) {
    const s = await fake(t, async (c) => {
      await c.receive("hello");
      c.socket.close(code, "no");
    });
    const c = watch(t, { url: s.url, sessionId: "s" });
    await assert.rejects(limit(c.client.query("x"), "the refusal"), { code: word, closeCode: code });
  }
});

/** paused is what the client says of the pause after each end. */
async function paused(
  t: Parameters<typeof fake>[0],
  script: Parameters<typeof fake>[1],
  pauses: number,
  random: number,
  status?: () => number,
): Promise<number[]> {
  const s = await fake(t, script, status);
  const client = new MadangClient({ url: s.url, sessionId: "s", lastSeq: 0, WebSocket, random: () => random });
  t.after(() => client.close());
  const seen: number[] = [];
  const done = new Promise<void>((resolve) =>
    client.on("status", (st: Status, d: StatusDetail) => {
      if (st === "waiting" && seen.push(d.retryInMs!) === pauses) resolve();
    }),
  );
  client.connect();
  await limit(done, `${pauses} pauses`, 60_000);
  client.close();
  return seen;
}

test("pauses grow, and those after 4008 and 4009 are longer", async (t) => {
  const closing = (code: number) => async (c: { greet(): Promise<unknown>; socket: { close(code: number): void } }) => {
    await c.greet();
    c.socket.close(code);
  };
  assert.deepEqual(await paused(t, closing(4002), 4, 0.1), [50, 100, 200, 400]);
  for (const code of [4008, 4009]) assert.deepEqual(await paused(t, closing(code), 1, 0.5), [4000]);
  for (const fate of ["return", "return-slowly"] as const) {
    const most = fate === "return" ? 30_000 : 62_000;
    for (let n = 0; n < 2000; n++) assert.ok(pause(fate, n, Math.random) <= most);
  }
  const jitter = new Set(Array.from({ length: 50 }, () => pause("return", 10, Math.random)));
  assert.ok(jitter.size > 25 && Math.min(...jitter) < 15_000, "full jitter");
});

test("news from the server makes the pauses short again", async (t) => {
  let seq = 0;
  const [first, second, third] = await paused(
    t,
    async (c) => {
      await c.receive("hello");
      c.send({ type: "connected", epoch: "e1", seq: seq + 1 }, event(++seq));
      c.socket.close(4001);
    },
    3,
    0.1,
  );
  assert.deepEqual([first, second, third], [50, 50, 50]);
});

test("the server says when to come back", async (t) => {
  const [ms] = await paused(
    t,
    async (c) => {
      await c.greet();
      c.send({ type: "server_draining", retry_after_ms: 5000 });
      c.socket.close(4001);
    },
    1,
    0,
  );
  assert.ok(ms! > 4000 && ms! <= 5000, String(ms));
  const [unavailable] = await paused(
    t,
    () => {},
    1,
    0,
    () => 503,
  );
  assert.ok(unavailable! > 6000 && unavailable! <= 7000, String(unavailable));
});

test("wake comes back at once, but not before the server wants it", async (t) => {
  const s = await fake(t, async (c) => {
    await c.greet();
    if (c.number === 0) c.socket.close(4001);
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, random: () => 0.999 });
  await limit(
    new Promise<void>((resolve) =>
      c.client.on("status", (st) => {
        if (st === "waiting") {
          c.client.wake();
          resolve();
        }
      }),
    ),
    "a pause",
  );
  await c.until("resumed", 2);
  const asked: StatusDetail[] = [];
  const draining = await fake(t, async (c) => {
    await c.greet();
    c.send({ type: "server_draining", retry_after_ms: 60_000 });
    c.socket.close(4001);
  });
  const d = watch(t, { url: draining.url, sessionId: "s", lastSeq: 0 });
  await limit(
    new Promise<void>((resolve) =>
      d.client.on("status", (st, detail) => {
        if (st === "waiting") {
          asked.push(detail);
          resolve();
        }
      }),
    ),
    "a pause",
  );
  d.client.wake();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(d.client.status, "waiting");
  assert.equal(draining.connections(), 1);
  assert.ok(asked[0]!.retryInMs! > 50_000);
});

test("refusals of the upgrade: a session that is gone and a sign-in that fails stop the client, the rest does not", async (t) => {
  for (const [status, code] of [
    [404, "session_not_found"],
    [401, "http_401"],
    [403, "http_403"],
  ] as const) {
    const s = await fake(
      t,
      () => {},
      () => status,
    );
    const c = watch(t, { url: s.url, sessionId: "a/b" });
    await assert.rejects(limit(c.client.query("x"), "the refusal"), { code, status });
    assert.deepEqual(s.asked, ["GET /api/v1/chat/a%2Fb"]);
  }
  let status = 500;
  const s = await fake(
    t,
    async (c) => {
      await c.greet();
    },
    () => status,
  );
  const c = watch(t, { url: s.url, sessionId: "s" });
  c.client.on("status", (st) => {
    if (st === "waiting") status = 200;
  });
  await c.until("resumed");
});

/** Refused closes before it opens, as a browser's does when an upgrade is refused. */
class Refused {
  readyState = 0;
  onopen: unknown = null;
  onmessage: unknown = null;
  onerror: unknown = null;
  onclose: ((e: { code: number; reason: string }) => void) | null = null;
  constructor() {
    setTimeout(() => this.onclose?.({ code: 1006, reason: "" }));
  }
  send() {}
  close() {}
}

/** told are the errors of a client that no WebSocket is let through to, until one of that code. */
async function told(fetch: typeof globalThis.fetch, code: string, t: Parameters<typeof fake>[0]): Promise<string> {
  const client = new MadangClient({
    url: "http://server.example",
    sessionId: "s",
    WebSocket: Refused as never,
    fetch,
    random: () => 0,
  });
  t.after(() => client.close());
  const end = new Promise<string>((resolve) =>
    client.on("status", (st: Status, d: StatusDetail) => {
      if (d.error?.code === code) resolve(st);
    }),
  );
  client.connect();
  return limit(end, code);
}

test("a refused origin is called so, and a refused upgrade", async (t) => {
  const readable = async () => new Response("{}", { headers: { "Content-Type": "application/json" } });
  assert.equal(await told(readable, "upgrade_refused", t), "waiting", "a proxy may be mended");
  Object.assign(globalThis, { location: { origin: "https://elsewhere.example" } });
  t.after(() => delete (globalThis as { location?: unknown }).location);
  // What the policy of origins hides can still be asked for.
  const hidden = (_: unknown, o?: RequestInit) =>
    o?.mode === "no-cors" ? readable() : Promise.reject(new TypeError("Failed to fetch"));
  assert.equal(await told(hidden as typeof fetch, "origin_refused", t), "stopped");
  const gone = () => Promise.reject(new TypeError("Failed to fetch"));
  assert.equal(await told(gone as typeof fetch, "offline", t), "waiting");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { MadangRest, nativeHints, type Status } from "../src/index.js";
import { event, fake } from "./fake.js";
import { Proxy } from "./proxy.js";
import { limit, main, Server, watch } from "./server.js";

test("ask is the question's own end, over lost connections", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const proxy = await Proxy.open(t, s.url, (f, _, connection) =>
    f.type === "ack" && connection === 0 ? "cut" : "pass",
  );
  const c = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 0 });
  const [first, second] = await limit(
    Promise.all([c.client.ask(main), c.client.ask("강남구 아파트 시세 알려줘")]),
    "the answers",
  );
  assert.match(first!.type === "final_response" ? first.response.answer! : "", /제7조/);
  const runs = await s.rest().runs(session_id);
  assert.deepEqual(
    runs.map((r) => r.id),
    [second!.run_id, first!.run_id],
  );
});

test("ask fails by the run's error, by the client's end and by its signal", async (t) => {
  const s = await fake(t, async (c) => {
    await c.greet();
    for (let seq = 1; ; seq++) {
      const q = await c.receive("query");
      c.ack(q, { run_id: q.query });
      if (q.query === "a")
        c.send({
          type: "error",
          seq,
          run_id: "a",
          event_id: `s.${seq}`,
          code: "internal",
          error: "x",
          message: "잠시 후 다시",
          recoverable: true,
        });
      if (q.query === "b") c.send(event(seq, "run_cancelled", { run_id: "b", response: { type: "cancelled" } }));
    }
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0 });
  await assert.rejects(limit(c.client.ask("a"), "the error"), { code: "internal", message: "잠시 후 다시" });
  assert.equal((await limit(c.client.ask("b"), "the end")).type, "run_cancelled");
  const controller = new AbortController();
  const given = c.client.ask("c", { signal: controller.signal });
  await c.until("ack", 3);
  controller.abort();
  await assert.rejects(limit(given, "the end"), { name: "ProtocolError", code: "aborted" });
  const closed = c.client.ask("d");
  await c.until("ack", 4);
  c.client.close();
  await assert.rejects(limit(closed, "the end"), { code: "closed" });
});

test("a query whose signal comes before it was sent is not sent", async (t) => {
  const seen: string[] = [];
  const s = await fake(t, async (c) => {
    await c.greet();
    for (;;) {
      const q = await c.receive("query");
      seen.push(q.query);
      c.ack(q);
    }
  });
  const proxy = await Proxy.open(t, s.url);
  proxy.down = true;
  const c = watch(t, { url: proxy.url, sessionId: "s", lastSeq: 0 });
  const controller = new AbortController();
  const back = c.client.query("taken back", { signal: controller.signal });
  const kept = c.client.query("kept");
  controller.abort();
  await assert.rejects(back, { code: "aborted" });
  await assert.rejects(c.client.query("too late", { signal: controller.signal }), { code: "aborted" });
  proxy.down = false;
  await limit(kept, "the ack");
  assert.deepEqual(seen, ["kept"]);
});

test("a signal ends calls over HTTP", async (t) => {
  const controller = new AbortController();
  const never: typeof fetch = (_, init) =>
    new Promise((_, reject) => {
      const gone = () => reject(new Error("gone"));
      if (init!.signal!.aborted) gone();
      init!.signal!.addEventListener("abort", gone);
    });
  const rest = new MadangRest({ url: "http://localhost", fetch: never, signal: controller.signal });
  const call = rest.health();
  controller.abort();
  await assert.rejects(limit(call, "the end"), { code: "aborted" });
  await assert.rejects(limit(rest.health(), "the end"), { code: "aborted" });
  await assert.rejects(new MadangRest({ url: "http://localhost", fetch: never, timeout: 10 }).health(), {
    code: "timeout",
  });
});

test("ids are made by who is given for that", async (t) => {
  let n = 0;
  const s = await fake(t, async (c) => {
    await c.greet();
    for (;;) c.ack(await c.receive("query"));
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, newId: () => `mine-${++n}` });
  assert.equal((await limit(c.client.query("x"), "the ack")).client_msg_id, "mine-1");
});

test("hints of React Native: the app in front and a new network bring the client back, bars of the signal don't", async (t) => {
  const app = new Set<(s: string) => void>(),
    net = new Set<(s: { type: string; isConnected: boolean | null }) => void>();
  const told: string[] = [];
  const leave = nativeHints(
    {
      addEventListener: (_, f) => {
        app.add(f);
        return { remove: () => app.delete(f) };
      },
    },
    {
      addEventListener: (f) => {
        net.add(f);
        return () => net.delete(f);
      },
    },
  )(
    () => told.push("good"),
    () => told.push("doubt"),
  );
  const shown = (s: string) => {
    for (const f of app) f(s);
  };
  const network = (type: string, isConnected: boolean | null) => {
    for (const f of net) f({ type, isConnected });
  };
  network("wifi", true);
  network("wifi", true);
  shown("background");
  shown("active");
  network("none", false);
  network("none", false);
  network("cellular", true);
  network("unknown", null);
  assert.deepEqual(told, ["good", "good", "doubt", "good", "good"]);
  leave();
  assert.equal(app.size + net.size, 0);
  const s = await fake(t, async (c) => {
    await c.greet();
    if (c.number === 0) c.socket.close(4001);
  });
  let good!: () => void,
    left = false;
  const c = watch(t, {
    url: s.url,
    sessionId: "s",
    lastSeq: 0,
    random: () => 0.999,
    hints: (g) => {
      good = g;
      return () => {
        left = true;
      };
    },
  });
  await limit(
    new Promise<void>((resolve) =>
      c.client.on("status", (st: Status) => {
        if (st === "waiting") {
          good();
          resolve();
        }
      }),
    ),
    "a pause",
  );
  await c.until("resumed", 2);
  c.client.close();
  assert.ok(left);
});

test("a connection that is older than its silence is left at once, as after a sleep", async (t) => {
  const s = await fake(t, async (c) => {
    await c.greet();
  });
  let good!: () => void;
  const c = watch(t, {
    url: s.url,
    sessionId: "s",
    lastSeq: 0,
    hints: (g) => {
      good = g;
      return () => {};
    },
  });
  await c.until("resumed");
  const now = Date.now;
  t.after(() => {
    Date.now = now;
  });
  Date.now = () => now() + 60_000; // 45 s of silence, 10 s for a sign of life, and more
  const reasons: string[] = [];
  c.client.on("status", (_, { error }) => {
    if (error) reasons.push(error.message);
  });
  good();
  assert.deepEqual(reasons, ["the app slept"]);
  await c.until("resumed", 2);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueueStore, SnapshotEvent, StoredQuery } from "../src/index.js";
import { event, fake } from "./fake.js";
import { limit, upTo, watch } from "./server.js";

test("what came before is dropped, and a hole is filled by coming back", async (t) => {
  const hellos: unknown[] = [];
  const s = await fake(t, async (c) => {
    const { last_seq, epoch } = await c.receive("hello");
    hellos.push([last_seq, epoch]);
    c.send({ type: "connected", epoch: "e1", seq: 5 });
    if (c.number === 0) c.send(event(1), event(1), event(2), event(1), event(4), event(5));
    else c.send(event(1), event(2), event(3), event(4), event(5), { type: "resumed", recovered: true, seq: 5 });
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0 });
  await c.until("resumed");
  assert.deepEqual(c.seqs(), upTo(5));
  assert.deepEqual(hellos, [[0, undefined], [2, "e1"]]);
});

test("a server that says that all was sent when it was not is asked again", async (t) => {
  const s = await fake(t, async (c) => {
    await c.receive("hello");
    c.send({ type: "connected", epoch: "e1", seq: 2 }, event(1));
    if (c.number > 0) c.send(event(2));
    c.send({ type: "resumed", recovered: true, seq: 2 });
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0 });
  await c.until("resumed");
  assert.deepEqual(c.seqs(), [1, 2]);
  assert.equal(s.connections(), 2);
});

test("another numbering is not mixed with ours when the greeting is cut", async (t) => {
  const hellos: unknown[] = [];
  const s = await fake(t, async (c) => {
    const { last_seq, epoch } = await c.receive("hello");
    hellos.push([last_seq, epoch]);
    c.send({ type: "connected", epoch: "e2", seq: 9 });
    if (c.number === 0) c.socket.terminate();
    else c.send({ type: "resumed", recovered: false, reason: "other_epoch", seq: 9, snapshot: { seq: 9, epoch: "e2", title: "", message_count: 0, last_message: null, updated_at: "" } }, event(10));
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 5, epoch: "e1" });
  const snapshots: SnapshotEvent[] = [];
  c.client.on("snapshot", (e) => snapshots.push(e));
  await c.until("todo_updated");
  assert.deepEqual(hellos, [[5, "e1"], [5, "e1"]]);
  assert.deepEqual([c.client.lastSeq, c.client.epoch, snapshots.length, snapshots[0]?.reason], [10, "e2", 1, "other_epoch"]);
});

test("after 4006 the client asks for a snapshot", async (t) => {
  const hellos: unknown[] = [];
  const s = await fake(t, async (c) => {
    hellos.push((await c.receive("hello")).last_seq);
    c.send({ type: "connected", epoch: "e1", seq: 7 });
    if (c.number === 0) c.socket.close(4006);
    else c.send({ type: "resumed", recovered: false, reason: "unknown_position", seq: 7, snapshot: {} }, event(8));
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 3, epoch: "e1" });
  await c.until("todo_updated");
  assert.deepEqual(hellos, [3, -1]);
  assert.equal(c.client.lastSeq, 8);
});

test("hello tells the token, asked for anew each time, and the capabilities", async (t) => {
  const hellos: unknown[] = [];
  const s = await fake(t, async (c) => {
    const { token, capabilities } = await c.greet();
    hellos.push([token, capabilities]);
    if (c.number < 2) c.socket.close(4004);
  });
  let n = 0;
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, capabilities: ["state_changed"], token: async () => {
    if (n++ === 1) throw new Error("the identity provider is away");
    return "t" + n;
  } });
  await c.until("resumed", 3);
  assert.deepEqual(hellos, [["t1", ["state_changed"]], ["t3", ["state_changed"]], ["t4", ["state_changed"]]]);
});

test("events of the future come as unknown, and nonsense is passed over", async (t) => {
  const s = await fake(t, async (c) => {
    await c.greet();
    for (const text of ["", "null", "[]", "{", `"x"`, `{"type":5}`, `{"seq":1}`]) c.socket.send(text);
    c.socket.send(Buffer.from("binary"));
    c.send({ type: "news_from_the_future", seq: 1, x: { y: 1 } }, { type: "answer_delta", message_id: "m", index: 0, delta: "네" }, event(2));
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0 });
  await c.until("todo_updated");
  assert.deepEqual(c.events.map((e) => e.type), ["connected", "resumed", "unknown", "answer_delta", "todo_updated"]);
  const e = c.events[2]!;
  assert.ok(e.type === "unknown" && e.event_type === "news_from_the_future" && e.seq === 1);
  assert.deepEqual(e.frame.x, { y: 1 });
  assert.equal(c.client.lastSeq, 2);
});

test("a server that falls silent is asked, and left when it says nothing", async (t) => {
  let pings = 0;
  const s = await fake(t, async (c) => {
    await c.greet();
    if (c.number === 0) {
      const ping = await c.receive("ping");
      pings++;
      c.send({ type: "pong", id: ping.id });
      await c.receive("ping");
      pings++; // and no answer
    }
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, silence: 40, patience: 40 });
  await c.until("resumed", 2);
  assert.equal(pings, 2);
  assert.ok(!c.events.some((e) => e.type === "pong"), "nobody is told of these pongs");
});

test("a query that is refused for now is sent again later, before those behind it", async (t) => {
  const queries: string[] = [];
  const s = await fake(t, async (c) => {
    await c.greet();
    for (const code of ["rate_limited", "backend_unavailable", ""]) {
      const q = await c.receive("query");
      queries.push(q.query);
      if (code) c.send({ type: "error", code, error: "", message: "later", recoverable: true, retry_after_ms: 30, id: q.id, client_msg_id: q.id });
      else c.ack(q);
    }
    const q = await c.receive("query");
    queries.push(q.query);
    c.ack(q);
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0 });
  await c.until("resumed");
  const first = c.client.query("first");
  await c.until("error");
  const second = c.client.query("second");
  await limit(Promise.all([first, second]), "the acks");
  assert.deepEqual(queries, ["first", "first", "first", "second"]);
});

test("a command that is not answered is sent again on another connection", async (t) => {
  const ids: unknown[] = [];
  const s = await fake(t, async (c) => {
    await c.greet();
    const beats = setInterval(() => c.send({ type: "pong" }), 20); // not silent
    c.socket.on("close", () => clearInterval(beats));
    const q = await c.receive("query");
    ids.push(q.client_msg_id);
    if (c.number > 0) c.ack(q);
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, patience: 40 });
  const ack = await limit(c.client.query("x"), "the ack");
  assert.deepEqual(ids, [ack.client_msg_id, ack.client_msg_id]);
});

test("commands that wait are bounded", async (t) => {
  const s = await fake(t, async (c) => { await c.greet(); for (;;) c.ack(await c.receive("query")); });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, maxQueued: 2 });
  const kept = [c.client.query("1"), c.client.query("2")];
  await assert.rejects(c.client.query("3"), { code: "backlog_full" });
  await limit(Promise.all(kept), "the acks");
  await limit(c.client.query("4"), "the ack");
});

/** A store as a page has it: what was saved is there for the next page. */
function store(kept: StoredQuery[] = []): QueueStore & { kept: StoredQuery[] } {
  const s = { kept, load: async () => { await new Promise(setImmediate); return structuredClone(s.kept); }, save: (q: readonly StoredQuery[]) => { s.kept = structuredClone([...q]); } };
  return s;
}

test("queries that were not acknowledged outlive the page", async (t) => {
  const queue = store();
  const silent = await fake(t, async (c) => { await c.greet(); await c.receive("query"); });
  const first = watch(t, { url: silent.url, sessionId: "s", lastSeq: 0, queue });
  await first.until("resumed");
  const lost = [first.client.query("하나", { onBusy: "enqueue", reviewPlan: true }), first.client.query("둘")];
  first.client.close();
  for (const q of lost) await assert.rejects(q, { code: "closed" });
  assert.deepEqual(queue.kept.map((q) => q.query), ["하나", "둘"]);

  const seen: Record<string, unknown>[] = [];
  const s = await fake(t, async (c) => { await c.greet(); for (;;) { const q = await c.receive("query"); seen.push(q); c.ack(q); } });
  const kept = queue.kept;
  const second = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, queue });
  await limit(second.client.query("셋"), "the ack");
  assert.deepEqual(seen.map((q) => q.query), ["하나", "둘", "셋"]);
  assert.deepEqual(seen.slice(0, 2).map((q) => [q.client_msg_id, q.on_busy, q.review_plan]), kept.map((q) => [q.client_msg_id, q.on_busy, q.review_plan]));
  assert.deepEqual(queue.kept, []);
});

test("a reader that falls behind loses what is not stored first, and then is told", async (t) => {
  let go!: () => void;
  const ready = new Promise<void>((resolve) => { go = resolve; });
  const progress = { type: "step_progress", step_id: "x", progress_percentage: 1, message: "" };
  const s = await fake(t, async (c) => {
    await c.greet();
    await ready;
    c.send(progress, event(1), progress, event(2), event(3), event(4));
    for (const events of [[], [event(5)], [event(6)]]) {
      c.ack(await c.receive("query"));
      c.send(...events);
    }
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, maxBuffered: 4 });
  await c.until("resumed");
  const reader = c.client[Symbol.asyncIterator]();
  const fast = c.client[Symbol.asyncIterator]();
  go();
  await c.until("todo_updated", 4);
  for (let i = 0; i < 4; i++) await fast.next();
  await c.client.query("x"); // its ack is dropped: there is no room
  assert.equal((await reader.next()).value.seq, 1);
  await c.client.query("y"); // its ack has room, until event 5 comes
  await c.until("todo_updated", 5);
  await c.client.query("z"); // and event 6 has none
  await c.until("todo_updated", 6);
  for (const seq of [2, 3, 4, 5]) assert.equal((await reader.next()).value.seq, seq);
  await assert.rejects(reader.next(), { code: "too_slow" });
  assert.deepEqual(await reader.next(), { done: true, value: undefined });
  assert.equal(c.client.status, "open");
  const rest = [(await fast.next()).value.type, (await fast.next()).value.type];
  assert.deepEqual(rest, ["ack", "todo_updated"]);
  assert.deepEqual(await fast.return!(), { done: true, value: undefined });
});

test("closing while connecting, and connecting twice, is harmless", async (t) => {
  const s = await fake(t, async (c) => { await c.greet(); });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0 });
  c.client.connect();
  const query = c.client.query("x");
  c.client.close();
  await assert.rejects(query, { code: "closed" });
  c.client.close();
  c.client.connect();
  c.client.connect();
  await c.until("resumed");
  assert.equal(s.connections() <= 2, true);
});

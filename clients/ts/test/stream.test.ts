import assert from "node:assert/strict";
import { test } from "node:test";
import { keepIn, type Kept, type SnapshotEvent } from "../src/index.js";
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
  assert.deepEqual(hellos, [
    [0, undefined],
    [2, "e1"],
  ]);
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
    else
      c.send(
        {
          type: "resumed",
          recovered: false,
          reason: "other_epoch",
          seq: 9,
          snapshot: { seq: 9, epoch: "e2", title: "", message_count: 0, last_message: null, updated_at: "" },
        },
        event(10),
      );
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 5, epoch: "e1" });
  const snapshots: SnapshotEvent[] = [];
  c.client.on("snapshot", (e) => snapshots.push(e));
  await c.until("todo_updated");
  assert.deepEqual(hellos, [
    [5, "e1"],
    [5, "e1"],
  ]);
  assert.deepEqual(
    [c.client.lastSeq, c.client.epoch, snapshots.length, snapshots[0]?.reason],
    [10, "e2", 1, "other_epoch"],
  );
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
  const c = watch(t, {
    url: s.url,
    sessionId: "s",
    lastSeq: 0,
    capabilities: ["state_changed"],
    token: async () => {
      if (n++ === 1) throw new Error("the identity provider is away");
      return "t" + n;
    },
  });
  await c.until("resumed", 3);
  assert.deepEqual(hellos, [
    ["t1", ["state_changed"]],
    ["t3", ["state_changed"]],
    ["t4", ["state_changed"]],
  ]);
});

test("events of the future come as unknown, and nonsense is passed over", async (t) => {
  const s = await fake(t, async (c) => {
    await c.greet();
    for (const text of ["", "null", "[]", "{", `"x"`, `{"type":5}`, `{"seq":1}`]) c.socket.send(text);
    c.socket.send(Buffer.from("binary"));
    c.send(
      { type: "news_from_the_future", seq: 1, x: { y: 1 } },
      { type: "answer_delta", message_id: "m", index: 0, delta: "네" },
      event(2),
    );
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0 });
  await c.until("todo_updated");
  assert.deepEqual(
    c.events.map((e) => e.type),
    ["connected", "resumed", "unknown", "answer_delta", "todo_updated"],
  );
  const e = c.events[2]!;
  assert.ok(e.type === "unknown" && e.event_type === "news_from_the_future" && e.seq === 1);
  assert.deepEqual(e.frame.x, { y: 1 });
  assert.equal(c.client.lastSeq, 2);
});

test("a server that falls silent is asked, and left when it says nothing", async (t) => {
  let silent = -1; // the connection on which nothing is said
  const s = await fake(t, async (c) => {
    await c.greet();
    if (silent >= 0) return;
    const ping = await c.receive("ping");
    c.send({ type: "pong", id: ping.id });
    await c.receive("ping"); // on a full machine the pong may be too late: then the next connection is asked
    silent = c.number; // and no answer
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, silence: 40, patience: 40 });
  for (let n = 1; silent < 0; n++) await c.until("resumed", n);
  await c.until("resumed", silent + 2);
  assert.ok(!c.events.some((e) => e.type === "pong"), "nobody is told of these pongs");
});

test("a query that is refused for now is sent again later, before those behind it", async (t) => {
  const queries: string[] = [];
  const s = await fake(t, async (c) => {
    await c.greet();
    for (const code of ["rate_limited", "backend_unavailable", ""]) {
      const q = await c.receive("query");
      queries.push(q.query);
      if (code)
        c.send({
          type: "error",
          code,
          error: "",
          message: "later",
          recoverable: true,
          retry_after_ms: 30,
          id: q.id,
          client_msg_id: q.id,
        });
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
  const s = await fake(t, async (c) => {
    await c.greet();
    for (;;) c.ack(await c.receive("query"));
  });
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, maxQueued: 2 });
  const kept = [c.client.query("1"), c.client.query("2")];
  await assert.rejects(c.client.query("3"), { code: "backlog_full" });
  await limit(Promise.all(kept), "the acks");
  await limit(c.client.query("4"), "the ack");
});

/** A storage shaped like AsyncStorage, in which a write takes its time: a later one may be done before. */
class SlowStorage {
  readonly kept = new Map<string, string>();
  #wait = 8;

  async getItem(key: string) {
    await this.#pause();
    return this.kept.get(key) ?? null;
  }
  async setItem(key: string, value: string) {
    await this.#pause();
    this.kept.set(key, value);
  }
  async removeItem(key: string) {
    await this.#pause();
    this.kept.delete(key);
  }
  read(key: string): Kept | undefined {
    return this.kept.has(key) ? JSON.parse(this.kept.get(key)!) : undefined;
  }
  #pause() {
    return new Promise((resolve) => setTimeout(resolve, (this.#wait = this.#wait > 1 ? this.#wait / 2 : 8)));
  }
}

/** kept waits for what a storage holds. */
async function kept(s: SlowStorage, is: (kept: Kept | undefined) => boolean): Promise<Kept | undefined> {
  await limit(
    (async () => {
      while (!is(s.read("k"))) await new Promise((resolve) => setTimeout(resolve, 5));
    })(),
    `in ${JSON.stringify(s.read("k"))}`,
  );
  return s.read("k");
}

test("queries that were not acknowledged outlive the page", async (t) => {
  const storage = new SlowStorage();
  const silent = await fake(t, async (c) => {
    await c.greet();
    await c.receive("query");
  });
  const first = watch(t, { url: silent.url, sessionId: "s", lastSeq: 0, keep: keepIn(storage, "k") });
  await first.until("resumed");
  const lost = [first.client.query("하나", { onBusy: "enqueue", reviewPlan: true }), first.client.query("둘")];
  first.client.close();
  for (const q of lost) await assert.rejects(q, { code: "closed" });
  const before = (await kept(storage, (k) => k?.queries.length === 2))!.queries;
  assert.deepEqual(
    before.map((q) => q.query),
    ["하나", "둘"],
  );

  const seen: Record<string, unknown>[] = [];
  const s = await fake(t, async (c) => {
    await c.greet();
    for (;;) {
      const q = await c.receive("query");
      seen.push(q);
      c.ack(q);
    }
  });
  const second = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, keep: keepIn(storage, "k") });
  await limit(second.client.query("셋"), "the ack");
  assert.deepEqual(
    seen.map((q) => q.query),
    ["하나", "둘", "셋"],
  );
  assert.deepEqual(
    seen.slice(0, 2).map((q) => [q.client_msg_id, q.on_busy, q.review_plan]),
    before.map((q) => [q.client_msg_id, q.on_busy, q.review_plan]),
  );
  assert.deepEqual((await kept(storage, (k) => k?.queries.length === 0))!.queries, []);
});

test("the place in the stream is kept: behind a run that is under way, so that the next client is shown all of it", async (t) => {
  const storage = new SlowStorage();
  const steps = [
    event(1, "planning_start"),
    event(2),
    event(3, "final_response", { response: {} }),
    event(4, "session_updated"), // after its run's end
    event(5, "planning_start", { run_id: "r2" }),
    event(6, "todo_updated", { run_id: "r2" }),
    event(7, "todo_updated", { run_id: "r2" }),
  ];
  const hellos: Record<string, unknown>[] = [];
  const s = await fake(t, async (c) => {
    const hello = await c.greet(0, "e7");
    hellos.push(hello);
    if (c.number === 0) return c.send(...steps);
    c.send(...steps.slice(hello.last_seq as number), { type: "resumed", recovered: true, seq: 7 });
    c.send(event(8, "final_response", { run_id: "r2", response: {} }));
  });
  const first = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, keep: keepIn(storage, "k") });
  await first.until("todo_updated", 3);
  assert.deepEqual(await kept(storage, (k) => k?.lastSeq === 4), { lastSeq: 4, epoch: "e7", queries: [] });
  first.client.close();
  const second = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, keep: keepIn(storage, "k") });
  await second.until("final_response");
  assert.deepEqual(second.seqs(), [5, 6, 7, 8]);
  assert.deepEqual([hellos[1]!.last_seq, hellos[1]!.epoch], [4, "e7"]);
  await kept(storage, (k) => k?.lastSeq === 8);
  // What this client has seen goes before what it has kept, when it is opened again.
  second.client.close();
  second.client.connect();
  await second.until("resumed", 2);
  assert.equal(hellos[2]!.last_seq, 8);
});

test("a storage that fails is told of, and nothing else fails", async (t) => {
  const s = await fake(t, async (c) => {
    await c.greet();
    for (;;) c.ack(await c.receive("query"));
  });
  const told: unknown[] = [];
  const keep = keepIn(
    { getItem: () => "{", setItem: () => Promise.reject(new Error("full")), removeItem: () => {} },
    "k",
  );
  const c = watch(t, { url: s.url, sessionId: "s", lastSeq: 0, keep, onError: (e) => told.push(e) });
  await limit(c.client.query("x"), "the ack");
  c.client.on("ack", () => {
    throw new Error("mine");
  });
  await limit(c.client.query("y"), "the ack");
  const said = told.map(String);
  assert.match(said[0]!, /SyntaxError/);
  assert.ok(said.includes("Error: full") && said.includes("Error: mine"), said.join());
});

test("a reader that falls behind loses what is not stored first, and then is told", async (t) => {
  let go!: () => void;
  const ready = new Promise<void>((resolve) => {
    go = resolve;
  });
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
  const s = await fake(t, async (c) => {
    await c.greet();
  });
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

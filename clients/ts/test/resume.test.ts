import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../src/id.js";
import type { SnapshotEvent } from "../src/index.js";
import { Proxy } from "./proxy.js";
import { isNumbered, limit, long, main, Server, upTo, watch } from "./server.js";

test("wherever the connection is cut, each event is shown once and in order", async (t) => {
  const s = await Server.start(t);
  // Without cuts: how many frames there are to cut at.
  const { session_id } = await s.rest().startSession();
  const whole = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  await whole.client.query(long);
  await whole.until("final_response");
  const frames = whole.events.length;
  assert.ok(frames > 10, `${frames} frames`);
  for (let at = 1; at <= frames; at++) {
    const { session_id } = await s.rest().startSession();
    const proxy = await Proxy.open(t, s.url, (_, count, connection) =>
      connection === 0 && count === at ? "cut" : "pass",
    );
    const c = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 0 });
    await limit(c.client.query(long), `the ack, cut at ${at}`);
    const end = await c.until("final_response");
    assert.ok(isNumbered(end));
    assert.deepEqual(c.seqs(), upTo(end.seq), `cut at ${at}`);
    assert.equal((await s.rest().runs(session_id)).length, 1, `cut at ${at}`);
    c.client.close();
  }
});

test("a connection that is cut again and again after a few frames gets there", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const proxy = await Proxy.open(t, s.url, (_, count) => (count > 3 ? "cut" : "pass")); // connected and two more
  const c = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 0 });
  await limit(c.client.query(long), "the ack");
  const end = await c.until("final_response");
  assert.ok(isNumbered(end) && proxy.cuts > 3, `${proxy.cuts} cuts`);
  assert.deepEqual(c.seqs(), upTo(end.seq));
});

test("a query whose ack is lost is sent again under its id and is one run", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const proxy = await Proxy.open(t, s.url, (f, _, connection) => (f.type === "ack" && connection < 2 ? "cut" : "pass"));
  const c = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 0 });
  const ack = await limit(c.client.query(main), "the ack");
  assert.equal(ack.duplicate, true);
  assert.equal(proxy.cuts, 2);
  await c.until("final_response");
  assert.equal((await s.rest().runs(session_id)).length, 1);
});

test("a retry whose ack is lost is sent again under its id and is one run", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const proxy = await Proxy.open(t, s.url);
  const c = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 0 });
  const first = await c.client.query(main);
  await c.until("final_response");
  let lost = 0;
  proxy.judge = (f) => (f.type === "ack" && lost++ === 0 ? "cut" : "pass");
  const ack = await limit(c.client.retry(first.run_id!), "the ack");
  assert.equal(ack.duplicate, true);
  await c.until("final_response", 2);
  assert.equal((await s.rest().runs(session_id)).length, 2);
});

test("a reply whose ack is lost counts once and is kept", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession({ assistant: "probe" });
  const proxy = await Proxy.open(t, s.url);
  const c = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 0 });
  await c.client.query(JSON.stringify({ steps: 1, ask: "approval", ask_ms: 600_000, default: "cancel" }));
  await c.until("workflow_interrupted");
  let lost = 0;
  proxy.judge = (f) => (f.type === "ack" && lost++ === 0 ? "cut" : "pass");
  const ack = await limit(c.client.reply({ action: "approve" }), "the ack");
  assert.equal(ack.duplicate, true);
  await c.until("final_response");
  assert.equal(c.events.filter((e) => e.type === "interrupt_resolved").length, 1);
});

test("what can't be sent twice fails when its connection does", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession({ assistant: "probe" });
  const proxy = await Proxy.open(t, s.url);
  const c = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 0 });
  await c.client.query(JSON.stringify({ steps: 1, step_ms: 60_000 }));
  await c.until("plan_ready");
  proxy.judge = (f) => (f.type === "ack" ? "cut" : "pass");
  await assert.rejects(limit(c.client.cancel(), "the refusal"), { code: "connection_lost" }); // of which run it doesn't say
  await c.until("run_cancelled");
});

test("queries made while there is no connection are sent in their order when there is", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession({ assistant: "probe" });
  const proxy = await Proxy.open(t, s.url);
  proxy.down = true;
  const c = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 0 });
  const asked = ["one", "two", "three"].map((q) => c.client.query(q));
  await limit(
    new Promise<void>((resolve) =>
      c.client.on("status", (st) => {
        if (st === "waiting") resolve();
      }),
    ),
    "a pause",
  );
  await assert.rejects(c.client.ping(), { code: "offline" });
  proxy.down = false;
  const acks = await limit(Promise.all(asked), "the acks");
  await c.until("final_response", 3);
  const runs = (await s.rest().runs(session_id)).toReversed();
  assert.deepEqual(
    runs.map((r) => r.query),
    ["one", "two", "three"],
  );
  assert.deepEqual(
    runs.map((r) => r.id),
    acks.map((a) => a.run_id),
  );
});

test("kill -9 and a restart on the same port: the run ends for this client, each event once", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession({ assistant: "probe" });
  const c = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  await c.client.query(JSON.stringify({ steps: 4, step_ms: 150 }));
  await c.until("todo_updated", 2);
  await s.kill();
  const later = c.client.query("after the kill");
  await s.again();
  await limit(later, "the ack");
  await c.until("final_response", 2);
  assert.deepEqual(c.seqs(), upTo(c.client.lastSeq!));
  assert.ok(c.statuses.includes("waiting"));
});

test("SIGTERM and a restart: the client is told to come back and does", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const c = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  await c.client.query(main);
  await c.until("final_response");
  await s.stop();
  await c.until("server_draining");
  const later = c.client.query(long);
  await s.again();
  await limit(later, "the ack", 60_000);
  await c.until("final_response", 2);
  assert.deepEqual(c.seqs(), upTo(c.client.lastSeq!));
});

test("a position that the server can't serve becomes a snapshot, and events go on from there", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const first = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  await first.client.query(main);
  await first.until("final_response");
  for (const [reason, position] of [
    ["other_epoch", { lastSeq: 1, epoch: "another" }],
    ["unknown_position", { lastSeq: 999 }],
  ] as const) {
    const c = watch(t, { url: s.url, sessionId: session_id, ...position });
    const snapshot = await limit(
      new Promise<SnapshotEvent>((resolve) => c.client.on("snapshot", resolve)),
      "the snapshot",
    );
    assert.equal(snapshot.reason, reason);
    assert.equal(snapshot.snapshot.message_count % 2, 0);
    assert.equal(c.client.lastSeq, snapshot.seq);
    await c.client.query(main);
    await c.until("final_response");
    assert.deepEqual(c.seqs(), upTo(c.client.lastSeq!, snapshot.seq + 1));
    assert.equal(c.client.epoch, first.client.epoch);
  }
});

test("a session that is not there stops the client", async (t) => {
  const s = await Server.start(t);
  const c = watch(t, { url: s.url, sessionId: "session-" + newId() });
  const query = c.client.query(main);
  await assert.rejects(limit(query, "the refusal"), { code: "session_not_found", status: 404 });
  assert.equal(c.client.status, "stopped");
  await assert.rejects(
    async () => {
      for await (const _ of c.client) assert.fail("an event");
    },
    { code: "session_not_found" },
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { ProtocolError, type FinalResponseEvent, type WorkflowInterruptedEvent } from "../src/index.js";
import { limit, long, main, Server, upTo, watch } from "./server.js";

test("a query is acknowledged, planned and answered, in order and each number once", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession({ language: "ko" });
  const c = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  const ack = await limit(c.client.query(main), "the ack");
  assert.equal(ack.duplicate, false);
  assert.match(ack.run_id!, /\S/);
  const end = (await c.until("final_response")) as FinalResponseEvent;
  assert.equal(end.run_id, ack.run_id);
  assert.equal(end.response.type, "answer");
  assert.match(end.response.answer!, /5%/);
  assert.deepEqual(c.seqs(), upTo(end.seq));
  const types = c.events.map((e) => e.type);
  const order = ["connected", "planning_start", "plan_ready", "execution_start", "todo_updated", "final_response"];
  assert.deepEqual(
    order.map((o) => types.indexOf(o as never)).toSorted((a, b) => a - b),
    order.map((o) => types.indexOf(o as never)),
    types.join(" "),
  );
  assert.equal(c.client.status, "open");
  assert.equal(c.client.lastSeq, end.seq);
  assert.equal(typeof c.client.epoch, "string");
  assert.ok((await c.client.ping()) >= 0);
  const messages = await s.rest().messages(session_id);
  assert.deepEqual(
    messages.map((m) => m.role),
    ["user", "assistant"],
  );
});

test("listeners hear their type until they leave, and one that throws keeps nobody from hearing", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const c = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  const thrown: unknown[] = [];
  const global = globalThis as { reportError?: (e: unknown) => void };
  global.reportError = (e) => thrown.push(e);
  t.after(() => {
    delete global.reportError;
  });
  const plans: string[] = [];
  c.client.on("plan_ready", () => {
    throw new Error("mine");
  });
  const leave = c.client.on("plan_ready", (e) => plans.push(e.intent));
  await c.client.query(main);
  await c.until("final_response");
  leave();
  await c.client.query(main);
  await c.until("final_response", 2);
  assert.equal(plans.length, 1);
  assert.equal(thrown.length, 2);
});

test("for await gives events until the client is closed", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const c = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  const types: string[] = [];
  const read = (async () => {
    for await (const e of c.client) {
      types.push(e.type);
      if (e.type === "final_response") c.client.close();
    }
  })();
  await c.client.query(main);
  await limit(read, "the end of the events");
  assert.equal(types.at(-1), "final_response");
  assert.equal(c.client.status, "stopped");
  await assert.rejects(c.client.query(main), { code: "closed" });
  for await (const _ of c.client) assert.fail("an event after the end");
  c.client.connect(); // a closed one can be opened again
  assert.equal((await limit(c.client.query(main), "the ack")).duplicate, false);
});

test("refusals are ProtocolErrors with the server's code and words", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession({ language: "ko" });
  const c = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  await assert.rejects(
    c.client.query("  "),
    (e) => e instanceof ProtocolError && e.code === "query_empty" && /[가-힣]/.test(e.message) && e.recoverable,
  );
  await assert.rejects(c.client.cancel("run-of-nobody"), { code: "run_not_found" });
  await assert.rejects(c.client.feedback("run-of-nobody", "positive"), { code: "run_not_found" });
  await assert.rejects(c.client.reply({ interruptId: "x", action: "approve" }), { code: "interrupt_not_pending" });
  await assert.rejects(c.client.query("가".repeat(60_000)), { code: "query_too_large" });
  assert.equal(c.client.status, "open");
  const ack = await c.client.query(main, { clientMsgId: "one" });
  assert.equal((await c.client.query(main, { clientMsgId: "one" })).run_id, ack.run_id);
  await assert.rejects(c.client.query(long, { clientMsgId: "one" }), { code: "client_msg_id_conflict" });
  await c.until("final_response");
  assert.equal((await c.client.feedback(ack.run_id!, "positive", "좋아요")).type, "ack");
  assert.notEqual((await c.client.retry(ack.run_id!)).run_id, ack.run_id);
});

test("a plan is reviewed: the reply finds the question, and a step that is left out is not done", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const c = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  const ack = await c.client.query(long, { reviewPlan: true });
  const q = (await c.until("workflow_interrupted")) as WorkflowInterruptedEvent;
  assert.equal(q.interrupt_type, "plan_review");
  assert.equal((await s.rest().run(ack.run_id!)).interrupt?.interrupt_id, q.interrupt_id);
  const { execution_steps } = q.interrupt_data.data as { execution_steps: { step_id: string }[] };
  const out = execution_steps.at(-1)!.step_id;
  const modified = execution_steps.map(({ step_id }) => ({ step_id, status: step_id === out ? "skipped" : "pending" }));
  await c.client.reply({ action: "modify", payload: { modified_todos: modified } });
  await c.until("interrupt_resolved");
  await c.until("final_response");
  const last = c.events.filter((e) => e.type === "todo_updated").at(-1)!;
  assert.equal(last.execution_steps.find((x) => x.step_id === out)?.status, "skipped");
  await assert.rejects(c.client.reply({ action: "approve" }), { code: "interrupt_not_pending" });
});

test("runs are queued, skipped in and cancelled", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession({ assistant: "probe" });
  const c = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  const asking = JSON.stringify({ steps: 2, step_ms: 20, ask: "approval", ask_ms: 600_000, default: "cancel" });
  const first = await c.client.query(asking);
  const second = await c.client.query(JSON.stringify({ steps: 1 }));
  assert.equal(second.queued, true);
  await assert.rejects(
    c.client.query("x", { onBusy: "reject" }),
    (e) => e instanceof ProtocolError && e.code === "session_busy" && (e.retryAfterMs ?? 0) > 0,
  );
  await c.until("workflow_interrupted");
  await c.client.skip("step_1", first.run_id);
  await c.client.reply({ action: "approve" });
  await c.until((e) => e.type === "final_response" && e.run_id === first.run_id);
  await c.until((e) => e.type === "final_response" && e.run_id === second.run_id);
  const third = await c.client.query(asking);
  await c.until("workflow_interrupted", 2);
  await c.client.cancel();
  await c.until((e) => e.type === "run_cancelled" && e.run_id === third.run_id);
  assert.deepEqual(
    (await s.rest().runs(session_id)).map((r) => r.status),
    ["cancelled", "completed", "completed"],
  );
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { MadangRest, ProtocolError } from "../src/index.js";
import { limit, main, Server, watch } from "./server.js";

const root = new URL("../../../../", import.meta.url);

test("every route of the server's description has its method", async () => {
  const doc = JSON.parse(readFileSync(new URL("docs/openapi/openapi.json", root), "utf8")) as {
    paths: Record<string, Record<string, { tags: string[]; operationId: string }>>;
  };
  const routes = Object.entries(doc.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, op]) =>
      ["pages", "websocket"].includes(op.tags[0]!) || path === "/metrics" ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  );
  const called = new Set<string>();
  const rest = new MadangRest({
    url: "http://server",
    fetch: async (url, init) => {
      const path = new URL(String(url)).pathname;
      const known = routes.filter(
        (r) =>
          r.startsWith(init!.method + " ") &&
          new RegExp(`^${r.slice(init!.method!.length + 1).replace(/\{\w+\}/g, "ID")}$`).test(path),
      );
      assert.equal(known.length, 1, `${init!.method} ${path}: ${known}`);
      called.add(known[0]!);
      return new Response("{}");
    },
  });
  const methods = Object.getOwnPropertyNames(MadangRest.prototype).filter(
    (m) => m !== "constructor" && m !== "documentURL",
  );
  for (const m of methods)
    await (rest as unknown as Record<string, (...ids: string[]) => Promise<unknown>>)[m]!("ID", "ID", "ID");
  assert.deepEqual([...called].sort(), routes.sort());
});

test("a conversation's life over REST", async (t) => {
  const s = await Server.start(t);
  const rest = new MadangRest({ url: s.url + "/", language: "en" });
  assert.ok((await rest.assistants()).some((a) => a.default && a.title));
  const { session_id: id } = await rest.startSession({ user_id: "7", metadata: { k: "값" } });
  const made = await rest.createSession({ user_id: "7", title: "둘째" });
  assert.equal((await rest.renameSession(made.id, "이름/?#")).title, "이름/?#");
  assert.deepEqual(
    (await rest.sessions({ userId: "7", limit: 1 })).map((e) => e.id),
    [made.id],
  );
  assert.match((await rest.deleteSession(made.id)).message, /restored/);
  await assert.rejects(
    rest.messages(made.id),
    (e) => e instanceof ProtocolError && e.code === "session_not_found" && e.status === 404 && !e.recoverable,
  );
  assert.equal((await rest.restoreSession(made.id)).id, made.id);
  await rest.deleteSession(made.id, { hard: true });

  const c = watch(t, { url: s.url, sessionId: id, lastSeq: 0 });
  const { run_id } = await c.client.query(
    "임대차 계약서 작성해줘. 서울 성동구 아파트, 보증금 3억, 임대인 김철수, 임차인 이영희, 2년",
  );
  await c.until((e) => e.type === "final_response" || e.type === "workflow_interrupted");
  c.client.close();
  assert.equal((await rest.run(run_id!)).session_id, id);
  const points = await rest.checkpoints(id, { limit: 5 });
  assert.ok(points.length > 1);
  assert.equal((await rest.sessionCheckpoint(id, points[0]!.id)).step_no, points[0]!.step_no);
  assert.ok((await rest.diffOf(points.at(-1)!.id, points[0]!.id)).changes.length > 0);
  assert.ok((await rest.fieldChanges(id, "planning_state")).values.length > 0);
  const fork = await rest.fork(id, { checkpoint_id: points.at(-1)!.id, title: "갈래" });
  assert.equal(fork.forked_from, points.at(-1)!.id);
  for (const d of await rest.documents(id)) {
    assert.match(await (await fetch(rest.documentURL(d.id))).text(), /계약/);
    assert.ok((await rest.download(d.id, "pdf")).size > 1000);
  }
  assert.equal((await rest.setPreference("7", "a/b%", "성동구")).value, "성동구");
  assert.equal((await rest.preferences("7")).find((p) => p.key === "a/b%")?.value, "성동구");
  assert.equal((await rest.forgetPreference("7", "a/b%")).deleted, 1);
  assert.equal((await rest.ready()).status, "ready");
  await assert.rejects(
    rest.fork(id, {}),
    (e) => e instanceof ProtocolError && e.code === "invalid_argument" && !!e.details?.checkpoint_id,
  );
  await assert.rejects(rest.cancelRun("nobody's"), { code: "run_not_found" });
});

test("a run is replayed", async (t) => {
  const s = await Server.start(t);
  const { session_id } = await s.rest().startSession();
  const c = watch(t, { url: s.url, sessionId: session_id, lastSeq: 0 });
  const { run_id } = await c.client.query(main);
  await c.until("final_response");
  await limit(
    (async () => {
      while ((await s.rest().run(run_id!)).status !== "completed");
    })(),
    "the run's end",
  );
  assert.deepEqual((await s.rest().replay(run_id!)).differences, []);
});

test("what is not the server's answer is an error too", async (t) => {
  const silent = createServer((socket) => socket.resume());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await assert.rejects(new MadangRest({ url, timeout: 30 }).health(), { code: "timeout" });
  await new Promise((resolve) => silent.close(resolve));
  await assert.rejects(new MadangRest({ url }).health(), { code: "offline" });
  const answer = (text: string, status: number, headers = {}) =>
    new MadangRest({ url, fetch: async () => new Response(text, { status, headers }) });
  await assert.rejects(answer("<html>", 502).health(), { code: "http_502", recoverable: true });
  await assert.rejects(answer("<html>", 200).health(), { code: "bad_answer" });
  await assert.rejects(answer("{}", 503, { "Retry-After": "2" }).health(), { retryAfterMs: 2000 });
  let auth = "";
  await new MadangRest({
    url,
    token: async () => "t",
    fetch: async (_, i) => {
      auth = (i!.headers as Record<string, string>).Authorization!;
      return new Response("{}");
    },
  }).health();
  assert.equal(auth, "Bearer t");
});

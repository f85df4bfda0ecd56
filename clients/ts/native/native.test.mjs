import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Proxy } from "../build/test/proxy.js";
import { long, main, Server, upTo } from "../build/test/server.js";
import { bundle, tools } from "./bundle.mjs";
import { Phone } from "./phone.mjs";

const here = fileURLToPath(new URL("./", import.meta.url));
let app;
before(async () => {
  app = await bundle();
});

/** opened is a phone with the app on a session of its own. */
async function opened(t, { session = {}, options = {}, proxied = true } = {}) {
  const server = await Server.start(t);
  const proxy = await Proxy.open(t, server.url);
  const phone = new Phone(t, app);
  const id = await phone.call("start", server.url, session);
  const url = proxied ? proxy.url : server.url;
  await phone.call("open", url, id, options);
  await phone.event("resumed");
  return { server, proxy, phone, id, url };
}

test("the engines take it: Hermes of 0.72 the app, Hermes 1.0 the package as it is", () => {
  execFileSync(tools.hermesc, ["-emit-binary", "-w", "-out", here + "build/app.hbc", app]);
  execFileSync(tools.hermesc1, [
    "-emit-binary",
    "-w",
    "-out",
    here + "build/client.hbc",
    here + "build/app/node_modules/@madang/client/dist/native/index.js",
  ]);
});

test("this is React Native: what it lacks is not here", async (t) => {
  const phone = new Phone(t, app);
  const other = [
    "crypto",
    "structuredClone",
    "TextDecoder",
    "TextEncoder",
    "DOMException",
    "Event",
    "EventTarget",
    "reportError",
    "document",
    "addEventListener",
    "WeakRef",
    "FinalizationRegistry",
    "Symbol.asyncIterator",
    "AbortSignal.timeout",
    "AbortSignal.any",
    "Promise.withResolvers",
    "navigator.onLine",
    "localStorage",
    "Intl.Segmenter",
    "Buffer",
  ];
  assert.deepEqual(await phone.call("has", other), []);
  const own = [
    "fetch",
    "WebSocket",
    "AbortController",
    "queueMicrotask",
    "setTimeout",
    "ErrorUtils.reportError",
    "HermesInternal",
    "navigator.product",
  ];
  assert.deepEqual(await phone.call("has", own), own);
});

test("a question is asked and answered, and read with for await", async (t) => {
  const { server, phone, id } = await opened(t);
  const reading = phone.call("read", "final_response");
  const end = await phone.call("ask", main);
  assert.equal(end.response.type, "answer");
  assert.match(end.response.answer, /주택임대차보호법 제7조/);
  assert.deepEqual(phone.seqs, upTo(end.seq));
  assert.ok((await reading).includes("plan_ready"));
  assert.ok((await phone.call("ping")) >= 0);
  assert.deepEqual(
    (await server.rest().messages(id)).map((m) => m.role),
    ["user", "assistant"],
  );
  await phone.call("close");
  await phone.status("stopped");
});

test("errors are ProtocolErrors, with their codes, in the user's language", async (t) => {
  const { server, phone } = await opened(t, { session: { language: "ko" } });
  const refused = await phone.call("refusal", "query", "  ");
  assert.deepEqual(
    { ...refused, cause: "" },
    { ours: true, error: true, name: "ProtocolError", code: "query_empty", cause: "", stack: "string" },
  );
  await assert.rejects(phone.call("query", " "), (e) => e.code === "query_empty" && /[가-힣]/.test(e.message));
  assert.equal((await phone.call("refusal", "rest", "session", "session-of-nobody")).code, "session_not_found");
  assert.deepEqual(await phone.call("aborted", server.url), ["aborted", "aborted"]);
  phone.network(false);
  const offline = await phone.call("refusal", "rest", "health");
  assert.equal(offline.code, "offline");
  assert.match(offline.cause, /Network request failed/);
  phone.network(true);
  const other = new Phone(t, app); // the upgrade is refused: the reason is asked for over HTTP
  await other.call("open", server.url, "session-of-nobody");
  assert.equal((await other.until((e) => e.status === "stopped")).code, "session_not_found");
});

test("a mistake in the app is reported and does not end it", async (t) => {
  const { phone } = await opened(t);
  await phone.call("mistake");
  await phone.call("ask", main);
  const log = phone.logs.join("\n");
  assert.match(log, /a mistake in the app/);
  assert.doesNotMatch(log, /reportFatalException|"isFatal":true/);
});

test("wherever the connection is cut, each event comes once and in order, and the query is one run", async (t) => {
  const server = await Server.start(t);
  for (const at of [1, 2, 3, 4, 6, 9]) {
    const proxy = await Proxy.open(t, server.url, (_, count, connection) =>
      connection === 0 && count === at ? "cut" : "pass",
    );
    const phone = new Phone(t, app);
    const id = await phone.call("start", server.url);
    await phone.call("open", proxy.url, id);
    const end = await phone.call("ask", long);
    assert.equal(proxy.cuts, 1);
    assert.deepEqual(phone.seqs, upTo(end.seq), `cut at ${at}`);
    assert.equal((await server.rest().runs(id)).length, 1, `cut at ${at}`);
    phone.kill();
  }
});

test("what is asked without a network is sent in its order when NetInfo tells of one, without a pause", async (t) => {
  const { server, phone, id } = await opened(t, { session: { assistant: "probe" }, options: { jitter: 0.999 } });
  phone.network(false);
  await phone.status("waiting", 4); // by now the pauses are of seconds
  const asked = ["하나", "둘", "셋"].map((q) => phone.call("query", q));
  await phone.status("waiting", 5);
  const back = Date.now();
  phone.network(true);
  await phone.status("open", 2);
  assert.ok(Date.now() - back < 2_000, `after ${Date.now() - back} ms`);
  const acks = await Promise.all(asked);
  await phone.event("final_response", 3);
  const runs = (await server.rest().runs(id)).toReversed();
  assert.deepEqual(
    runs.map((r) => [r.query, r.id]),
    acks.map((a, i) => [["하나", "둘", "셋"][i], a.run_id]),
  );
});

test("an app that is ended in the middle of an answer is shown all of that run by its next start", async (t) => {
  const { server, phone, id, url } = await opened(t, { session: { assistant: "probe" } });
  await phone.call("ask", JSON.stringify({ steps: 1 }));
  const ended = Math.max(...phone.seqs);
  await phone.call(
    "query",
    JSON.stringify({ steps: 3, step_ms: 150, ask: "approval", ask_ms: 600_000, default: "cancel" }),
  );
  const question = await phone.event("workflow_interrupted");
  await phone.until(() => JSON.parse(phone.storage.get(`madang.${id}`) ?? "{}").lastSeq === ended, "the place");
  phone.kill();

  const again = new Phone(t, app, phone.storage);
  await again.call("open", url, id);
  await again.event("workflow_interrupted");
  await again.call("reply", { action: "approve" }); // the question is known again
  const end = await again.event("final_response");
  assert.equal(end.run_id, question.run_id);
  assert.deepEqual(again.seqs, upTo(end.seq, ended + 1));
  await again.until(() => JSON.parse(again.storage.get(`madang.${id}`)).lastSeq === end.seq, "the place");
});

test("a query that was not acknowledged when the app was ended is asked by its next start, once", async (t) => {
  const { server, proxy, phone, id, url } = await opened(t);
  proxy.judge = (f) => (f.type === "ack" ? "cut" : "pass"); // the server has it, the app does not know
  const lost = phone.call("query", main);
  lost.catch(() => {});
  await phone.status("waiting");
  await phone.until(() => phone.storage.get(`madang.${id}`)?.includes(main), "the kept query");
  phone.kill();
  proxy.judge = () => "pass";
  const again = new Phone(t, app, phone.storage);
  await again.call("open", url, id);
  const ack = await again.event("ack");
  const end = await again.event("final_response");
  assert.equal(ack.run_id, end.run_id);
  assert.equal((await server.rest().runs(id)).length, 1);
  await again.until(() => !again.storage.get(`madang.${id}`).includes(main), "the end of the kept query");
});

test("an app that slept longer than its connection lived comes back at once when it is shown", async (t) => {
  const { phone } = await opened(t, { options: { silence: 400, patience: 300 } });
  phone.sleep(true);
  phone.shown("background");
  await new Promise((resolve) => setTimeout(resolve, 900));
  phone.shown("active"); // this comes before what was to come while it slept
  phone.sleep(false);
  await phone.status("open", 2);
  const { reason } = await phone.until((e) => e.status === "waiting");
  assert.equal(reason, "the app slept");
  await phone.call("ask", main);
});

test("a client that is closed while it connects leaves no connection behind", async (t) => {
  const { phone, id, url } = await opened(t);
  await phone.call("close");
  await phone.until(() => phone.open === 0, "the end of the first");
  phone.sleep(true);
  await phone.call("open", url, id);
  await phone.status("connecting", 2);
  await phone.until(() => phone.open === 1, "an open connection that the app does not know of"); // Android can't take a close back by now
  await phone.call("close");
  phone.sleep(false);
  await phone.until(() => phone.open === 0, "the end of the connection");
});

test("documents can be downloaded", async (t) => {
  const { server, phone, id } = await opened(t);
  await phone.call("ask", "임대차 계약서 작성해줘. 서울 성동구 아파트, 보증금 3억, 임대인 김철수, 임차인 이영희, 2년");
  await phone.call("ask", "그대로 작성해줘"); // what is missing stays blank
  const [document] = await phone.call("rest", "documents", id);
  const file = await phone.call("download", document.id, "docx");
  const whole = await (await fetch(server.rest().documentURL(document.id, "docx"))).arrayBuffer();
  assert.deepEqual(file, { isBlob: true, size: whole.byteLength });
});

test("the example of README.md", async (t) => {
  const server = await Server.start(t);
  const phone = new Phone(t, app);
  const shown = await phone.call("readme", server.url);
  assert.match(shown.join("\n"), /open[\s\S]*completed[\s\S]*5%[\s\S]*stopped/);
  const again = new Phone(t, app, phone.storage); // the same conversation
  await again.call("readme", server.url);
  assert.equal((await server.rest().sessions()).length, 1);
});

// The base contract (docs/protocol.md, section 1) from outside: REST, the WebSocket, and what
// existing clients depend on. Nothing here is imported from the rest of the repository.
import assert from "node:assert/strict";
import { test } from "node:test";
import { WebSocket } from "ws";
import { Page } from "./page.mjs";
import { start, within } from "./server.mjs";

const simple = "전세금 5% 인상 가능해?";
const compound = "전세 3억을 5% 올려달래요. 그리고 강남구 아파트 시세도 알려줘";
const wholeRun = /^planning_start plan_ready execution_start( todo_updated)+ final_response$/;
const base = "/api/v1/chat";

const page = async (s, body) => new Page(s, await s.session(body)).open();
const shownOf = (p, from = 0) =>
  p.shown
    .slice(from)
    .filter((t) => t !== "connected")
    .join(" ");

function oneRun(p) {
  assert.match(shownOf(p), wholeRun);
  assert.deepEqual([p.cards, p.ends, p.last.response.type], [1, 1, "answer"]);
}

test("REST: sessions are made, listed, named, ended and brought back", async (t) => {
  const s = await start(t);
  const fields = (o) => Object.keys(o).sort().join(" ");
  const entry = "created_at id last_message message_count title updated_at";
  const started = await s.call("POST", `${base}/start`, { user_id: 7, metadata: { k: "값" } });
  assert.equal(started.status, 200);
  assert.equal(fields(started.body), "created_at expires_at session_id");
  assert.match(started.body.created_at, /Z$/);
  const made = await s.call("POST", `${base}/sessions`, { title: "둘째" });
  assert.equal(fields(made.body), entry);
  const list = await s.call("GET", `${base}/sessions?limit=50&offset=0`);
  assert.deepEqual(
    list.body.map((e) => e.id),
    [made.body.id, started.body.session_id],
  );
  assert.equal((await s.call("PATCH", `${base}/sessions/${made.body.id}`, { title: "새 이름" })).body.title, "새 이름");
  const removed = await s.call("DELETE", `${base}/sessions/${made.body.id}?hard_delete=false`);
  assert.equal(fields(removed.body), "deleted_at message session_id");
  for (const [method, path] of [
    ["GET", `/sessions/${made.body.id}/messages`],
    ["DELETE", `/${made.body.id}`],
    ["GET", `/${made.body.id}`],
  ]) {
    const gone = await s.call(method, base + path);
    assert.deepEqual([gone.status, gone.body], [404, { detail: "Session not found" }], `${method} ${path}`);
  }
  const one = await s.call("GET", `${base}/${started.body.session_id}`);
  assert.deepEqual(one.body.metadata, { k: "값" });
  assert.equal(fields((await s.call("DELETE", `${base}/${started.body.session_id}`)).body), "message session_id");
  for (const path of ["/stats/sessions", "/stats/websockets", "/memory/history?limit=10"])
    assert.equal((await s.call("GET", base + path)).status, 200);
  assert.equal((await s.call("POST", `${base}/cleanup/sessions`)).status, 200);
  const wrong = await s.call("GET", `${base}/sessions?limit=x`);
  assert.equal(wrong.body.status, "error");
  for (const f of ["error_code", "message", "details", "timestamp"]) assert.ok(f in wrong.body, f);
});

test("a query is answered in order, and what was said can be read after a reload", async (t) => {
  const s = await start(t);
  const p = await page(s);
  p.say(simple);
  const { response } = await p.answered();
  assert.equal(p.shown[0], "connected");
  assert.equal(p.frames[0].session_id, p.id);
  oneRun(p);
  assert.match(response.answer, /5%/);
  for (const section of response.structured_data.sections) {
    for (const f of ["title", "content", "icon", "priority", "expandable"]) assert.ok(f in section, f);
    assert.doesNotMatch([section.content].flat().join("\n"), /\*\*|^#+ |^[-*] |\]\(|^\|/m, "9: plain text");
  }
  for (const f of ["confidence", "sources", "intent_type", "answered_by"])
    assert.ok(f in response.structured_data.metadata, f);
  const step = p.frames.find((f) => f.type === "plan_ready").execution_steps[0];
  for (const f of [
    "step_id",
    "step_type",
    "agent_name",
    "team",
    "task",
    "description",
    "status",
    "progress_percentage",
    "started_at",
    "completed_at",
    "result",
    "error",
    "depends_on",
    "attempt",
    "execution_time_ms",
  ])
    assert.ok(f in step, f);
  const { body } = await s.call("GET", `${base}/sessions/${p.id}/messages?limit=100&offset=0`);
  assert.deepEqual(
    body.map((m) => [m.role, m.content]),
    [
      ["user", simple],
      ["assistant", response.answer],
    ],
  );
  assert.equal((await s.call("GET", `${base}/sessions`)).body[0].message_count, 2);
});

test("errors keep the socket open", async (t) => {
  const s = await start(t);
  const p = await page(s);
  for (const [text, error] of [
    ["", "Invalid JSON format"],
    ["[1]", "Invalid JSON format"],
    [`{"type":"dance"}`, "Unknown message type: dance"],
    [`{"type":"query","query":" "}`, "Query cannot be empty"],
  ]) {
    const before = p.ends;
    p.socket.send(text);
    await p.until(() => p.ends > before, "the error");
    assert.equal(p.last.type, "error");
    assert.equal(p.last.error, error);
    assert.equal(p.last.recoverable, true);
  }
  await p.nothingWaits();
});

test("1: one terminal event per query; after a plan it is a final_response", async (t) => {
  const s = await start(t);
  const p = await page(s);
  for (const [query, shown, kind] of [
    [simple, wholeRun, "answer"],
    [compound, wholeRun, "answer"],
    ["안녕", /^planning_start final_response$/, "guidance"],
    ["전세 99999조원 5% 올려줘", /^planning_start error$/],
    ["", /^error$/],
    ["가".repeat(30_000), /^error$/],
    [simple, wholeRun, "answer"],
  ]) {
    const before = p.shown.length;
    p.say(query);
    const end = await p.answered();
    assert.match(shownOf(p, before), shown, query.slice(0, 40));
    assert.equal(end.response?.type, kind);
  }
  await p.nothingWaits();
  assert.equal(p.ends, 8);
  for (const fail of ["error", "panic"]) {
    const failing = await page(s, { assistant: "probe" });
    failing.say(JSON.stringify({ steps: 2, fail }));
    const end = await failing.answered();
    assert.ok(failing.shown.includes("plan_ready"));
    assert.deepEqual([end.type, end.response.type], ["final_response", "error"]);
    assert.ok(end.response.message && end.response.error);
    assert.equal(failing.ends, 1);
  }
});

test("2 and 6: after each number of frames the page leaves and returns; it is shown the rest once, and one card", async (t) => {
  const s = await start(t);
  for (const how of ["leave", "hangUp"]) {
    await Promise.all(
      Array.from({ length: 14 }, async (_, cut) => {
        const p = await page(s);
        p.say(compound);
        await p.until(() => p.shown.length > cut || !p.locked, `${cut} frames`);
        await p[how]();
        await p.open();
        await p.answered();
        oneRun(p);
        await p[how]();
        await p.open();
        await p.nothingWaits();
      }),
    );
  }
});

test("3: intent is a snake_case key", async (t) => {
  const s = await start(t);
  const p = await page(s);
  for (const query of [
    simple,
    compound,
    "연봉 6천만원이면 대출 한도가 얼마야?",
    "임대차 계약서 작성해줘",
    "Can my landlord raise the deposit by 5%?",
  ]) {
    p.say(query);
    await p.answered();
  }
  assert.ok(p.intents.length >= 8, p.intents.join());
  for (const intent of p.intents) assert.match(intent, /^[a-z]+(_[a-z]+)*$/);
});

test("4: an unknown session is refused in the upgrade", async (t) => {
  const s = await start(t);
  const hidden = await s.session(),
    gone = await s.session();
  await s.call("DELETE", `${base}/sessions/${hidden}`);
  await s.call("DELETE", `${base}/sessions/${gone}?hard_delete=true`);
  for (const id of ["session-00000000-0000-4000-8000-000000000000", "nonsense", hidden, gone]) {
    const socket = new WebSocket(`ws://${s.addr}${base}/ws/${id}`);
    socket.on("error", () => {});
    const status = await within(
      new Promise((resolve) => {
        socket.on("unexpected-response", (_, res) => {
          resolve(res.statusCode);
          res.resume();
        });
        socket.on("open", () => resolve("let in"));
      }),
      "the refusal",
    );
    assert.equal(status, 404, id);
  }
});

test("5: at shutdown sockets close with 1001 or 1012, and pages return to the end of their runs", async (t) => {
  const s = await start(t);
  const pages = await Promise.all(Array.from({ length: 6 }, () => page(s)));
  for (const [i, p] of pages.entries()) {
    if (!(i % 2)) continue;
    p.say(compound);
    // What a server that stops has not read yet is no run of its.
    await p.until(() => p.shown.length > 1, "a frame of the run");
  }
  const stopped = s.stop();
  for (const p of pages) {
    await p.over();
    assert.ok(p.closed === 1001 || p.closed === 1012, String(p.closed));
  }
  assert.equal(await stopped, 0);
  await s.again();
  for (const [i, p] of pages.entries()) {
    assert.ok(await p.returns());
    await p.answered();
    assert.ok(p.cards <= 1);
    await p.nothingWaits();
    assert.equal(p.ends, 1 + (i % 2));
  }
});

test("7: sessions survive a restart", async (t) => {
  for (const how of ["kill", "stop"]) {
    const s = await start(t);
    const untouched = await s.session({ metadata: { k: "값" } });
    const p = await page(s),
      busy = await page(s);
    p.say(simple);
    await p.answered();
    busy.say(compound);
    await busy.until(() => busy.shown.length >= 3, "two frames");
    await s[how]();
    await s.again();
    assert.deepEqual((await s.call("GET", `${base}/${untouched}`)).body.metadata, { k: "값" });
    assert.equal((await s.call("GET", `${base}/sessions/${p.id}/messages`)).body.length, 2);
    assert.ok(await busy.returns());
    assert.equal((await busy.answered()).response.type, "answer");
    assert.equal(
      (await s.call("GET", `${base}/sessions/${busy.id}/messages`)).body.filter((m) => m.role === "assistant").length,
      1,
    );
    assert.ok(await p.returns());
    p.say("안녕");
    assert.equal((await p.answered()).type, "final_response");
  }
});

test("8: messages may come before the greeting was read", async (t) => {
  const s = await start(t);
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const p = new Page(s, await s.session());
      const open = p.open();
      p.socket.once("open", () => p.say(simple));
      await open;
      await p.until(() => p.ends > 0, "the answer");
      assert.equal(p.shown[0], "connected");
      oneRun(p);
    }),
  );
});

test("a step is skipped, and a plan that asks for approval gets it", async (t) => {
  const s = await start(t);
  const p = await page(s, { assistant: "probe" });
  p.say(JSON.stringify({ steps: 2, step_ms: 20, ask: "approval", ask_ms: 600_000, default: "cancel" }));
  await p.until(() => p.shown.includes("workflow_interrupted"), "the question");
  p.send({ type: "todo_skip", todo_id: "step_1" });
  p.send({ type: "interrupt_response", action: "approve" });
  assert.equal((await p.answered()).response.type, "answer");
  const steps = p.frames.filter((f) => f.type === "todo_updated").at(-1).execution_steps;
  assert.deepEqual(
    steps.map((x) => x.status),
    ["completed", "skipped"],
  );
});

/** loaded is a page that opens two sockets while it loads and keeps both. */
async function loaded(s) {
  for (let left = 20; ; left--) {
    const p = new Page(s, await s.session(), true);
    const from = performance.now();
    await Promise.all([p.open(), p.open()]);
    await p.until(() => p.shown.length === 2, "both greetings");
    // Further apart they would be two tabs.
    if (performance.now() - from < 900) return p;
    if (left === 0) throw new Error("no two sockets were opened within a moment");
  }
}

test("a page that opened two sockets shows every answer once, in each of 16 loads", async (t) => {
  const s = await start(t);
  for (let load = 0; load < 16; load++) {
    const p = await loaded(s);
    for (const query of [simple, compound]) {
      const before = p.shown.length;
      p.say(query);
      await p.answered();
      assert.match(shownOf(p, before), wholeRun, `load ${load}`);
    }
    await p.nothingWaits();
    assert.deepEqual([p.cards, p.ends], [2, 3], `load ${load}`);
    p.socket.terminate();
  }
});

test("two tabs of a session stay in step", async (t) => {
  const s = await start(t);
  const one = await new Page(s, await s.session(), true).open();
  one.say("안녕");
  await one.answered();
  const two = await new Page(s, one.id, true).open();
  await two.until(() => two.shown.includes("connected"), "the greeting");
  for (const [asks, hears] of [
    [one, two],
    [two, one],
  ]) {
    const [before, heard] = [asks.shown.length, hears.shown.length];
    // A tab that has just come is played an end that nobody has confirmed yet.
    const run = (p, from) => shownOf(p, from).replace(/^(?!planning_start)final_response ?/, "");
    asks.say(simple);
    await asks.until(() => wholeRun.test(run(asks, before)), "the answer");
    await hears.until(() => wholeRun.test(run(hears, heard)), "the answer in the other tab");
    assert.equal(run(hears, heard), run(asks, before));
  }
});

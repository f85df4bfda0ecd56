import assert from "node:assert/strict";
import { test } from "node:test";
import { house, patience, slow } from "./house.mjs";

const h = house("--quiet-hours", "00:00-00:00");

/** between lets a test add frames to what the server sends, and hold back the
 *  end of a run. */
async function between(page) {
  const l = { run: "", held: undefined, say: () => {}, hold: false };
  await page.own.routeWebSocket(/\/api\/v1\/chat\/ws\//, (near) => {
    const far = near.connectToServer();
    l.say = (frame) => near.send(JSON.stringify({ run_id: l.run, timestamp: new Date().toISOString(), ...frame }));
    near.onMessage((m) => far.send(m));
    far.onMessage((m) => {
      const frame = JSON.parse(m);
      if (frame.run_id) l.run = frame.run_id;
      if (l.hold && frame.type === "final_response") l.held = () => near.send(m);
      else near.send(m);
    });
  });
  return l;
}

async function until(page, what) {
  for (const end = Date.now() + patience; !what();) {
    assert.ok(Date.now() < end, "it did not come");
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

for (const [name, options, query] of [
  ["desktop", {}, "전세금 5% 인상 가능해?"],
  ["phone", { width: 390, height: 844, locale: "en-US", theme: "dark" }, "Can the landlord raise my deposit by 5%?"],
])
  test(`an answer grows, and nothing jumps when it is whole, ${name}`, async () => {
    const page = await h.visit(options);
    const l = await between(page);
    l.hold = true;
    await page.ask(query);
    await until(page, () => l.held);
    for (const [index, delta] of ["5% 인상은 ", "상한 5% 안이므로 **요구할", " 수 있습니다**"].entries())
      l.say({ type: "answer_delta", message_id: "m", index, delta });
    await page.locator("article[aria-busy] strong", { hasText: "요구할 수 있습니다" }).waitFor();
    await page.locator(".plan-head[aria-expanded=false]").waitFor(); // it made room when the answer began
    // Within the conversation: that the view goes along with it is no jump.
    const top = () =>
      page
        .locator("article.answer")
        .evaluate((e) =>
          Math.round(e.getBoundingClientRect().top - e.closest(".log-content").getBoundingClientRect().top),
        );
    const before = await top();
    l.held();
    await page.heard(1);
    assert.equal(await page.locator("article.answer").count(), 1);
    assert.equal(await top(), before);
    await page.well();
  });

test("an answer that begins anew takes the place of what was shown", async () => {
  const page = await h.visit();
  const l = await between(page);
  l.hold = true;
  await page.ask("전세금 5% 인상 가능해?");
  await until(page, () => l.held);
  l.say({ type: "answer_delta", message_id: "m.1", index: 0, delta: "틀린 처음" });
  l.say({ type: "answer_delta", message_id: "m.1", index: 1, delta: " 틀린 다음" });
  await page.locator("article[aria-busy]", { hasText: "틀린 처음 틀린 다음" }).waitFor();
  l.say({ type: "answer_delta", message_id: "m.2", index: 0, delta: "고친 처음" });
  l.say({ type: "answer_delta", message_id: "m.2", index: 1, delta: " 고친 다음" });
  await page.locator("article[aria-busy]", { hasText: "고친 처음 고친 다음" }).waitFor();
  assert.doesNotMatch(await page.locator("article[aria-busy]").innerText(), /틀린/);
  l.held();
  await page.heard(1);
  assert.equal(await page.locator("article.answer").count(), 1);
  await page.well();
});

for (const [name, options, w] of [
  [
    "desktop",
    {},
    {
      added: /대신할 일.*추가/s,
      reuse: /앞선 결과를 다시 사용했습니다: 분석/,
      after: /대신할 일 완료 후 시작/,
      tryingAgain: "다시 시도하는 중: 대신할 일",
      askedFor: "조회 내용",
      reused: "앞선 결과 사용",
      overBudget: "모델 사용 한도를 넘어 규칙으로 답했습니다.",
    },
  ],
  [
    "phone",
    { width: 390, height: 844, locale: "en-US", theme: "dark" },
    {
      added: /대신할 일.*added/s,
      reuse: /Earlier results reused: Analysis/,
      after: /After 대신할 일/,
      tryingAgain: "Trying again: 대신할 일",
      askedFor: "Asked for",
      reused: "Earlier result reused",
      overBudget: "The model's budget is used up, so this was answered by rules.",
    },
  ],
])
  test(`a changed plan, reuse and a fallback to rules have faces, ${name}`, async () => {
    const page = await h.visit(options);
    await page.with("probe");
    const l = await between(page);
    await page.ask(slow(2, 60_000));
    await page.locator(".step[data-status=in_progress]").waitFor();
    const step = (step_id, task, status, depends_on = [], more = {}) => ({
      step_id,
      task,
      team: "search",
      agent_name: "",
      description: "",
      status,
      progress_percentage: 0,
      depends_on,
      result: null,
      error: null,
      attempt: 1,
      execution_time_ms: 0,
      ...more,
    });
    l.say({ type: "data_reuse", teams: ["analysis"], from_run: "earlier" });
    l.say({
      type: "plan_updated",
      reason: "검색이 실패해 다른 길로 갑니다.",
      changes: [{ step_id: "x", change: "added" }],
      execution_strategy: "parallel",
      execution_steps: [
        step("a", "첫째", "failed"),
        step("x", "대신할 일", "in_progress"),
        step("y", "나중 일", "pending", ["x"]),
      ],
    });
    await page.locator(".replanned", { hasText: "검색이 실패해 다른 길로 갑니다." }).waitFor();
    assert.match(await page.locator(".replanned li").innerText(), w.added);
    assert.match(await page.locator(".work").innerText(), w.reuse);
    assert.match(await page.locator(".step-after").innerText(), w.after);
    l.say({ type: "todo_updated", execution_steps: [step("x", "대신할 일", "in_progress", [], { attempt: 2 })] });
    await page.locator(".plan-title", { hasText: w.tryingAgain }).waitFor();
    l.say({ type: "step_progress", step_id: "x", progress_percentage: 40, message: "반쯤 왔습니다" });
    await page.locator(".step-note", { hasText: "반쯤 왔습니다" }).waitFor();
    l.say({
      type: "plan_updated",
      reason: "",
      changes: [{ step_id: "x", change: "changed" }],
      execution_strategy: "parallel",
      execution_steps: [
        step("a", "첫째", "skipped", [], { reused_from: "earlier" }),
        step("x", "대신할 일", "in_progress", [], { query: "묵시적 갱신" }),
      ],
    });
    await page.locator(".step-after", { hasText: `${w.askedFor}: “묵시적 갱신”` }).waitFor();
    await page.locator(".step[data-reused] .step-state", { hasText: w.reused }).waitFor();
    assert.deepEqual(await page.axe(), []);
    l.say({
      type: "final_response",
      response: {
        type: "answer",
        answer: "규칙으로 답했습니다.",
        structured_data: { sections: [], metadata: { sources: [], answered_by: "rules", fallback: "over_budget" } },
      },
    });
    await page.locator(".notice-line", { hasText: w.overBudget }).waitFor();
    await page.well();
  });

test("a refused command says why", async () => {
  const page = await h.visit();
  await page.with("probe");
  const l = await between(page);
  await page.dialog("하나");
  l.say({ type: "error", code: "step_not_skippable", message: "건너뛸 수 없는 단계입니다." });
  await page.locator(".notice.bad[role=alert]", { hasText: "건너뛸 수 없는 단계입니다." }).waitFor();
  await page.ask('{"fail":"error"}');
  await page.locator(".outcome[data-bad] button").waitFor();
  await page.well();
});

test("a conversation that an assistant begins comes into the list by itself, unread until it is opened", async () => {
  const page = await h.visit();
  await page.with("probe");
  await page.ask(slow(1, 1));
  await page.heard(1);
  const rows = page.locator(".chat-row");
  assert.equal(await rows.count(), 1);
  const began = await page.evaluate(() =>
    fetch("/api/v1/triggers", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        trigger_event_id: "reminder-1",
        trigger_event_type: "interview_reminder",
        user_id: JSON.parse(localStorage.getItem("madang.user")),
        assistant: "interview",
        language: "ko",
      }),
    }).then((r) => r.status),
  );
  assert.ok(began < 300, `answered ${began}`);
  const unread = page.locator(".chat-row[data-unread]");
  await unread.waitFor();
  assert.equal(await rows.count(), 2);
  assert.match(await unread.innerText(), /새 대화/);
  assert.deepEqual(await page.axe(), []);
  assert.equal(await page.answers().count(), 1); // what is open stays
  await unread.locator(".chat-open").click();
  await page.locator("article.answer", { hasText: "예정된 면접" }).waitFor();
  assert.equal(await unread.count(), 0);
  await page.well();
});

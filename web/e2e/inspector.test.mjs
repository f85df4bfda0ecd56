import assert from "node:assert/strict";
import { test } from "node:test";
import { endless, house, slow } from "./house.mjs";

const h = house();

/** inspected opens the inspector on the last answer that is whole. */
async function inspected(page) {
  const answer = page
    .locator("article.answer")
    .filter({ has: page.locator("button[aria-haspopup=menu]") })
    .last();
  await answer.hover();
  await answer.locator("button[aria-haspopup=menu]").click();
  await page.getByRole("menuitem", { name: /실행 과정 자세히 보기|Inspect/ }).click();
  await page.locator(".insp-point").first().waitFor();
  return page.locator(".insp");
}

/** A desk in Korean and light, a phone in English and dark. */
const both = [
  [
    "desktop",
    {},
    {
      ask: "전세금 5% 인상 가능해?",
      more: "월세는 얼마나 올릴 수 있어?",
      whole: "전체 상태",
      found: /개 찾음/,
      history: "기록 보기",
      compare: "비교",
      added: /추가/,
      changed: /변경/,
      base: /기준/,
      events: "이벤트",
      times: "시간",
      check: "재현 검증",
      replay: "다시 실행해 비교",
      equal: "기록과 같습니다.",
      states: "상태",
      goOn: "여기서부터 다시 실행",
      asked: /전세금 5%/,
      graph: "그래프",
      now: /현재 노드 execute_teams/,
      past: /노드 \d+개를 지났습니다/,
      node: /노드 planning/,
      calls: "호출",
      noModels: "언어 모델을 호출하지 않았습니다.",
      edit: "값 수정",
      take: "적용",
      edited: "1곳을 수정한 상태에서 시작합니다.",
      fork: "이 시점에서 분기",
      forks: "분기",
    },
  ],
  [
    "phone",
    { width: 390, height: 844, locale: "en-US", theme: "dark" },
    {
      ask: "Can the landlord raise my jeonse deposit by 5%?",
      more: "By how much can the monthly rent be raised?",
      whole: "Whole state",
      found: /\d found/,
      history: "History",
      compare: "Compare",
      added: /added/,
      changed: /changed/,
      base: /Base/,
      events: "Events",
      times: "Timing",
      check: "Replay check",
      replay: "Run again and compare",
      equal: "Same as the record.",
      states: "States",
      goOn: "Rerun from here",
      asked: /deposit by 5%/,
      graph: "Graph",
      now: /Now in execute_teams/,
      past: /\d+ nodes visited/,
      node: /Node planning/,
      calls: "Calls",
      noModels: "No language model was called.",
      edit: "Edit",
      take: "Apply",
      edited: "Starts with 1 change.",
      fork: "Fork from here",
      forks: "Forks",
    },
  ],
];

const shot = (page, name) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/inspector-${name}.png` }) : undefined;

for (const [name, options, w] of both)
  test(`a developer walks a run, compares, follows a field, plays it again and forks, ${name}`, async () => {
    const page = await h.visit(options);
    await page.dialog(w.ask);
    const insp = await inspected(page);

    // The timeline is walked with the keys.
    const list = insp.getByRole("listbox");
    assert.ok((await list.getByRole("option").count()) >= 10);
    await list.focus();
    await page.keyboard.press("Home");
    assert.match(await list.getByRole("option", { selected: true }).innerText(), /T1 initialize/);
    await page.keyboard.press("ArrowDown");
    assert.match(await list.getByRole("option", { selected: true }).innerText(), /T2 plan ready/);
    assert.equal(
      await list.getAttribute("aria-activedescendant"),
      await list.getByRole("option", { selected: true }).getAttribute("id"),
    );

    // The state, searched; a path leads to the field's history.
    const tree = insp.getByRole("tree", { name: w.whole });
    await insp.getByRole("heading", { name: /T2 plan ready/ }).waitFor();
    await insp.locator(".insp-find input").fill("execution_strategy");
    await insp.getByText(w.found).waitFor();
    await tree
      .getByRole("treeitem", { name: /execution_strategy/ })
      .first()
      .click();
    await insp.locator(".insp-path code", { hasText: "planning_state.execution_strategy" }).waitFor();
    await shot(page, "state");
    assert.deepEqual(await page.axe(), []);
    await insp.locator(".insp-path").getByRole("button", { name: w.history }).click();
    await insp.locator(".insp-values li").first().waitFor();
    assert.match(await insp.locator(".insp-values").innerText(), /parallel/);
    await shot(page, "field");
    assert.deepEqual(await page.axe(), []);

    // Two points side by side: the first and the last.
    await insp.getByRole("tab", { name: w.compare }).click();
    await list.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("b");
    await page.keyboard.press("End");
    await insp.locator(".insp-diff li").nth(5).waitFor();
    const diff = await insp.locator(".insp-diff").innerText();
    assert.match(diff, w.added);
    assert.match(diff, w.changed);
    assert.match(await insp.getByRole("option", { name: w.base }).innerText(), /T1/);
    await shot(page, "compare");
    assert.deepEqual(await page.axe(), []);

    // Events, timings, replay.
    await insp.getByRole("tab", { name: w.events }).click();
    await insp.locator(".insp-event", { hasText: "plan_ready" }).click();
    await insp
      .getByRole("tree", { name: /plan_ready/ })
      .getByText("execution_steps")
      .waitFor();
    await shot(page, "events");
    assert.deepEqual(await page.axe(), []);
    await insp.getByRole("tab", { name: w.times }).click();
    await insp.locator(".insp-bar-row[data-kind=step]").nth(1).waitFor();
    assert.ok((await insp.locator(".insp-bar-row[data-kind=node]").count()) >= 4);
    await shot(page, "times");
    assert.deepEqual(await page.axe(), []);
    await insp.getByRole("tab", { name: w.check }).click();
    await insp.getByRole("button", { name: w.replay }).click();
    await insp.getByText(w.equal).waitFor();
    await shot(page, "replay");
    assert.deepEqual(await page.axe(), []);

    // A fork is another conversation that goes on from there.
    const before = new URL(page.url()).hash;
    await insp.getByRole("tab", { name: w.states, exact: true }).click();
    await list.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await insp.getByRole("heading", { name: /T2 plan ready/ }).waitFor();
    await insp.getByRole("button", { name: w.goOn }).click();
    await page.waitForFunction((hash) => location.hash !== hash, before);
    await page.heard(1);
    assert.match(await page.locator(".log").innerText(), w.asked);
    await page.well();
  });

test("what is personal is not shown, and a question can be run again", async () => {
  const page = await h.visit({ theme: "dark" });
  await page.dialog(
    "임대차 계약서 작성해줘. 서울 성동구 아파트, 보증금 3억, 임대인 김철수 010-1234-5678, 임차인 이영희, 2년",
  );
  const insp = await inspected(page);
  await insp.getByRole("button", { name: "모두 펼치기" }).click();
  await insp
    .getByText(/가려짐|\[redacted\]/)
    .first()
    .waitFor();
  await shot(page, "dark");
  assert.deepEqual(await page.axe(), []);
  for (const view of ["상태", "이벤트"]) {
    await insp.getByRole("tab", { name: view, exact: true }).click();
    for (const event of await insp.locator(".insp-event").all()) await event.click();
    const text = await insp.innerText();
    for (const secret of ["김철수", "이영희", "1234-5678"])
      assert.ok(!text.includes(secret), `${view} shows ${secret}`);
  }
  const before = new URL(page.url()).hash;
  await insp.getByRole("button", { name: "같은 질문 다시 실행" }).click();
  await page.waitForFunction((hash) => location.hash !== hash, before);
  await page.heard(1);
  await page.well();
});

test("on a phone the panes lie below each other, in English too", async () => {
  const page = await h.visit({ width: 390, height: 844, locale: "en-US" });
  await page.dialog("Can the landlord raise my jeonse deposit by 5%?");
  const insp = await inspected(page);
  await insp.getByRole("tab", { name: "Whole state" }).waitFor();
  await shot(page, "phone");
  assert.deepEqual(await page.axe(), []);
  const [line, right, wide] = await Promise.all([
    insp.locator(".insp-line").boundingBox(),
    insp.locator(".insp-right").boundingBox(),
    page.evaluate(() => document.documentElement.scrollWidth),
  ]);
  assert.ok(right.y >= line.y + line.height - 1, "below each other");
  assert.ok(wide <= 390, `no wider than the screen: ${wide}`);
  await insp.getByRole("tab", { name: "Timing" }).click();
  await insp.locator(".insp-bar-row").first().waitFor();
  await shot(page, "phone-times");
  assert.deepEqual(await page.axe(), []);
  await page.well();
});

test("a long run is windowed, and a failure says what to do", async () => {
  const page = await h.visit();
  await page.with("probe");
  await page.dialog(slow(32, 1));
  const insp = await inspected(page);
  const list = insp.getByRole("listbox");
  const last = Number(await list.getByRole("option").last().getAttribute("aria-setsize"));
  assert.ok(last > 60, `${last} transitions`);
  assert.ok((await list.getByRole("option").count()) < last / 1.5, "only what is in sight is drawn");
  await list.focus();
  await page.keyboard.press("Home");
  await list.getByRole("option", { selected: true }).and(page.locator('[aria-posinset="1"]')).waitFor();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("End");
  // Those that came in the meantime are its end.
  await page.waitForFunction(() => {
    const at = document.querySelector(".insp [role=option][aria-selected=true]");
    return at?.getAttribute("aria-posinset") === at?.getAttribute("aria-setsize");
  });

  await page.route("**/runs/*/events*", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: JSON.stringify({ error_code: "unavailable", message: "잠시 뒤 다시 시도해 주세요." }),
    }),
  );
  await insp.getByRole("tab", { name: "이벤트" }).click();
  const alert = insp.getByRole("alert");
  await alert.getByText("잠시 뒤 다시 시도해 주세요.").waitFor();
  assert.deepEqual(await page.axe(), []);
  await page.unroute("**/runs/*/events*");
  await alert.getByRole("button", { name: "다시 시도" }).click();
  await insp.locator(".insp-event").first().waitFor();
  assert.equal(await alert.count(), 0);

  // The view moves while the run works, and shows it as it stands.
  await page.keyboard.press("Escape");
  await page.ask(slow(2, 1500));
  await page.locator(".plan").nth(1).waitFor();
  const again = await inspected(page);
  await again.locator("select").first().selectOption({ index: 0 });
  await again.getByRole("tab", { name: "재현 검증" }).click();
  await again.locator("dd", { hasText: "완료" }).waitFor();
  await again.getByRole("button", { name: "다시 실행해 비교" }).and(page.locator(":enabled")).click();
  await again.getByText("기록과 같습니다.").waitFor();
  await page.well();
});

for (const [name, options, w] of both)
  test(`a graph with the run's way, calls with their results, a fork with a changed state and the way back, ${name}`, async () => {
    const page = await h.visit(options);
    await page.dialog(w.ask);
    const insp = await inspected(page);
    const home = new URL(page.url()).hash;

    // The graph: where the run was; a node leads to the state that it left.
    await insp.getByRole("tab", { name: w.graph }).click();
    await insp.getByRole("button", { name: /^planning/ }).waitFor();
    assert.ok((await insp.locator(".insp-node[data-been]").count()) >= 4);
    assert.ok((await insp.locator(".insp-edge[data-gone]").count()) >= 3);
    await shot(page, "graph");
    assert.deepEqual(await page.axe(), []);
    await insp.getByRole("button", { name: /^planning/ }).press("Enter");
    assert.match(await insp.locator(".insp-point-head").innerText(), w.node);

    // What was called: no model here, and each result once.
    await insp.getByRole("tab", { name: w.calls }).click();
    await insp.getByText(w.noModels).waitFor();
    await insp.locator(".insp-event").first().click();
    await shot(page, "calls");
    assert.deepEqual(await page.axe(), []);

    // A field is changed before the fork; what is no value of it is refused.
    await insp.getByRole("tab", { name: w.states, exact: true }).click();
    const list = insp.getByRole("listbox");
    await list.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await insp.getByRole("heading", { name: /T2 plan ready/ }).waitFor();
    await insp.locator(".insp-find input").fill("execution_strategy");
    const field = insp.getByRole("treeitem", { name: /execution_strategy/ }).first();
    await field.click();
    await insp.getByRole("button", { name: w.edit }).click();
    await insp.locator(".insp-edit textarea").fill("sequential");
    await insp.getByRole("button", { name: w.take }).click();
    await insp.getByText(w.edited).waitFor();
    await shot(page, "edit");
    assert.deepEqual(await page.axe(), []);
    await insp.getByRole("button", { name: w.fork }).click();
    await page.waitForFunction((hash) => location.hash !== hash, home);
    const forked = new URL(page.url()).hash.slice(2);
    const made = await page.evaluate(
      (id) => fetch(`/api/v1/sessions/${id}/checkpoints/${id}.1`).then((r) => r.json()),
      forked,
    );
    assert.equal(made.state.planning_state.execution_strategy, "sequential");

    // The tree tells both, and leads back.
    await page.ask(w.more);
    await page.locator("article.answer:not([aria-busy])").last().waitFor();
    const again = await inspected(page);
    await again.getByRole("tab", { name: w.forks }).click();
    await again.locator(".insp-branch[data-here]").waitFor();
    assert.equal(await again.locator(".insp-branch").count(), 2);
    await shot(page, "forks");
    assert.deepEqual(await page.axe(), []);
    await again.locator(".insp-branch button").click();
    await page.waitForFunction((hash) => location.hash === hash, home);
    await page.well();
  });

for (const [name, options, w] of both)
  test(`the graph shows the node that a run is in, and then the way that it went, ${name}`, async () => {
    const page = await h.visit(options);
    await page.with("probe");
    await page.dialog("안녕");
    await page.ask(endless(1));
    await page.locator(".step[data-status=in_progress]").waitFor();
    const graph = async () => {
      const insp = await inspected(page);
      await insp.locator("select").first().selectOption({ index: 0 });
      await insp.getByRole("tab", { name: w.graph }).click();
      return insp;
    };
    const insp = await graph();
    const now = insp.locator(".insp-node[data-now]");
    await now.waitFor();
    assert.equal(await now.count(), 1);
    assert.match(await now.textContent(), /execute_teams/);
    const [node, screen] = [await now.boundingBox(), page.viewportSize()];
    assert.ok(node.x >= 0 && node.x + node.width <= screen.width, "it is in sight");
    assert.match(await insp.locator(".insp-bar[role=status]").innerText(), w.now);
    await shot(page, `live-${name}`);
    assert.deepEqual(await page.axe(), []);
    await page.keyboard.press("Escape");
    await page.locator(".stop").click();
    await page.heard(2);
    const after = await graph();
    await after.locator(".insp-bar[role=status]", { hasText: w.past }).waitFor();
    assert.equal(await now.count(), 0);
    await page.well();
  });

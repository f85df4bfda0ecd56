import assert from "node:assert/strict";
import { test } from "node:test";
import { house, small } from "./house.mjs";

const h = house();
const trip = "오사카 3박 4일, 친구랑 둘이 150만원으로 맛집 여행 짜줘";

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async () => {
    const page = await h.visit({ theme });
    await page.locator(".welcome .example").first().waitFor();
    assert.deepEqual(await page.axe(), []);
    await page.ask("서울 아파트 전세 시세 알려줘");
    await page.heard(1);
    await page.locator(".chart svg").first().waitFor();
    await page.locator(".sources .chip").click();
    assert.deepEqual(await page.axe(), []);
    await page.locator(".sender-foot .chip[aria-pressed]").click();
    await page.ask("전세금 5% 인상 가능해?");
    await page.locator(".question[data-open]").waitFor();
    assert.deepEqual(await page.axe(), []);
    await page.locator(".question[data-open] button", { hasText: "단계 고치기" }).click();
    await page.locator(".choice-row").first().waitFor();
    assert.deepEqual(await page.axe(), []);
    await page.locator('button[aria-label="대화 메뉴"]').click();
    await page.locator("[role=menuitem]").first().waitFor();
    assert.deepEqual(await page.axe(), []);
  });

  test(`axe finds nothing in lessons and trips, on a phone, ${theme}`, async () => {
    const page = await h.visit({ theme, width: 390, height: 780 });
    await page.locator(".welcome .example").first().waitFor();
    assert.deepEqual(await small(page), []);
    await page.with("travel");
    await page.ask(trip);
    await page.heard(1);
    await page.locator(".offer").nth(2).waitFor();
    assert.deepEqual(await page.axe(), []);
    await page.locator('button[aria-label="대화 목록 열기"]').click();
    await page.locator("dialog[open] .chat-row").waitFor();
    assert.deepEqual(await page.axe(), []);
    assert.deepEqual(await small(page), []);
    await page.locator("dialog[open] .new").click();
    await page.locator(".welcome").waitFor();
    await page.with("tutor");
    await page.dialog("입문 과정을 시작할게요", "퀴즈", "2", "내 진도 보여 줘");
    await page.locator(".chapters").waitFor();
    assert.deepEqual(await page.axe(), []);
    assert.deepEqual(await small(page), []);
    await page.locator('button[aria-label="새 대화"]').click();
    await page.with("realestate");
    await page.locator(".sender-foot .chip[aria-pressed]").click();
    await page.ask("전세금 5% 인상 가능해?");
    await page.locator(".question[data-open] button", { hasText: "단계 고치기" }).click();
    await page.locator(".choice-row").first().waitFor();
    assert.deepEqual(await small(page), []);
    await page.locator(".choice button").first().click();
    await page.heard(1);
    await page.locator(".sources .chip").click();
    assert.deepEqual(await small(page), []);
  });
}

for (const width of [320, 390, 768, 1920]) {
  test(`nothing is cut off at ${width} px`, async () => {
    const page = await h.visit({ width, height: 740 });
    await page.with("travel");
    await page.ask(trip);
    await page.heard(1);
    await page.locator(".offer").nth(2).waitFor();
    await page.locator("details.more summary").click();
    const over = await page.evaluate(() =>
      [document.documentElement, document.querySelector(".log")].map((e) => e.scrollWidth - e.clientWidth),
    );
    assert.deepEqual(
      over.map((n) => n <= 0),
      [true, true],
      `too wide by ${over}`,
    );
    const send = await page.locator('button[aria-label="보내기"]').boundingBox();
    assert.ok(send && send.x + send.width <= width && send.y + send.height <= 740);
    await page.well();
  });
}

for (const [name, options, w] of [
  [
    "desktop",
    {},
    {
      ask: "전세금 5% 인상 가능해?",
      soon: "빨리",
      controls: ["새 대화", "대화 메뉴", "복사", "도움이 됐어요", "답변 메뉴", "고쳐서 다시 묻기", "계획 먼저 확인"],
      runMenu: "답변 메뉴",
      ready: /답변이 도착했습니다/,
    },
  ],
  [
    "phone",
    { width: 390, height: 844, locale: "en-US", theme: "dark" },
    {
      ask: "Can the landlord raise my jeonse deposit by 5%?",
      soon: "Quickly",
      controls: [
        "New chat",
        "Chat menu",
        "Copy",
        "Helpful",
        "Answer menu",
        "Edit and ask again",
        "Review the plan first",
      ],
      runMenu: "Answer menu",
      ready: /The answer is ready/,
    },
  ],
])
  test(`all is done with the keyboard, ${name}`, async () => {
    const page = await h.visit(options);
    await page.locator("#message").waitFor();
    // A phone's page leaves the screen's keyboard shut; one that is attached comes by Tab.
    const there = () => page.evaluate(() => document.activeElement?.id === "message");
    for (let i = 0; options.width && i < 60 && !(await there()); i++) await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.activeElement?.id === "message");
    await page.keyboard.type(w.ask);
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type(w.soon);
    await page.keyboard.press("Enter");
    await page.heard(1);
    assert.ok((await page.locator(".bubble").innerText()).includes(`\n${w.soon}`));
    // Each thing that can be done is reached by Tab, and shows where one is.
    const reached = new Set();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const e = document.activeElement;
        return e && e !== document.body ? e.getAttribute("aria-label") || e.textContent?.trim() || e.className : "";
      });
      reached.add(at);
    }
    for (const control of w.controls)
      assert.ok(reached.has(control), `${control} is not among ${[...reached].join(" | ")}`);
    await page.locator(`button[aria-label="${w.runMenu}"]`).focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=menuitem]").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".plan-head").focus();
    await page.keyboard.press("Enter");
    await page.locator('.plan-head[aria-expanded="true"]').waitFor();
    // A dialog keeps the focus, and gives it back.
    await page.locator(".leap").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "message");
    assert.match(await page.locator(".unseen[role=status]").innerText(), w.ready);
  });

test("it speaks English, and remembers language and appearance", async () => {
  const page = await h.visit();
  await page.locator(".side-foot .link").first().click();
  await page.locator("h2", { hasText: "How can we help?" }).waitFor();
  await page.locator(".side-foot .ant-segmented-item", { hasText: "Dark" }).click();
  await page.reload();
  await page.locator("h2", { hasText: "How can we help?" }).waitFor();
  assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]), [
    "en",
    "dark",
  ]);
  await page.ask("Can my landlord raise the jeonse deposit by 5%?");
  assert.match(await (await page.heard(1)).innerText(), /5%/);
  await page.locator(".new").click();
  await page.with("probe");
  await page.dialog("one");
  await page.locator(".chat-row", { hasText: "New chat" }).waitFor();
  assert.doesNotMatch(await page.locator(".side-list").innerText(), /새 대화/);
  await page.well();
});

test("what is read stays in its place while an answer comes", async () => {
  const page = await h.visit({ height: 600 });
  await page.with("probe");
  await page.dialog('{"steps":1,"result_bytes":9000}', "둘", "셋");
  await page.ask('{"steps":3,"step_ms":1000}');
  await page.locator(".step[data-status=in_progress]").first().waitFor();
  await page.locator(".log").evaluate((e) => {
    e.scrollTop = 40;
  });
  const top = () =>
    page
      .locator(".asked")
      .first()
      .evaluate((e) => Math.round(e.getBoundingClientRect().top));
  const before = await top();
  await page.heard(4);
  assert.equal(await top(), before);
});

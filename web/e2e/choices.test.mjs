// What can be chosen can be tapped, what stands behind an answer is folded, and
// the hands find what they are used to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { flat, house, small, tooWide } from "./house.mjs";

const h = house();
const shot = (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

async function fits(page) {
  assert.deepEqual(await page.axe(), []);
  assert.deepEqual(await tooWide(page), [0, 0]);
  if (page.viewportSize().width < 500) assert.deepEqual(await small(page), []);
}

const said = {
  ko: {
    trip: "제주도 여행 가고 싶어",
    picks: ["2박 3일"],
    lease: "임대차 계약서 써줘",
    kind: "전세",
    names: ["임대인 이름", "임차인 이름"],
    fill: "이 내용으로 채우기",
    stands: /전세.*홍길동.*김영희/s,
    asIs: "그대로 작성하기",
    blanks: /빈칸 \d+개 채우기/,
    preview: "미리 보기",
  },
  en: {
    trip: "I want to go to Jeju",
    picks: ["2 nights"],
    lease: "Write a lease contract",
    kind: "Jeonse",
    names: ["landlord's name", "tenant's name"],
    fill: "Use these details",
    stands: /[Jj]eonse.*홍길동.*김영희/s,
    asIs: "Write it as it is",
    blanks: /Fill in \d+ blanks/,
    preview: "Preview",
  },
};

for (const [width, theme, language] of [
  [1280, "light", "ko"],
  [390, "dark", "en"],
]) {
  const w = said[language],
    locale = language === "en" ? "en-US" : "ko-KR";

  test(`a trip is told by tapping, ${width} px, ${language}, ${theme}`, async () => {
    const page = await h.visit({ width, theme, locale });
    await page.with("travel");
    await page.dialog(w.trip);
    for (const [i, pick] of w.picks.entries()) {
      await page.locator(".asks .example", { hasText: pick }).last().click();
      await page.heard(i + 2);
      if (i === 0) {
        await shot(page, `slots-${width}-${language}`);
        await fits(page);
      }
    }
    await page.locator(".offer").nth(2).waitFor();
    await page.locator(".trip-next button").first().waitFor();
    await page.well();
  });

  test(`a contract's fields are filled in a form, and its preview is not cut, ${width} px, ${language}, ${theme}`, async () => {
    const page = await h.visit({ width, theme, locale });
    await page.with("realestate");
    await page.dialog(w.lease);
    const form = page.locator(".draft");
    await form.getByRole("button", { name: w.kind, exact: true }).click();
    for (const [i, name] of w.names.entries())
      await form.getByLabel(name, { exact: true }).and(page.locator("input")).fill(["홍길동", "김영희"][i]);
    for (const name of await form.locator("label").allInnerTexts()) assert.match(name, /^[^a-z]/);
    await shot(page, `draft-${width}-${language}`);
    await fits(page);
    await form.getByRole("button", { name: w.fill, exact: true }).click();
    assert.match(await (await page.heard(2)).innerText(), w.stands);
    await page.locator(".draft").getByRole("button", { name: w.asIs }).click();
    await page.heard(3);
    await page.locator(".draft button", { hasText: w.blanks }).waitFor();
    await page.locator(".document").getByRole("button", { name: w.preview }).click();
    const sheet = page.locator("dialog[open] .sheet");
    await sheet.locator("table, h3").first().waitFor();
    await shot(page, `canvas-${width}-${language}`);
    const cut = await page
      .locator("dialog[open] .drawer-body")
      .evaluate((body) =>
        [body, ...body.querySelectorAll("*")]
          .filter(
            (e) =>
              !e.closest(".scroll-x, pre") && e.getBoundingClientRect().right > body.getBoundingClientRect().right + 1,
          )
          .map((e) => e.className || e.tagName),
      );
    assert.deepEqual(cut, []);
    // On a wide screen one goes on talking beside it.
    if (width > 1200) await page.locator("#message").click();
    await page.locator("dialog[open] .drawer-head button").click();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.well();
  });
}

test("what stands behind an answer is folded, and the verdict is not", async () => {
  const page = await h.visit();
  await page.dialog("전세금 5% 인상 가능해?");
  const answer = page.answers().first();
  assert.doesNotMatch(await answer.innerText(), /20분의 1/);
  assert.match(await answer.innerText(), /요구할 수 있습니다[\s\S]*법적 근거[\s\S]*고려사항/);
  await answer.locator("summary", { hasText: "법적 근거" }).click();
  assert.match(await answer.innerText(), /20분의 1/);
  await answer.locator("summary", { hasText: "데이터 분석" }).click();
  await answer.locator("details .cite").first().click();
  await answer.locator(".sources li[data-at]").waitFor();
  await page.well();
});

test("Ctrl+K finds, ↑ edits, and what was pasted is folded", async () => {
  for (const width of [1280, 390]) {
    const page = await h.visit({ width });
    await page.with("probe");
    await page.dialog(Array.from({ length: 60 }, (_, i) => `줄 ${i}`).join("\n"));
    const bubble = page.locator(".bubble").first();
    const folded = (await bubble.boundingBox()).height;
    assert.ok(folded < 300, `${folded} px`);
    await bubble.getByRole("button").click();
    assert.ok((await bubble.boundingBox()).height > 1000);
    assert.match(flat(await bubble.innerText()), /줄 59/);
    await page.locator("#message").press("ArrowUp");
    await page.locator(".editor textarea").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.locator("input[type=search]:focus").waitFor();
    await page.well();
    await page.close();
  }
});

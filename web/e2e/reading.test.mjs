// What a reader sees first: his question at the top with its answer below it,
// lines that break between words, letters of our own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, patience, split, tooWide } from "./house.mjs";

const h = house();
const shot = (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

/** topOf is how far below the log's upper edge the last question stands. */
const topOf = (page) =>
  page.evaluate(() => {
    const log = document.querySelector(".log");
    return Math.round(
      [...log.querySelectorAll("[data-asked]")].at(-1).getBoundingClientRect().top - log.getBoundingClientRect().top,
    );
  });

for (const [width, theme, locale, long, short] of [
  [1280, "light", "ko-KR", "입문 과정을 시작할게요", "내 진도 보여 줘"],
  [390, "dark", "en-US", "Let's start the beginner course", "Show my progress"],
]) {
  test(`the newest question stands at the top while its answer grows, ${width} px, ${locale}`, async () => {
    const page = await h.visit({ width, theme, locale });
    await page.with("tutor");
    for (const [n, text] of [long, short, long].entries()) {
      await page.ask(text);
      await page.heard(n + 1);
      await page.waitForFunction((many) => document.querySelectorAll("[data-asked]").length === many, n + 1, {
        timeout: patience,
      });
      const top = await topOf(page);
      assert.ok(top >= -1 && top <= 40, `question ${n + 1} stands ${top} px below the top`);
    }
    // The reader goes up just as something else changes its size: he is heard.
    await page.locator(".log").evaluate((log) => {
      log.scrollTop = 0;
      log.querySelector(".log-content").append(document.createElement("hr"));
    });
    await page.locator(".to-end").waitFor();
    assert.equal(await page.locator(".log").evaluate((log) => log.scrollTop), 0);
    await page.locator(".log").evaluate((log) => log.querySelector("hr").remove());
    // What is asked next is at the top again.
    await shot(page, `reading-${width}`);
    // The way to the end covers nothing that is read, once the page has come to rest.
    await page.waitForFunction(
      () =>
        document.querySelector(".to-end").getBoundingClientRect().top >=
        document.querySelector(".log").getBoundingClientRect().bottom - 1,
      null,
      { timeout: patience },
    );
    await page.ask(short);
    await page.heard(4);
    assert.ok((await topOf(page)) <= 40);
    await page.well();
  });
}

for (const [width, locale] of [
  [1280, "ko-KR"],
  [390, "en-US"],
])
  test(`of twenty quick questions the last is the one that is seen, ${width} px`, async () => {
    const page = await h.visit({ width, locale });
    await page.with("probe");
    await page.ask("first");
    await page.heard(1);
    for (let i = 0; i < 20; i++) await page.ask(`quick ${i}`);
    // What is far above is not drawn any more.
    await page.locator("article.answer:not([aria-busy])", { hasText: /\b21(번째|:)/ }).waitFor();
    const last = page.locator("[data-asked]").last();
    assert.match(await last.innerText(), /quick 19/);
    const top = await topOf(page);
    assert.ok(top >= -1 && top <= 40, `${top} px`);
    await page.well();
  });

for (const width of [1280, 390, 360]) {
  test(`Korean lines break between words, in letters that the page brings, ${width} px`, async () => {
    const page = await h.visit({ width });
    await page.dialog("전세금 5% 인상 가능해?", "강남구 아파트 전세 시세 알려줘");
    await page.locator("[data-asked]").first().scrollIntoViewIfNeeded();
    assert.deepEqual(await split(page), []);
    assert.deepEqual(await tooWide(page), [0, 0]);
    const fonts = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter((f) => f.status === "loaded").map((f) => f.family);
    });
    assert.deepEqual(fonts, ["Pretendard"], "and only the file with the usual syllables");
    await shot(page, `words-${width}`);
    await page.well();
  });
}

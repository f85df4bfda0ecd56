// An answer's shape: the verdict, what it comes down to, drawings only of
// enough points, what is behind it folded, and what may be asked next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, small, split, tooWide } from "./house.mjs";

const h = house("--today", "2026-11-21");
const said = {
  ko: {
    rise: "보증금 3억인데 5% 올려달래요. 얼마까지 올릴 수 있나요?",
    figure: /올릴 수 있는 보증금\s*(3억\s1,500만원)/,
    verdict: /3억\s1,500만원까지/,
    next: "계약 갱신이에요",
    market: "강남구 아파트 전세 6억이면 비싼가요?",
    region: "서울 아파트 전세 시세 알려줘. 제 보증금은 5억이에요",
    trend: "최근 6개월 월별 매출 추이 보여줘",
    shares: "고객 유형별 매출 비중",
    compare: "작년 같은 기간과 비교해 주세요",
    report: "방문보고서 써줘. 방문일 2026-11-20, 거래처 고객기관054, 면담자 의사",
    fill: "이 내용으로 채우기",
    asIs: "그대로 작성하기",
    stop: "그만두기",
    stopped: /제출하지 않았습니다/,
  },
  en: {
    rise: "By how much can a jeonse deposit of 300 million won be increased?",
    figure: /Maximum deposit\s*(KRW\s315,000,000)/,
    verdict: /KRW\s315,000,000/,
    next: "It is a renewal",
    market: "Is 600 million won too much for the jeonse of an apartment in Gangnam?",
    region: "What are jeonse prices of apartments in Seoul? My deposit is 500 million won",
    trend: "Monthly sales over the last 6 months",
    shares: "Share of sales by customer type",
    compare: "Compare with the same period last year",
    report: "Write a visit report: visited 2026-11-20",
    fill: "Use these details",
    asIs: "Write it as it is",
    stop: "Stop",
    stopped: /Nothing was handed in/,
  },
};

for (const [width, theme, language] of [
  [1280, "light", "ko"],
  [360, "dark", "en"],
]) {
  const w = said[language];
  const visit = async (assistant) => {
    const page = await h.visit({ width, theme, locale: language === "en" ? "en-US" : "ko-KR" });
    await page.with(assistant);
    return page;
  };
  const fits = async (page) => {
    assert.deepEqual(await page.axe(), []);
    assert.deepEqual(await tooWide(page), [0, 0]);
    assert.deepEqual(await split(page), []);
    if (width < 500) assert.deepEqual(await small(page), []);
    await page.well();
  };

  /** Sums are said in sentences and written in digits in tables, whoever writes
   *  them: the server's text and the page's own table. */
  const oneWay = async (answer, language) => {
    const digits = language === "ko" ? /^\d{1,3}(,\d{3})*원$/ : /^KRW\s\d{1,3}(,\d{3})*$/;
    const said = await answer.evaluate((e) => {
      const copy = e.cloneNode(true);
      for (const t of copy.querySelectorAll("table")) t.remove();
      return copy.textContent;
    });
    if (language === "ko") assert.doesNotMatch(said, /\d,\d{3},\d{3}원/);
    await answer.locator(".chart > .link").click();
    const cells = (await answer.locator("td").allInnerTexts()).filter((c) => /원$|^KRW/.test(c));
    assert.ok(cells.length >= 12, `${cells.length} cells`);
    for (const cell of cells) assert.match(cell, digits);
    // Numbers are compared down a column.
    const sides = await answer
      .locator("td")
      .evaluateAll((all) =>
        all
          .filter((c) => /원$|^KRW/.test(c.innerText))
          .map((c) => `${getComputedStyle(c).textAlign} ${getComputedStyle(c).fontVariantNumeric}`),
      );
    assert.deepEqual([...new Set(sides)], ["right tabular-nums"]);
    assert.ok((await answer.locator(".prose td").count()) > 0, "in the text's own tables too");
    await answer.locator(".chart > .link").click();
    await answer.locator(".chart svg").waitFor();
  };

  test(`the verdict comes first, then its figures, then its grounds, ${width} px, ${language}, ${theme}`, async () => {
    const page = await visit("realestate");
    await page.dialog(w.rise);
    const answer = page.answers().last();
    assert.match(await answer.locator(".verdict").innerText(), w.verdict);
    assert.match(await answer.locator(".key-figures").innerText(), w.figure);
    const order = await answer.evaluate((e) =>
      [".verdict", ".key-figures", "details.more", ".sources", ".follows"].map(
        (s) => e.querySelector(s)?.getBoundingClientRect().top ?? -1,
      ),
    );
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
    assert.equal(await answer.locator("details.more[open]").count(), 0, "what is behind it is folded");
    await fits(page);
    await answer.locator(".follows").getByRole("button", { name: w.next }).focus();
    await page.keyboard.press("Enter");
    await page.heard(2);
    assert.equal((await page.locator(".follows").count()) <= 1, true, "only the newest answer is asked on");
  });

  test(`few points are told, many are drawn, ${width} px, ${language}, ${theme}`, async () => {
    const page = await visit("realestate");
    await page.dialog(w.market);
    const answer = page.answers().last();
    await answer.locator(".tile").first().waitFor();
    assert.equal(await answer.locator(".chart").count(), 0, "two or three points are no drawing");
    assert.equal(await answer.locator(".tile[data-own]").count(), 1, "the user's own sum is marked");
    await fits(page);
    await page.ask(w.region);
    const drawn = (await page.heard(2)).locator(".chart svg");
    await drawn.first().waitFor();
    const own = { light: "#b3792a", dark: "#e0b06a" }[theme];
    await drawn.first().locator(`path[fill="${own}"]`).waitFor();
    assert.equal(await drawn.first().locator(`path[fill="${own}"]`).count(), 1, "also among bars");
    const numbers = await visit("company");
    await numbers.dialog(w.trend);
    await numbers.answers().last().locator(".chart svg").waitFor();
    const order = await numbers
      .answers()
      .last()
      .evaluate((e) =>
        [".verdict", ".chart", ".prose table"].map((s) => e.querySelector(s)?.getBoundingClientRect().top),
      );
    assert.ok(order[0] < order[1] && order[1] < order[2], `the drawing is beside what it is about: ${order}`);
    await oneWay(numbers.answers().last(), language);
    await numbers.locator(".follows").getByRole("button", { name: w.compare }).click();
    await numbers.heard(2);
    await numbers.answers().last().locator(".chart svg").waitFor();
    await fits(numbers);
    // Shares are parts of one bar: a colour each, from side to side.
    const shares = await visit("company");
    await shares.dialog(w.shares);
    const whole = shares.answers().last().locator(".chart svg");
    await whole.getByText("%").first().waitFor();
    const parts = (await whole.locator("text").allTextContents()).map((s) => Number(/([\d.]+)%$/.exec(s)?.[1]));
    const sum = parts.reduce((a, b) => a + b, 0);
    assert.ok(parts.length >= 4 && Math.abs(sum - 100) < 0.5, `shares ${parts}`);
    const inks = await whole.locator("path[fill^='#']").evaluateAll((all) => all.map((p) => p.getAttribute("fill")));
    assert.ok(new Set(inks).size >= parts.length, `inks ${inks}`);
    await fits(shares);
  });

  test(`the company's form is filled in by controls, ${width} px, ${language}, ${theme}`, async () => {
    const page = await visit("company");
    await page.dialog(w.report);
    const form = page.locator("form.draft");
    await form.locator("input, .chip").first().waitFor();
    await fits(page);
    // A form that is handed in is never written with blanks.
    assert.equal(await form.getByRole("button", { name: w.asIs }).count(), 0);
    await form.locator("input").first().fill("2");
    await form.getByRole("button", { name: w.fill }).click();
    await page.heard(2);
    await form.getByRole("button", { name: w.stop }).click();
    assert.match(await (await page.heard(3)).innerText(), w.stopped);
    await page.well();
  });
}

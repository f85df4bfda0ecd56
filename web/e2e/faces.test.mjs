// The company assistant and the interviewer in a browser: figures with how they
// were computed, who asks, findings on their words, questions with their marks,
// and the reviewer's inbox.
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, small, tooWide } from "./house.mjs";

const h = house("--today", "2026-11-21");
const shot = (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

/** fits is that nothing is out of reach, too small or without a name. */
async function fits(page) {
  assert.deepEqual(await page.axe(), []);
  assert.deepEqual(await tooWide(page), [0, 0]);
  if (page.viewportSize().width < 500) assert.deepEqual(await small(page), []);
}

const said = {
  ko: {
    asks: ["지난달 서울 매출 상위 거래처 보여줘", "그럼 부산은?"],
    computed: /2026년 10월[\s\S]*부산/,
    report:
      "방문보고서 써줘. 방문일 2026-11-20, 거래처 고객기관054, 면담자 의사, 목적 제품설명, 설명 제품 예시가디온정, 식사 1명 15만원(세전), 제공 물품 없음, 반응 보통, 다음 조치 자료 전달, 이상사례 없음",
    mend: "식사는 1명 5만원으로 바꿔줘",
    difficulty: /질문 1[\s\S]*난이도 \d+/,
    interview: "프론트엔드 면접 연습할래요",
    unknown: "잘 모르겠습니다",
    end: "여기까지 하고 결과 볼게요",
    waits: "검토를 기다리고",
    chats: "대화 목록",
    inbox: "검토 대기함",
    approve: "승인",
    done: "처리했습니다",
    close: "닫기",
  },
  en: {
    asks: ["Show the top customers in Seoul by sales last month", "What about Busan?"],
    computed: /October 2026[\s\S]*Busan/,
    report:
      "Write a visit report: visit date 2026-11-20, customer 고객기관054, person met doctor, purpose product briefing, product 예시가디온정, meal 150,000 won for one person before tax, no items given, reaction neutral, next step send material, no adverse event",
    mend: "Change the meal to 50,000 won",
    difficulty: /Question 1[\s\S]*Difficulty \d+/,
    interview: "I want to practise a frontend interview",
    unknown: "I don't know",
    end: "Let me stop here and see the result",
    waits: "Waiting for review",
    chats: "Chats",
    inbox: "Reviews",
    approve: "Approve",
    done: "Done.",
    close: "Close",
  },
};

for (const [width, theme, language] of [
  [1280, "light", "ko"],
  [390, "dark", "en"],
]) {
  const w = said[language],
    locale = language === "en" ? "en-US" : "ko-KR";
  test(`numbers with a chart, and how they were computed, ${theme}, ${language}`, async () => {
    const page = await h.visit({ width, theme, locale });
    await page.with("company");
    await page.locator(".welcome select option", { hasText: "직원21" }).waitFor({ state: "attached" });
    await page.dialog(...w.asks);
    const answer = page.answers().last();
    await answer.locator(".chart svg").waitFor();
    const cut = (svg) => {
      const { left, right } = svg.getBoundingClientRect();
      const names = [...svg.querySelectorAll("text")].filter((text) => {
        const at = text.getBoundingClientRect();
        return at.left < left - 0.5 || at.right > right + 0.5;
      });
      return names.map((text) => text.textContent);
    };
    assert.deepEqual(await answer.locator(".chart svg").first().evaluate(cut), [], "names that the edge cuts");
    await answer.locator(".computed summary").click();
    assert.match(await answer.locator(".computed dl").innerText(), w.computed);
    await shot(page, `company-${theme}`);
    await fits(page);
  });

  test(`a report that breaks a rule is told with its words, ${theme}, ${language}`, async () => {
    const page = await h.visit({ width, theme, locale });
    await page.with("company");
    await page.dialog(w.report);
    const findings = page.answers().last().locator(".findings");
    await findings.locator("mark").first().waitFor();
    assert.match(await findings.innerText(), /PRE-001/);
    await shot(page, `findings-${theme}`);
    await fits(page);
    // What is put right is another version, that can be compared.
    await page.ask(w.mend);
    await (await page.heard(2)).locator(".document").getByRole("button").first().click();
    const canvas = page.locator("dialog[open]");
    await canvas.locator(".versions select").nth(1).selectOption({ index: 1 });
    assert.match(await canvas.locator('.changes [data-kind="gone"]').first().innerText(), /150,000/);
    await fits(page);
  });

  test(`an interview asks, marks, and waits for its reviewer, ${theme}, ${language}`, async () => {
    const page = await h.visit({ width, theme, locale });
    await page.with("interview");
    await page.dialog(w.interview);
    await page.locator(".quiz-question").first().waitFor();
    assert.match(await page.answers().last().locator(".face-title").first().innerText(), w.difficulty);
    await page.ask(w.unknown);
    await page.heard(2);
    await page.locator(".mark").first().waitFor();
    await fits(page);
    await page.ask(w.end);
    await page.locator(".interview-line", { hasText: w.waits }).waitFor();
    await shot(page, `interview-${theme}`);
    if (width < 500) await page.getByRole("button", { name: w.chats }).first().click();
    await page.getByRole("button", { name: w.inbox }).click();
    const entry = page.locator(".inbox-entry").first();
    await entry.waitFor();
    await shot(page, `inbox-${theme}`);
    assert.deepEqual(await page.axe(), []);
    await entry.getByRole("button", { name: w.approve, exact: true }).click();
    await page.locator(".inbox", { hasText: w.done }).waitFor();
    await page.getByRole("button", { name: w.close }).first().click();
    await page.locator(".radar").waitFor();
    await page.answers().last().locator(".document a[download][href*='format=pdf']").waitFor();
    await shot(page, `report-${theme}`);
    await fits(page);
  });
}

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

for (const [width, theme] of [
  [1280, "light"],
  [390, "dark"],
]) {
  test(`numbers with a chart, and how they were computed, ${theme}`, async () => {
    const page = await h.visit({ width, theme });
    await page.with("company");
    await page.locator(".welcome select option", { hasText: "직원21" }).waitFor({ state: "attached" });
    await page.dialog("지난달 서울 매출 상위 거래처 보여줘", "그럼 부산은?");
    const answer = page.answers().last();
    await answer.locator(".chart svg").waitFor();
    await answer.locator(".computed summary").click();
    assert.match(await answer.locator(".computed dl").innerText(), /2026년 10월[\s\S]*부산/);
    await shot(page, `company-${theme}`);
    await fits(page);
  });

  test(`a report that breaks a rule is told with its words, ${theme}`, async () => {
    const page = await h.visit({ width, theme });
    await page.with("company");
    await page.dialog(
      "방문보고서 써줘. 방문일 2026-11-20, 거래처 고객기관054, 면담자 의사, 목적 제품설명, 설명 제품 예시가디온정, 식사 1명 15만원(세전), 제공 물품 없음, 반응 보통, 다음 조치 자료 전달, 이상사례 없음",
    );
    const findings = page.answers().last().locator(".findings");
    await findings.locator("mark").first().waitFor();
    assert.match(await findings.innerText(), /PRE-001/);
    await shot(page, `findings-${theme}`);
    await fits(page);
  });

  test(`an interview asks, marks, and waits for its reviewer, ${theme}`, async () => {
    const page = await h.visit({ width, theme });
    await page.with("interview");
    await page.dialog("프론트엔드 면접 연습할래요");
    await page.locator(".quiz-question").first().waitFor();
    await page.ask("잘 모르겠습니다");
    await page.heard(2);
    await page.locator(".mark").first().waitFor();
    await fits(page);
    await page.ask("여기까지 하고 결과 볼게요");
    await page.locator(".interview-line", { hasText: "검토를 기다리고" }).waitFor();
    await shot(page, `interview-${theme}`);
    if (width < 500) await page.getByRole("button", { name: "대화 목록" }).first().click();
    await page.getByRole("button", { name: "검토 대기함" }).click();
    const entry = page.locator(".inbox-entry").first();
    await entry.waitFor();
    await shot(page, `inbox-${theme}`);
    assert.deepEqual(await page.axe(), []);
    await entry.getByRole("button", { name: "승인", exact: true }).click();
    await page.locator(".inbox", { hasText: "처리했습니다" }).waitFor();
    await page.getByRole("button", { name: "닫기" }).first().click();
    await page.locator(".radar").waitFor();
    await shot(page, `report-${theme}`);
    await fits(page);
  });
}

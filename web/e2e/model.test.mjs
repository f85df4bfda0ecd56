import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { exportIn, grown, heardOf, house } from "./house.mjs";

const h = house("--model", `scripted:${fileURLToPath(new URL("model.yaml", import.meta.url))}`);

const flat = (s) => s.replace(/[*#\s-]+/g, "");

for (const theme of ["light", "dark"]) {
  test(`a model's answer grows, ends as what was sent, and says where it is from, ${theme}`, async () => {
    const page = await h.visit({ theme, width: theme === "dark" ? 390 : 1280 });
    const frames = heardOf(page);
    await grown(page);
    await page.ask("전세금 5% 인상 가능해?");
    const answer = await page.heard(1);
    const seen = await page.evaluate(() => globalThis.seen);
    assert.ok(seen.length >= 3, `it grew in ${seen.length} steps`);
    assert.ok(
      seen.every((text, i) => i === 0 || text.startsWith(seen[i - 1].slice(0, 40))),
      "it only grew",
    );
    const { response } = frames.find((f) => f.type === "final_response");
    assert.equal(response.structured_data.metadata.answered_by, "model");
    assert.equal(flat(await answer.locator(".prose").innerText()), flat(response.answer));
    await answer.locator(".made", { hasText: "AI 모델이 작성한 답변 · 근거 확인됨" }).waitFor();

    await answer.locator(".sources .chip").click();
    const law = answer.locator(".sources li", { hasText: "주택임대차보호법 제7조" }).first();
    await law.locator(".tag", { hasText: "일부만 확인됨" }).first().waitFor();
    assert.match(await law.innerText(), /20\d\d-\d\d-\d\d 기준/);
    const link = law.locator("a");
    assert.match(await link.getAttribute("href"), /^https:\/\/www\.law\.go\.kr\//);
    assert.match(await link.getAttribute("rel"), /noopener/);
    assert.match(await answer.locator(".sources").innerText(), /모델: scripted · answer@/);
    assert.deepEqual(await page.axe(), []);
    await answer.locator(".sources .chip").click();
    await law.waitFor({ state: "detached" });

    // A reference in the text leads to its source.
    await answer.locator(".cite", { hasText: "시행령 제8조" }).first().click();
    await page.locator(".sources li[data-at]", { hasText: "주택임대차보호법 시행령 제8조" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.matches(".sources li[data-at]")), true);
    assert.equal(new URL(page.url()).hash.startsWith("#/"), true, "and not away from the page");
    assert.deepEqual(await page.axe(), []);

    // The inspector tells what the model's calls took.
    await answer.locator("button[aria-haspopup=menu]").click();
    await page.getByRole("menuitem", { name: /실행 과정 자세히 보기/ }).click();
    await page.getByRole("tab", { name: "시간" }).click();
    const calls = page.locator(".insp-bar-row[data-kind=call]");
    await calls.first().waitFor();
    assert.match(await calls.last().innerText(), /answer@[\s\S]*토큰 [\d,]+ \+ [\d,]+ · (단가 미설정|US\$)/);
    await page.getByRole("tab", { name: "호출" }).click();
    await page.locator(".insp-table td", { hasText: "scripted" }).first().waitFor();
    assert.deepEqual(await page.axe(), []);
    await page.keyboard.press("Escape");

    const before = flat(await answer.locator(".prose").innerText());
    await page.reload();
    assert.equal(flat(await (await page.heard(1)).locator(".prose").innerText()), before);
    await page.locator(".made").waitFor();
    await page.well();
  });
}

test("an answer that had to be mended is shown mended", async () => {
  const page = await h.visit();
  const frames = heardOf(page);
  await page.ask("전세금 7% 인상 가능해?");
  const answer = await page.heard(1);
  assert.equal(
    new Set(frames.filter((f) => f.type === "answer_delta").map((f) => f.message_id)).size,
    2,
    "it was begun anew",
  );
  const text = await answer.innerText();
  assert.match(text, /아니요, 7% 인상은/);
  assert.doesNotMatch(text, /42%/);
  assert.equal((text.match(/상한 5%를 넘으므로/g) ?? []).length, 1);
  await page.well();
});

test("without the model the rules answer, and it is said why", async () => {
  const page = await h.visit({ locale: "en-US" });
  await page.locator(".side-model", { hasText: "Model: scripted" }).waitFor();
  await page.locator(".side-foot .link").first().click();
  await page.locator(".side-model", { hasText: "모델: scripted" }).waitFor();
  // In this order: the model is shown what was asked before, so the script's
  // word of the 4 % would meet each question behind it.
  await page.ask("계약갱신요구권은 몇 번 쓸 수 있어?");
  let answer = await page.heard(1);
  await answer.locator("[data-fallback=refused]", { hasText: "모델이 답하지 않아 규칙으로 답했습니다." }).waitFor();
  await page.ask("전세금 4% 인상 가능해?");
  answer = await page.heard(2);
  await answer.locator("[data-fallback=unavailable]", { hasText: "모델을 쓸 수 없어 규칙으로 답했습니다." }).waitFor();
  assert.equal(await page.locator(".made").count(), 0);
  assert.deepEqual(await page.axe(), []);
  await page.well();
});

test("what is remembered is used, seen, put right, taken along and erased", async () => {
  const page = await h.visit({ width: 390, height: 780 });
  await page.dialog("저는 마포구에서 아파트 전세를 찾고 있어요");
  await page.locator('button[aria-label="새 대화"]').click();
  await page.locator(".welcome").waitFor();
  await page.ask("아파트 시세 알려줘");
  const answer = await page.heard(1);
  const assumed = answer.locator("[data-assumed=region]");
  assert.match(await assumed.innerText(), /마포구/);
  await assumed.locator("button", { hasText: "다른 지역으로" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "message");
  assert.equal(await page.locator("#message").inputValue(), "아파트 시세 알려줘\n지역: ");
  await page.keyboard.type("강남구");
  await page.keyboard.press("Enter");
  const second = await page.heard(2);
  assert.match(await second.innerText(), /강남구/);
  assert.equal(await second.locator("[data-assumed=region]").count(), 0);

  await assumed.waitFor();
  await page.locator('button[aria-label="대화 목록 열기"]').click();
  await page.locator("dialog[open] .side-foot button", { hasText: "기억한 내용" }).click();
  const exportOf = async (id) => exportIn(await (await page.request.get(`${h.url}/api/v1/users/${id}/export`)).body());
  const drawer = page.locator("dialog[open]");
  const region = drawer.locator(".preference[data-key=region]");
  // What is looked up once is no fact of the user; what he states is.
  assert.match(await region.innerText(), /마포구/);
  assert.match(await region.innerText(), /대화에서 파악: “.*마포구/);
  await drawer.locator(".exchange", { hasText: "저는 마포구에서 아파트 전세를 찾고 있어요" }).waitFor();
  assert.deepEqual(await page.axe(), []);

  assert.ok(await drawer.locator(".drawer-body").evaluate((e) => e.scrollWidth <= e.clientWidth), "nothing is cut off");

  await region.locator("button", { hasText: "수정" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("성동구");
  assert.deepEqual(await page.axe(), []);
  await page.keyboard.press("Enter");
  await region.locator("strong", { hasText: "성동구" }).waitFor();
  assert.match(await region.innerText(), /직접 수정/);
  await drawer.locator(".preference[data-key=deal_type] button", { hasText: "삭제" }).click();
  await drawer.locator(".preference[data-key=deal_type]").waitFor({ state: "detached" });

  const [file] = await Promise.all([page.waitForEvent("download"), drawer.locator("a.chip").click()]);
  assert.match(file.suggestedFilename(), /\.zip$/);
  const all = exportIn(readFileSync(await file.path()));
  assert.equal(all("sessions").length, 2);
  assert.equal(all("preferences").find((p) => p.key === "region").value, "성동구");

  // One exchange is forgotten, and is in the file no more.
  const before = await drawer.locator(".exchange").count();
  const one = drawer.locator(".exchange", { hasText: "저는 마포구에서 아파트 전세를 찾고 있어요" }).first();
  await one.locator("button", { hasText: "이 기억 삭제" }).click();
  await one.locator(".confirm button", { hasText: "취소" }).click();
  assert.equal(await drawer.locator(".exchange").count(), before);
  await one.locator("button", { hasText: "이 기억 삭제" }).click();
  assert.deepEqual(await page.axe(), []);
  await one.locator(".confirm button", { hasText: "이 기억 삭제" }).click();
  await drawer.locator(".memory-news", { hasText: "삭제했습니다." }).waitFor();
  await page.waitForFunction((n) => document.querySelectorAll("dialog[open] .exchange").length === n, before - 1);
  const asked = await page.evaluate(() => JSON.parse(localStorage.getItem("madang.user")));
  const now = await exportOf(asked);
  assert.equal(now("memories").length, all("memories").length - 1);

  await drawer.locator("button", { hasText: "대화 기억 삭제" }).click();
  await drawer.locator(".confirm button", { hasText: "취소" }).click();
  await drawer.locator(".exchange").first().waitFor();
  await drawer.locator("button", { hasText: "모두 삭제" }).click();
  assert.deepEqual(await page.axe(), []);
  await drawer.locator(".confirm button", { hasText: "모두 삭제" }).click();
  await drawer.locator(".memory-news", { hasText: "모두 삭제했습니다." }).waitFor();
  await region.waitFor({ state: "detached" });
  assert.equal(await drawer.locator(".exchange").count(), 0);
  await page.keyboard.press("Escape");
  await page.locator(".welcome").waitFor();
  await page.locator('button[aria-label="대화 목록 열기"]').click();
  await page.locator("dialog[open] .side-list", { hasText: "아직 대화가 없습니다." }).waitFor();
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem("madang.user")));
  const left = await exportOf(user);
  assert.deepEqual(["sessions", "memories", "preferences"].map(left), [[], [], []]);
  await page.well();
});

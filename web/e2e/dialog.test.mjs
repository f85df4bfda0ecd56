import assert from "node:assert/strict";
import { test } from "node:test";
import { house, endless, skipAll } from "./house.mjs";

const h = house();

test("the real-estate adviser: plan, teams, answer, sources, a chart", async () => {
  const page = await h.visit();
  await page.locator(".example", { hasText: "전세금 5% 인상 가능해?" }).click();
  const answer = await page.heard(1);
  assert.match(await answer.innerText(), /요구할 수 있습니다/);
  await page.unfold();
  await page.locator(".plan .step[data-status=completed]").nth(1).waitFor();
  assert.equal(await page.locator(".wave[data-wide] .step").count(), 2);
  await answer.locator(".sources .chip").click();
  await answer.locator(".sources li", { hasText: "주택임대차보호법 제7조" }).first().waitFor();
  assert.match(await answer.locator(".sources li").first().innerText(), /20분의 1/);
  assert.equal(await page.title(), "전세금 5% 인상 가능해? · 마당");

  await page.ask("강남구와 마포구 아파트 전세 시세 비교해줘");
  await page.heard(2);
  await page.locator(".tile-figure", { hasText: "마포구" }).first().waitFor();
  const before = await page.locator(".log-content").innerText();
  await page.reload();
  await page.heard(2);
  await page.locator(".tile-figure").first().waitFor();
  const strip = (s) => s.replace(/\s+/g, " ");
  assert.ok(
    strip(before).includes(strip(await page.locator("article.answer").nth(1).innerText())),
    "the answer is the same after a reload",
  );
  await page.well();
});

test("the tutor: a lesson, a quiz in quiz mode, marks, progress", async () => {
  const page = await h.visit();
  await page.with("tutor");
  await page.ask("입문 과정을 시작할게요");
  await page.heard(1);
  await page.locator(".lesson button", { hasText: "퀴즈 풀기" }).click();
  await page.locator(".quiz .option").nth(3).waitFor();
  assert.equal(await page.locator("#message").getAttribute("placeholder"), "답을 입력하세요");
  await page.locator(".quiz button", { hasText: "힌트" }).click();
  await page.locator(".hints li").waitFor();
  await page.locator(".quiz").last().locator(".option").nth(1).click();
  await page.locator(".quiz").last().locator("button[type=submit]").click();
  await page.locator(".mark-score").waitFor();
  assert.match(await page.locator("#message").getAttribute("placeholder"), /메시지/);
  await page.locator("header .chip").click();
  await page.locator("dialog .chapters li").nth(7).waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.locator(".mark-score").waitFor();
  await page.well();
});

test("the travel planner: three plans, days, a document to preview and download", async () => {
  const page = await h.visit();
  await page.with("travel");
  await page.dialog("제주도 2박 3일 가족 4명, 예산 200만원, 관광");
  await page.locator(".offer").nth(2).waitFor();
  assert.equal(await page.locator(".day").count(), 3);
  assert.equal(await page.locator(".offer[data-best]").count(), 1);
  await page.ask("PDF로 저장해줘");
  await page.locator(".document").waitFor();
  await page.locator(".document button").click();
  await page.locator("dialog .sheet h3").first().waitFor();
  for (const kind of ["PDF", "Word", "Markdown", "캘린더"]) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(`dialog a[aria-label="${kind} 내려받기"]`).click(),
    ]);
    assert.equal(await file.failure(), null);
  }
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".document").waitFor();
  await page.locator(".offer").nth(2).waitFor();
  assert.equal(await page.locator(".offer").count(), 3);
  await page.well();
});

for (const [name, options, w] of [
  [
    "desktop",
    {},
    {
      ask: ["전세금 5% 인상 가능해?", "강남구 아파트 전세 시세 알려줘"],
      left: /남음/,
      edit: "단계 고치기",
      run: "1개 단계 진행",
      changed: /수정했습니다/,
    },
  ],
  [
    "phone",
    { width: 390, height: 844, locale: "en-US", theme: "dark" },
    {
      ask: ["Can the landlord raise my jeonse deposit by 5%?", "What are jeonse prices of apartments in Gangnam?"],
      left: /left/,
      edit: "Change the steps",
      run: "Run 1 step",
      changed: /Changed\./,
    },
  ],
])
  test(`a plan is reviewed: steps are left out, or all is refused, ${name}`, async () => {
    const page = await h.visit(options);
    await page.locator(".sender-foot .chip[aria-pressed]").click();
    await page.ask(w.ask[0]);
    await page.locator(".question[data-open]").waitFor();
    assert.match(await page.locator(".question [role=timer]").innerText(), w.left);
    await page.reload(); // the question is found by whoever comes
    await page.locator(".question[data-open] button", { hasText: w.edit }).click();
    await page.locator(".choice-row input[type=checkbox]").nth(1).click();
    await page.locator(".choice button", { hasText: w.run }).click();
    await page.heard(1);
    await page.unfold();
    await page.locator(".step[data-status=skipped]").waitFor();
    assert.match(await page.locator(".question").innerText(), w.changed);

    await page.ask(w.ask[1]);
    await page.locator(".question[data-open] button").last().click();
    await page.heard(2);
    assert.equal(await page.locator(".question[data-open]").count(), 0);
    await page.well();
  });

for (const [name, options, words] of [
  ["desktop", {}, "서울입니다"],
  ["phone", { width: 390, height: 844, locale: "en-US", theme: "dark" }, "It is Seoul"],
])
  test(`a run asks for approval and for words, ${name}`, async () => {
    const page = await h.visit(options);
    await page.with("probe");
    // What is to be tapped stays where it is from the first tenth of a second on.
    const places = page.evaluate(
      () =>
        new Promise((done) => {
          const tops = new Set();
          let since = 0;
          const look = (now) => {
            const button = document.querySelector(".question[data-open] button");
            if (button) since ||= now;
            if (since && now - since > 100) tops.add(Math.round(button.getBoundingClientRect().top));
            if (since && now - since > 1000) done([...tops]);
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }),
    );
    await page.ask('{"ask":"approval","default":"approve"}');
    assert.equal((await places).length, 1, `it moved: ${await places}`);
    await page.locator(".question[data-open] button").first().click();
    await page.heard(1);
    await page.ask('{"ask":"clarification"}');
    await page.locator(".question[data-open]").waitFor();
    await page.ask(words);
    await page.heard(2);
    await page.locator(".asked .tiny").waitFor({ state: "detached" }); // an answer may overtake the ack
    assert.deepEqual(
      await page.locator(".log-content > [data-item] > *").evaluateAll((all) => all.map((e) => e.className)),
      ["asked", "work", "answer", "asked", "work", "asked", "answer"],
    );
    await page.well();
  });

test("work is stopped, skipped, asked again, edited and rated", async () => {
  const page = await h.visit();
  await page.with("probe");
  await page.ask(endless(2));
  await page.locator(".step[data-status=in_progress]").first().waitFor();
  await page.locator('button[aria-label="중지"]').click();
  await page.locator(".outcome").waitFor();
  await page.reload();
  await page.locator(".outcome").waitFor();

  assert.match(await page.locator(".plan-head").innerText(), /진행 과정.*중지했습니다/s, "nobody answered");
  await page.ask(endless(2));
  await page.locator(".step[data-status=in_progress]").first().waitFor();
  await skipAll(page, 2);
  await page.heard(2);

  await page.locator('button[aria-label="도움이 됐어요"]').last().click();
  await page.locator('button[aria-label="도움이 됐어요"][aria-pressed=true]').waitFor();
  await page.locator('button[aria-label="답변 메뉴"]').last().click();
  await page.locator("[role=menuitem]", { hasText: "실행 과정 자세히 보기" }).click();
  await page.locator("dialog[open] .drawer-body > *").first().waitFor();
  await page.keyboard.press("Escape");

  const first = page.url();
  await page.locator(".asked").last().hover();
  await page.locator('button[aria-label="고쳐서 다시 묻기"]').last().click();
  await page.locator(".editor textarea").fill("다시 해 줘");
  await page.locator(".editor button", { hasText: "다시 묻기" }).click();
  await page.waitForURL((u) => u.href !== first);
  await page.locator(".bubble", { hasText: "다시 해 줘" }).waitFor();
  await page.locator("article.answer .prose").last().waitFor();
  await page.well();
});

test("the language of an answer is the question's, not the page's", async () => {
  const page = await h.visit();
  await page.dialog(
    "Can my landlord raise a jeonse deposit of 300 million won by 10%?",
    "전세금 5% 인상 가능해?",
    "영어로 답해줘",
  );
  const answers = await page.locator("article.answer").all();
  const told = await Promise.all(answers.map((a) => a.locator(".prose").first().innerText()));
  assert.match(told[0], /^[^가-힣]*KRW\s\d/);
  assert.match(told[1], /[가-힣]/);
  assert.match(told[2], /^[^가-힣]+$/);
  await page.well();
});

test("a menu lies in sight, though its button was pushed out of it", async () => {
  const page = await h.visit({ width: 390, height: 500 });
  await page.dialog("전세금 5% 인상 가능해?");
  const button = page.locator('article.answer button[aria-haspopup="menu"]').last();
  const at = await button.evaluate((b) => {
    b.closest("article").style.paddingTop = "2000px";
    b.closest(".log").scrollTop = 0;
    b.click();
    return b.getBoundingClientRect().top;
  });
  assert.ok(at > 500, `below what is seen: ${at}`);
  await page.getByRole("menuitem", { name: "실행 과정 자세히 보기" }).click();
  await page.locator("dialog[open] .drawer-body > *").first().waitFor();
  await page.well();
});

test("conversations are found, renamed, deleted and brought back", async () => {
  const page = await h.visit();
  await page.dialog("전세금 5% 인상 가능해?");
  await page.locator(".new").click();
  await page.dialog("강남구 아파트 전세 시세 알려줘");
  await page.locator(".chat-row").nth(1).waitFor();
  await page.locator("input[type=search]").fill("강남구");
  await page.locator(".chat-row").nth(1).waitFor({ state: "detached" });
  await page.locator("input[type=search]").fill("");
  await page.locator(".chat-row", { hasText: "전세금" }).locator(".ghost").click({ force: true });
  await page.locator("[role=menuitem]", { hasText: "이름 바꾸기" }).click();
  await page.keyboard.type("보증금 이야기");
  await page.keyboard.press("Enter");
  const row = page.locator(".chat-row", { hasText: "보증금 이야기" });
  await row.waitFor();
  await row.locator(".ghost").click({ force: true });
  await page.locator("[role=menuitem]", { hasText: "삭제" }).click();
  await row.waitFor({ state: "detached" });
  await page.locator(".toast .link").click();
  await row.waitFor();
  await row.locator(".chat-open").click();
  await page.locator("h1", { hasText: "보증금 이야기" }).waitFor();
  await page.heard(1);
  for (const kind of ["Markdown", "JSON"]) {
    await page.locator('button[aria-label="대화 메뉴"]').click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("[role=menuitem]", { hasText: kind }).click(),
    ]);
    assert.equal(await file.failure(), null);
    assert.match(file.suggestedFilename(), /보증금 이야기/);
  }
  await page.well();
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { house, logOf, patience } from "./house.mjs";

const h = house("--model", `scripted:${fileURLToPath(new URL("hostile.yaml", import.meta.url))}`);

/** harmless looks at all that is on the page: nothing of what was said has
 *  become a part of it. */
async function harmless(page) {
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll("#root *")];
    return {
      hurt: globalThis.hurt,
      parts: all
        .filter((e) =>
          e.matches("img, script, iframe, object, embed, form[action], base, link, style, foreignObject, .prose svg"),
        )
        .map((e) => e.outerHTML),
      handlers: all.filter((e) => [...e.attributes].some((a) => a.name.startsWith("on"))).map((e) => e.outerHTML),
      links: all
        .filter((e) => e.matches("a[href], area[href]"))
        .map((e) => e.getAttribute("href"))
        .filter((to) => !/^(?:https:\/\/www\.law\.go\.kr\/|\/(?![/\\])|#)/.test(to)),
    };
  });
  assert.deepEqual(found, { hurt: undefined, parts: [], handlers: [], links: [] });
  await page.well();
}

const evil = (name) =>
  `<img src=x onerror="globalThis.hurt='${name}'"> [눌러](javascript:globalThis.hurt=1) ![그림](https://elsewhere.example/x.png)`;

test("hostile words of a model", async () => {
  const page = await h.visit();
  // What the adviser says is held against its facts: none of it comes through.
  await page.ask("전세금 5% 인상 가능해?");
  const answer = await page.heard(1);
  await answer.locator("[data-fallback]").waitFor();
  assert.doesNotMatch(await answer.innerText(), /onerror|elsewhere/);
  // The others pass on a model's own words, in a sentence.
  await page.locator(".new").click();
  await page.with("travel");
  await page.dialog("글리코 아저씨 간판 보고 바람 좀 쐬고 올까 하는데");
  assert.match(
    await logOf(page),
    /목적지 오사카, 기간 3박 4일, 인원 2명 <img src=x onerror="globalThis.hurt='line'"> 눌러’로 이해했습니다/,
  );
  await harmless(page);
  await page.locator(".new").click();
  await page.with("tutor");
  await page.dialog(
    "입문",
    "AI가 뭐예요?",
    "주관식",
    "초안은 금방 써 주니까 사람이 손보면 되고, 거꾸로 오늘 환율은 엉뚱하게 댄다. 그래서 돈이 걸린 일은 내가 찾는다.",
  );
  const said = await logOf(page);
  assert.match(said, /컴퓨터로 구현한 것입니다\. < img src=x onerror=alert\(\) > javascript:alert\(\) 굵게 <script>/);
  assert.match(said, /바로잡을 점: <img src=x onerror="globalThis.hurt='remark'">환율은 따로 찾아보세요\. 자료 그림/);
  await harmless(page);
  await page.reload();
  await page.heard(4);
  assert.equal(await logOf(page), said, "stored it is the same");
  await harmless(page);
});

test("a hostile source that was ingested", async () => {
  const source = h.file(
    "source.md",
    `---
law: 옥상 텃밭 조정 안내${evil("law")}
as_of: 2026-01-02
source: "javascript:globalThis.hurt='source'"
status: verified
---
## 제3조(옥상 텃밭 조정 ${evil("title")})
옥상 텃밭 조정은 관리사무소에 신청하며, 조정위원회는 30일 안에 결정한다. ${evil("text")}
&lt;img src=x onerror=globalThis.hurt=2&gt; \\<svg onload=globalThis.hurt=3\\> \`<b>\`
`,
  );
  h.run("ingest", source, "--pack", "noise");
  const page = await h.visit();
  // The server takes the change over by itself, in a moment.
  for (const end = Date.now() + patience; ;) {
    await page.locator(".new").click();
    await page.dialog("옥상 텃밭 조정은 어떻게 신청해?");
    if (/조정위원회는 30일 안에/.test(await logOf(page))) break;
    assert.ok(Date.now() < end, "it was not taken over");
  }
  const answer = page.locator("article.answer");
  await answer.locator(".sources .chip").click();
  await answer.locator(".sources li", { hasText: "옥상 텃밭 조정 안내" }).first().waitFor();
  assert.match(await answer.innerText(), /onerror="globalThis\.hurt='law'"/, "as it was written");
  await harmless(page);
  await answer.locator(".cite, .sources li").first().click();
  await page.locator('button[aria-label="답변 메뉴"]').click();
  await page.locator("[role=menuitem]", { hasText: "실행 과정 자세히 보기" }).click();
  await page.locator(".insp-point").first().waitFor();
  await page.locator(".insp").getByRole("button", { name: "모두 펼치기" }).click();
  await harmless(page);
});

test("a hostile message, in the log, the title, the list and an export", async () => {
  const page = await h.visit();
  const said = `</title>${evil("message")} <svg onload=globalThis.hurt=4>\n# 머리글 **굵게** | 표 |`;
  await page.dialog(said);
  assert.equal(await page.locator(".bubble").innerText(), said);
  const title = page.locator("h1", { hasText: "</title><img src=x" });
  await title.waitFor();
  await page.locator(".chat-row", { hasText: "</title><img src=x" }).waitFor();
  await harmless(page);
  await page.reload();
  await page.heard(1);
  assert.equal(await page.locator(".bubble").innerText(), said);
  await page.locator('button[aria-label="대화 메뉴"]').click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("[role=menuitem]", { hasText: "JSON" }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^[^<>"/\\|]+\.json$/);
  assert.equal(JSON.parse(readFileSync(await file.path(), "utf8")).messages[0].content, said);
  await page.locator(".chat-row", { hasText: "</title>" }).locator(".ghost").click({ force: true });
  await page.locator("[role=menuitem]", { hasText: "삭제" }).click();
  await page.locator(".toast", { hasText: "</title><img src=x" }).waitFor();
  await harmless(page);
});

test("a hostile field of a contract", async () => {
  const page = await h.visit();
  await page.dialog(
    `전세 계약서 써줘. 임대인 김철수<img src=x onerror=globalThis.hurt=5>, 임차인 이영희, 주소 서울 성동구 왕십리로 1, 101동 202호 <img src=x onerror=globalThis.hurt=6>, 보증금 3억, 2026-12-01부터 2년, 특약: 반려동물 금지 <svg onload=globalThis.hurt=7> [눌러](javascript:globalThis.hurt=8) ![그림](https://elsewhere.example/x.png)`,
    "그대로 작성해줘",
  );
  await page.locator(".document button").click();
  const sheet = page.locator("dialog .sheet");
  await sheet.locator("h3").first().waitFor();
  assert.match(await sheet.innerText(), /반려동물 금지 <svg onload=globalThis\.hurt=7> \[눌러\]\(javascript:/);
  await harmless(page);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await harmless(page);
});

// What no server would say is put in its place from here on.

const hostile = [
  "<script>globalThis.hurt = 1</script><img src=x onerror='globalThis.hurt = 2'>",
  "[click](javascript:globalThis.hurt=3) [data](data:text/html,<script>globalThis.hurt=4</script>) <javascript:globalThis.hurt=5>",
  "![picture](https://elsewhere.example/x.png) <svg onload='globalThis.hurt=6'><a xlink:href='javascript:globalThis.hurt=7'>svg</a></svg>",
  "<iframe src='https://elsewhere.example'></iframe><style>body{display:none}</style><form action='https://elsewhere.example'><input name=a></form>",
  "[proto](//elsewhere.example/) [back](/\\elsewhere.example) [good](https://example.com/page) [own](/docs)",
  "a < b && c > d, *<i>*, &lt;b&gt;\n\n2억~9억: 0.4%, 9억~12억: 0.5%, ~~gone~~\n\n**bold** `<b>code</b>`\n\n```html\n<script>globalThis.hurt = 8</script>\n```",
  "| a | b |\n|---|---|\n| <img src=x onerror=globalThis.hurt=9> | [x](vbscript:y) |",
  `${"> ".repeat(3000)}deep`,
  "[".repeat(3000),
  "*".repeat(4001),
  "[a](".repeat(3000),
  "**a ".repeat(3000),
  "<a ".repeat(3000),
].join("\n\n");

/** stored lets the page read these messages, whatever the server has. */
async function stored(page, messages) {
  await page.own.route(/\/api\/v1\/sessions\/[^/]+\/messages/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const before = Number(query.get("before_id")) || Infinity,
      limit = Number(query.get("limit"));
    const list =
      typeof messages === "function" ? messages(before, limit) : messages.filter((m) => m.id < before).slice(0, limit);
    return route.fulfill({ json: list });
  });
}

const answer = (id, response, run_id = `run-${id}`) => ({
  id,
  run_id,
  role: "assistant",
  content: response.answer ?? "",
  response,
  created_at: "2026-01-02T03:04:05Z",
});

test("hostile text stays text", async () => {
  const page = await h.visit();
  await page.dialog("전세금 5% 인상 가능해?");
  await stored(page, [
    answer(2, {
      type: "answer",
      answer: hostile,
      structured_data: {
        sections: [],
        metadata: {
          sources: ["<img src=x onerror=globalThis.hurt=10>"],
          understood: "<img src=x onerror=globalThis.hurt=13>",
        },
        sources: [
          {
            id: "F1",
            kind: "law",
            title: "<b>t</b>",
            source: "<i onmouseover=globalThis.hurt=14>",
            text: "<script>globalThis.hurt=15</script>",
            url: "javascript:globalThis.hurt=16",
          },
        ],
      },
      document: {
        id: "d",
        title: "<b>x</b>",
        downloads: {
          pdf: "javascript:globalThis.hurt=11",
          docx: "//elsewhere.example/x",
          md: "/api/v1/documents/d/download",
        },
      },
    }),
    {
      id: 1,
      run_id: "run-2",
      role: "user",
      content: "<img src=x onerror=globalThis.hurt=12>",
      response: null,
      created_at: "2026-01-02T03:04:05Z",
    },
  ]);
  await page.reload();
  await page.heard(1);
  await page.locator(".sources .chip").click();
  await page.locator(".prose strong", { hasText: "bold" }).waitFor();
  const found = await page.locator("article.answer").evaluate((e) => ({
    bad: e.querySelectorAll("script, iframe, style, form, object, embed, .prose svg, .prose input, .prose img").length,
    handlers: [...e.querySelectorAll("*")].filter((n) => [...n.attributes].some((a) => a.name.startsWith("on"))).length,
    links: [...e.querySelectorAll(".prose a")].map((a) => [a.getAttribute("href"), a.rel, a.target]),
    struck: [...e.querySelectorAll(".prose del")].map((del) => del.textContent),
    files: [...e.querySelectorAll(".document a")].map((a) => a.getAttribute("href")),
  }));
  const said = await page.locator("article.answer .prose").innerText();
  for (const words of [
    "<script>globalThis.hurt = 1</script><img src=x",
    "a < b && c > d, <i>, <b>",
    "<iframe src=",
    "2억~9억: 0.4%, 9억~12억: 0.5%",
  ])
    assert.ok(said.includes(words), `${words} is shown as it was written`);
  assert.deepEqual(found.struck, ["gone"]);
  assert.equal(await page.locator(".sources a").count(), 0);
  assert.equal(found.bad, 0);
  assert.equal(found.handlers, 0);
  for (const [href, rel] of found.links) {
    assert.match(href, /^(https?:\/\/|\/(?![/\\]))/);
    assert.match(rel, /noopener/);
  }
  assert.ok(found.links.some(([href, , target]) => href === "https://example.com/page" && target === "_blank"));
  assert.ok(found.links.every(([href]) => !href.includes("javascript") && !/^\/[/\\]/.test(href)));
  assert.deepEqual(found.files, ["/api/v1/documents/d/download"]);
  assert.equal(await page.evaluate(() => globalThis.hurt), undefined);
  await page.well();
});

test("data of any shape does not take the page down", async () => {
  const page = await h.visit();
  await page.dialog("전세금 5% 인상 가능해?");
  const odd = {
    itinerary: { days: [null, 5, { places: "x", date: "?" }, { places: [{ name: 7, start: {} }] }] },
    plans: { plans: [{}, { costs: [] }], recommendation: "x" },
    quiz: { question: "q", options: [1, "b"] },
    evaluation: { criteria: [{}] },
    progress: { chapters: [{}, null], score_trend: [{}, {}] },
    lesson: { chapters: 1e9 },
  };
  await stored(page, [
    answer(1, {
      type: "answer",
      answer: "여기 있습니다",
      data: Object.fromEntries(Object.entries(odd).map(([k, data]) => [k, { status: "success", data }])),
      structured_data: {
        sources: [null, 7, {}, { source: {}, title: 5 }, { source: "근거", text: [], status: {}, kind: 3, url: {} }],
        metadata: {
          sources: [1, null, "이름만"],
          missing: "x",
          answered_by: "model",
          model: {},
          fallback: ["x"],
          understood: {},
          assumed: [null, "x", { key: {}, text: {} }, { key: "region", text: "서울로 봤습니다." }],
        },
      },
    }),
  ]);
  await page.reload();
  await page.heard(1);
  await page.locator(".trip").waitFor();
  await page.locator(".prose", { hasText: "여기 있습니다" }).waitFor();
  await page.locator(".notice-line", { hasText: "서울로 봤습니다." }).waitFor();
  await page.locator(".sources .chip").click();
  assert.equal(await page.locator(".sources li").count(), 2);
  await page.well();
});

test("a huge answer is shown in part, then whole", async () => {
  const page = await h.visit();
  await page.dialog("전세금 5% 인상 가능해?");
  await stored(page, [
    answer(1, { type: "answer", answer: `${"한 문단입니다. ".repeat(40)}\n\n`.repeat(300) + "끝입니다." }),
  ]);
  await page.reload();
  await page.heard(1);
  await page.locator("article button.plain").click();
  await page.locator(".prose", { hasText: "끝입니다." }).waitFor();
  await page.well();
});

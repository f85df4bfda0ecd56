import assert from "node:assert/strict";
import { test } from "node:test";
import { house, patience } from "./house.mjs";

const h = house();

const hostile = [
  "<script>globalThis.hurt = 1</script><img src=x onerror='globalThis.hurt = 2'>",
  "[click](javascript:globalThis.hurt=3) [data](data:text/html,<script>globalThis.hurt=4</script>) <javascript:globalThis.hurt=5>",
  "![picture](https://elsewhere.example/x.png) <svg onload='globalThis.hurt=6'><a xlink:href='javascript:globalThis.hurt=7'>svg</a></svg>",
  "<iframe src='https://elsewhere.example'></iframe><style>body{display:none}</style><form action='https://elsewhere.example'><input name=a></form>",
  "[proto](//elsewhere.example/) [back](/\\elsewhere.example) [good](https://example.com/page) [own](/docs)",
  "a < b && c > d, *<i>*, &lt;b&gt;\n\n**bold** `<b>code</b>`\n\n```html\n<script>globalThis.hurt = 8</script>\n```",
  "| a | b |\n|---|---|\n| <img src=x onerror=globalThis.hurt=9> | [x](vbscript:y) |",
  `${"> ".repeat(3000)}deep`, "[".repeat(3000), "*".repeat(4001), "[a](".repeat(3000), "**a ".repeat(3000), "<a ".repeat(3000),
].join("\n\n");

/** stored lets the page read these messages, whatever the server has. */
async function stored(page, messages) {
  await page.own.route(/\/api\/v1\/sessions\/[^/]+\/messages/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const before = Number(query.get("before_id")) || Infinity, limit = Number(query.get("limit"));
    const list = typeof messages === "function" ? messages(before, limit) : messages.filter((m) => m.id < before).slice(0, limit);
    return route.fulfill({ json: list });
  });
}

const answer = (id, response, run_id = `run-${id}`) => ({ id, run_id, role: "assistant", content: response.answer ?? "", response, created_at: "2026-01-02T03:04:05Z" });

test("hostile text stays text", async () => {
  const page = await h.visit();
  await page.dialog("전세금 5% 인상 가능해?");
  await stored(page, [
    answer(2, {
      type: "answer", answer: hostile, structured_data: {
        sections: [], metadata: { sources: ["<img src=x onerror=globalThis.hurt=10>"], understood: "<img src=x onerror=globalThis.hurt=13>" },
        sources: [{ id: "F1", kind: "law", title: "<b>t</b>", source: "<i onmouseover=globalThis.hurt=14>", text: "<script>globalThis.hurt=15</script>", url: "javascript:globalThis.hurt=16" }],
      },
      document: { id: "d", title: "<b>x</b>", downloads: { pdf: "javascript:globalThis.hurt=11", docx: "//elsewhere.example/x", md: "/api/v1/documents/d/download" } },
    }),
    { id: 1, run_id: "run-2", role: "user", content: "<img src=x onerror=globalThis.hurt=12>", response: null, created_at: "2026-01-02T03:04:05Z" },
  ]);
  await page.reload();
  await page.heard(1);
  await page.locator(".sources .chip").click();
  await page.locator(".prose strong", { hasText: "bold" }).waitFor();
  const found = await page.locator("article.answer").evaluate((e) => ({
    bad: e.querySelectorAll("script, iframe, style, form, object, embed, .prose svg, .prose input, .prose img").length,
    handlers: [...e.querySelectorAll("*")].filter((n) => [...n.attributes].some((a) => a.name.startsWith("on"))).length,
    links: [...e.querySelectorAll(".prose a")].map((a) => [a.getAttribute("href"), a.rel, a.target]),
    files: [...e.querySelectorAll(".document a")].map((a) => a.getAttribute("href")),
  }));
  const said = await page.locator("article.answer .prose").innerText();
  for (const words of ["<script>globalThis.hurt = 1</script><img src=x", "a < b && c > d, <i>, <b>", "<iframe src="]) assert.ok(said.includes(words), `${words} is shown as it was written`);
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
  const odd = { itinerary: { days: [null, 5, { places: "x", date: "?" }, { places: [{ name: 7, start: {} }] }] }, plans: { plans: [{}, { costs: [] }], recommendation: "x" }, quiz: { question: "q", options: [1, "b"] }, evaluation: { criteria: [{}] }, progress: { chapters: [{}, null], score_trend: [{}, {}] }, lesson: { chapters: 1e9 } };
  await stored(page, [answer(1, { type: "answer", answer: "여기 있습니다", data: Object.fromEntries(Object.entries(odd).map(([k, data]) => [k, { status: "success", data }])), structured_data: {
    sources: [null, 7, {}, { source: {}, title: 5 }, { source: "근거", text: [], status: {}, kind: 3, url: {} }],
    metadata: { sources: [1, null, "이름만"], missing: "x", answered_by: "model", model: {}, fallback: ["x"], understood: {}, assumed: [null, "x", { key: {}, text: {} }, { key: "region", text: "서울로 봤습니다." }] },
  } })]);
  await page.reload();
  await page.heard(1);
  await page.locator(".trip").waitFor();
  await page.locator(".prose", { hasText: "여기 있습니다" }).waitFor();
  await page.locator(".notice-line", { hasText: "서울로 봤습니다." }).waitFor();
  await page.locator(".sources .chip").click();
  assert.equal(await page.locator(".sources li").count(), 2);
  await page.well();
});

test("ten thousand messages stay light", async () => {
  const page = await h.visit();
  await page.dialog("전세금 5% 인상 가능해?");
  const all = 10_000;
  const at = (id) => (id % 2 === 0 ? answer(id, { type: "answer", answer: `answer ${id}\n\n${"- a line of it\n".repeat(6)}` }, `r${id / 2}`) : { id, run_id: `r${(id + 1) / 2}`, role: "user", content: `question ${id}`, response: null, created_at: "2026-01-02T03:04:05Z" });
  let asked = 0;
  await stored(page, (before, limit) => {
    asked++;
    const top = Math.min(before - 1, all);
    return Array.from({ length: Math.max(0, Math.min(limit, top)) }, (_, i) => at(top - i));
  });
  await page.reload();
  await page.locator(".prose", { hasText: `answer ${all}` }).waitFor();
  assert.ok(asked <= 2, "only the newest are read at first");
  const log = page.locator(".log");
  const oldest = () => page.locator(".bubble").first().innerText();
  for (let i = 0; i < 12; i++) {
    const was = await oldest();
    await log.evaluate((e) => { e.scrollTop = 0; });
    await page.waitForFunction((t) => document.querySelector(".bubble")?.textContent !== t, was, { timeout: patience });
    assert.ok(await page.locator("[data-item]").count() < 260, "the page holds a window only");
  }
  await page.locator(".to-end").click();
  await page.locator(".prose", { hasText: `answer ${all}` }).waitFor();
  await page.ask("아직 빠른가요?");
  await page.locator(".bubble", { hasText: "아직 빠른가요?" }).waitFor();
  await page.well();
});

test("a huge answer is shown in part, then whole", async () => {
  const page = await h.visit();
  await page.dialog("전세금 5% 인상 가능해?");
  await stored(page, [answer(1, { type: "answer", answer: `${"한 문단입니다. ".repeat(40)}\n\n`.repeat(300) + "끝입니다." })]);
  await page.reload();
  await page.heard(1);
  await page.locator("article button.plain").click();
  await page.locator(".prose", { hasText: "끝입니다." }).waitFor();
  await page.well();
});

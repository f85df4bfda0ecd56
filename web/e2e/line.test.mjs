import assert from "node:assert/strict";
import { test } from "node:test";
import { endless, house, inStep, line, skipAll, slow } from "./house.mjs";

const h = house();

test("a reload in the middle goes on where it was", async () => {
  const page = await h.visit();
  await page.with("probe");
  await page.ask(endless(3));
  await page.locator(".step[data-status=in_progress]").first().waitFor();
  await page.reload();
  await page.locator(".step").nth(2).waitFor();
  await skipAll(page, 3);
  await page.heard(1);
  await page.unfold();
  await page.locator(".step[data-status=skipped]").nth(2).waitFor();
  assert.equal(await page.locator(".asked").count(), 1);
  assert.equal(await page.locator(".plan").count(), 1);
  await page.well();
});

test("another browser that comes in the middle sees it too", async () => {
  const page = await h.visit();
  await page.with("probe");
  await page.ask(endless(3));
  await page.locator(".step[data-status=in_progress]").first().waitFor();
  const other = await h.visit({ path: new URL(page.url()).hash ? `/${new URL(page.url()).hash}` : "/" });
  await other.locator(".step").nth(2).waitFor();
  await skipAll(other, 3);
  await other.heard(1);
  await page.heard(1);
  // Steps are folded a moment after the answer came.
  for (const p of [page, other]) await p.locator(".step").first().waitFor({ state: "hidden" });
  const shown = async (p) => (await p.locator(".log-content").innerText()).replace(/[\d.]+ ?(초|분)/g, "");
  assert.equal(await shown(other), await shown(page));
});

test("a cut line is told of quietly, and then everything is there", async () => {
  const l = await line(h.url);
  const page = await h.visit({ url: l.url });
  await page.with("probe");
  await page.ask(slow(3, 1200));
  await page.locator(".step[data-status=in_progress]").first().waitFor();
  l.cut();
  await page.locator(".line p").waitFor();
  await page.ask("끊긴 사이에 물은 것");
  await page.locator(".bubble[data-state=sending]").waitFor();
  l.mend();
  await page.heard(2);
  await page.locator(".line p").waitFor({ state: "detached" });
  assert.equal(await page.locator(".bubble").count(), 2);
  assert.equal(await page.locator(".outcome[data-bad]").count(), 0);
  await page.well();
  await l.close();
});

test("what was asked without a line survives a reload", async () => {
  const l = await line(h.url);
  const page = await h.visit({ url: l.url });
  await page.with("probe");
  await page.ask("첫 질문");
  await page.heard(1);
  l.cut();
  await page.locator(".line p").waitFor();
  await page.ask("두 번째 질문");
  await page.locator(".bubble[data-state=sending]").waitFor();
  l.mend();
  await page.reload();
  await page.heard(2);
  assert.deepEqual(await page.locator(".bubble").allInnerTexts(), ["첫 질문", "두 번째 질문"]);
  await l.close();
});

for (const [name, options] of [
  ["desktop", {}],
  ["phone", { width: 390, height: 844, locale: "en-US", theme: "dark" }],
])
  test(`two tabs of a conversation stay in step, ${name}`, async () => {
    const one = await h.visit(options);
    await one.with("probe");
    await one.dialog("첫 질문");
    const two = await h.visit({ context: one.own, path: `/${new URL(one.url()).hash}` });
    await two.heard(1);
    await one.ask(endless(2));
    await two.locator(".step[data-status=in_progress]").first().waitFor();
    await two.locator(".bubble").nth(1).waitFor();
    assert.equal(await two.locator(".bubble").nth(1).innerText(), endless(2));
    await skipAll(two, 2);
    await two.ask("뒤에 물은 것");
    await one.heard(3);
    await two.heard(3);
    await one.locator(".bubble", { hasText: "뒤에 물은 것" }).waitFor(); // asked elsewhere: its words are fetched
    await inStep(one, two);
    await one.well();
    await two.well();
  });

test("a conversation that is not there says so", async () => {
  const page = await h.visit({ path: "/#/session-00000000-0000-0000-0000-000000000000" });
  await page.locator(".middle[role=alert]", { hasText: "찾을 수 없습니다" }).waitFor();
});

test("a page has one line at a time, whatever it goes through", async () => {
  const page = await h.visit();
  const open = new Set();
  page.on("websocket", (s) => {
    open.add(s);
    s.on("close", () => open.delete(s));
  });
  const settled = async (n) => {
    while (open.size !== n) await page.waitForEvent("websocket", { timeout: 500 }).catch(() => {});
  };
  await page.with("probe");
  await page.dialog("one");
  await page.locator(".new").click();
  await page.with("probe");
  await page.dialog("two");
  // Another language and another conversation end the line that was.
  await page.locator(".side-foot .link").first().click();
  await page.locator(".chat-open").nth(1).click();
  await page.heard(1);
  await page.locator(".chat-open").first().click();
  await page.heard(1);
  await page.locator(".chat-open").nth(1).click();
  await page.heard(1);
  await settled(1);
  assert.equal(await page.locator("article.answer").count(), 1, "nothing is shown twice");
  await page.well();
});

// What hands get used to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { house } from "./house.mjs";

const h = house();

for (const [name, options] of [
  ["desktop", {}],
  ["phone", { width: 390, height: 844, locale: "en-US", theme: "dark" }],
]) {
  test(`Ctrl+K finds, ↑ puts differently, drafts stay, what was pasted folds, ${name}`, async () => {
    const page = await h.visit(options);
    await page.dialog("전세금 5% 인상 가능해?");

    // What was written belongs to its conversation, over a reload too.
    await page.locator("#message").fill("아직 보내지 않은 글");
    await page.reload();
    await page.heard(1);
    assert.equal(await page.locator("#message").inputValue(), "아직 보내지 않은 글");
    await page.keyboard.press("Control+k");
    const search = page.locator("input[type=search]");
    await search.waitFor();
    await page.waitForFunction(() => document.activeElement?.matches("input[type=search]"));
    await search.fill("전세금");
    await page.locator(".chat-open", { hasText: "전세금" }).first().waitFor();
    await search.fill("없는 말");
    await page.locator(".chat-open").first().waitFor({ state: "detached" });
    await search.fill("전세금");
    await page.locator(".chat-open").first().click();
    assert.equal(await page.locator("#message").inputValue(), "아직 보내지 않은 글");

    // ↑ in an empty input, not in a written one, opens what was said last.
    await page.locator("#message").focus();
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.locator(".editor").count(), 0);
    await page.locator("#message").fill("");
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => document.activeElement?.matches(".editor textarea"));
    assert.equal(await page.locator(".editor textarea").inputValue(), "전세금 5% 인상 가능해?");
    await page.keyboard.press("Escape");
    await page.locator(".editor").waitFor({ state: "detached" });

    // What is long is folded where it is read.
    await page.ask(`이 글을 봐줘\n${"붙여 넣은 한 줄입니다.\n".repeat(40)}`);
    const fold = page.locator(".bubble button");
    await fold.waitFor();
    const folded = (await page.locator(".bubble").last().boundingBox()).height;
    await fold.click();
    assert.ok((await page.locator(".bubble").last().boundingBox()).height > folded * 2);
    await page.well();
  });
}

for (const locale of ["ko-KR", "en-US"])
  test(`what stands below the list stands in one line, ${locale}`, async () => {
    for (const width of [1280, 390]) {
      const page = await h.visit({ width, locale });
      if (width < 500) await page.locator(".top button").first().click();
      const tops = await page
        .locator(".side-links:visible .link")
        .evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().top)));
      assert.equal(tops.length, 4);
      assert.equal(new Set(tops).size, 1, `${width} px`);
      await page.own.close();
    }
  });

for (const [name, options, w] of [
  ["desktop", {}, { from: "light", press: "어둡게", to: "dark", open: "" }],
  [
    "phone",
    { width: 390, height: 844, locale: "en-US", theme: "dark" },
    { from: "dark", press: "Light", to: "light", open: "Open the list of chats" },
  ],
])
  test(`the theme changes by one press, links show where the focus is, ${name}`, async () => {
    const page = await h.visit(options);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const side = async () => {
      if (w.open) await page.getByRole("button", { name: w.open }).click();
      await page.locator(".side-foot:visible").waitFor();
    };
    await side();
    assert.equal(await theme(), w.from);
    await page.locator(".side-foot .ant-segmented-item", { hasText: w.press }).click();
    assert.equal(await theme(), w.to);
    await page.reload();
    await side();
    assert.equal(await theme(), w.to);
    const link = page.locator(".side-foot a.link");
    await link.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    assert.ok(
      await link.evaluate((e) => e.matches(":focus-visible") && parseFloat(getComputedStyle(e).outlineWidth) >= 1.5),
      "a ring",
    );
    await page.well();
  });

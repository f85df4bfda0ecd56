// The empty page on a slow line and a slow machine: something is there soon.
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, patience } from "./house.mjs";

const h = house();

for (const [width, colorScheme, locale] of [
  [390, "dark", "en-US"],
  [1280, "light", "ko-KR"],
])
  test(`the shell is painted while all else is on its way, and never a page without its rules, ${width} px`, async () => {
    const own = await h.browser.newContext({ viewport: { width, height: 844 }, colorScheme, locale });
    const page = await own.newPage();
    const held = (files) => {
      let release = () => {};
      const released = new Promise((done) => (release = done));
      return page.route(files, (route) => released.then(() => route.continue())).then(() => release);
    };
    const scripts = await held("**/assets/*.js"),
      styles = await held("**/assets/*.css");
    await page.addInitScript(() =>
      new MutationObserver(() => {
        const real = document.querySelector(".welcome");
        if (real) globalThis.ruled ??= getComputedStyle(real).display === "grid";
      }).observe(document, { subtree: true, childList: true }),
    );
    await page.goto(h.url, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0, undefined, {
      timeout: patience,
    });
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
      { light: "rgb(246, 246, 243)", dark: "rgb(21, 23, 24)" }[colorScheme],
    );
    const sender = await page.locator(".shell .sender").boundingBox();
    // The scripts come first, and wait.
    const came = page.waitForEvent("requestfinished", (r) => /first-.*js/.test(r.url()));
    scripts();
    await came;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    assert.equal(await page.locator(".shell").count(), 1);
    styles();
    await page.locator(".welcome").waitFor({ timeout: patience });
    assert.equal(await page.evaluate(() => globalThis.ruled), true);
    const real = await page.locator(".composer .sender").boundingBox();
    assert.ok(Math.abs(real.x - sender.x) < 12 && Math.abs(real.y - sender.y) < 40, "what comes stands where it stood");
    await own.close();
  });

test("the first paint on slow 4G with a quarter of the speed", async (t) => {
  const own = await h.browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await own.newPage();
  const cdp = await own.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 750e3 / 8,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(h.url, { waitUntil: "commit" });
  await page.locator(".welcome").waitFor({ timeout: 60_000 });
  const at = await page.evaluate(() => ({
    paint: Math.round(performance.getEntriesByName("first-contentful-paint")[0].startTime),
    ready: Math.round(performance.now()),
    scripts: performance
      .getEntriesByType("resource")
      .filter((r) => /Markdown|Chat-/.test(r.name))
      .map((r) => Math.round(r.startTime)),
  }));
  t.diagnostic(`painted after ${at.paint} ms, ready after ${at.ready} ms`);
  assert.ok(at.paint < at.ready, "the shell is painted before the scripts have run");
  assert.ok(
    at.scripts.every((s) => s > at.paint),
    "Markdown is not waited for",
  );
  await own.close();
});

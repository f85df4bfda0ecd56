// Work that is watched: what is over at once does not flicker by, what takes
// long tells its time and names what is waited for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, slow } from "./house.mjs";

const h = house();

/** clocked is a page whose time is turned on by the test. */
async function clocked(options) {
  const own = await h.browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: "reduce",
    ...options,
  });
  await own.clock.install();
  return h.visit({ context: own });
}

/** later lets so many seconds go by for the page. */
async function later(page, seconds) {
  await page.own.clock.runFor(seconds * 1000);
}

const said = {
  ko: { by: /팀이 (함께 )?답했습니다|진행 과정/, waiting: /결과를 기다리는 중/, seconds: /(\d+)초/ },
  en: { by: /[Aa]nswered|Progress/, waiting: /Waiting for/, seconds: /(\d+) s\b/ },
};

for (const [language, options] of [
  ["ko", { locale: "ko-KR" }],
  ["en", { locale: "en-US", viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
]) {
  const w = said[language];
  test(`a run of an instant shows its answer, and no list that is gone at once, ${language}`, async () => {
    const page = await h.visit({
      locale: options.locale,
      width: options.viewport?.width ?? 1280,
      theme: options.colorScheme ?? "light",
    });
    await page.evaluate(() => {
      globalThis.shown = [];
      new MutationObserver(() => {
        const there = document.querySelector(".waves") !== null;
        const last = globalThis.shown.at(-1);
        if (there !== (last?.there ?? false)) globalThis.shown.push({ there, at: performance.now() });
      }).observe(document.body, { subtree: true, childList: true });
    });
    await page.with("probe");
    await page.ask(slow(2, 1));
    await page.heard(1);
    assert.match(await page.locator(".plan-head").innerText(), w.by);
    await page.locator('.plan-head[aria-expanded="false"]').waitFor();
    const shown = await page.evaluate(() => globalThis.shown);
    for (const [i, s] of shown.entries())
      if (!s.there) assert.ok(s.at - shown[i - 1].at >= 600, `a list was there for ${s.at - shown[i - 1].at} ms`);
    await page.well();
  });

  test(`a run of many seconds tells its time and names what is slow, ${language}`, async () => {
    const page = await clocked(options);
    await page.with("probe");
    const seconds = () => page.evaluate(() => performance.now() / 1000);
    const asked = await seconds();
    await page.ask(JSON.stringify({ steps: 1, step_ms: 600_000 }));
    await page.locator(".step[data-status=in_progress]").waitFor();
    assert.doesNotMatch(await page.locator(".plan-title").innerText(), w.waiting);
    await later(page, 6);
    assert.match(await page.locator(".plan-title").innerText(), w.waiting);
    const task = await page.locator(".step-task").innerText();
    assert.ok((await page.locator(".plan-title").innerText()).includes(task), "the slow step is named");
    await later(page, 34);
    // The page's time goes on by itself too, so it is its clock that is asked for the most.
    const waited = Number(w.seconds.exec(await page.locator(".plan-count").innerText())?.[1]);
    assert.ok(waited >= 40 && waited <= (await seconds()) - asked, `and for how long it is waited: ${waited} s`);
    assert.deepEqual(await page.axe(), []);
    await page.locator(".stop").click();
    await page.heard(1);
    await page.own.close();
  });
}

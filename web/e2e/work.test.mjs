// Work that is watched: what is over at once does not flicker by, what takes
// long tells its time and names what is waited for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endless, house, skipAll, slow } from "./house.mjs";

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
  ko: {
    by: /팀이 (함께 )?답했습니다|진행 과정/,
    waiting: /결과를 기다리는 중/,
    seconds: /(\d+)초/,
    expected: /약 600초/,
    took: /걸린 시간 [\d.]+초/,
  },
  en: {
    by: /[Aa]nswered|Progress/,
    waiting: /Waiting for/,
    seconds: /(\d+) s\b/,
    expected: /about 600 s/,
    took: /Took [\d.]+ s/,
  },
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
    assert.match(
      await page.locator(".plan").getAttribute("title"),
      w.took,
      "how long it took is told to whoever points at it",
    );
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
    assert.match(await page.locator(".plan-count").innerText(), w.expected);
    const waited = Number(w.seconds.exec(await page.locator(".plan-count").innerText())?.[1]);
    assert.ok(waited >= 40 && waited <= (await seconds()) - asked, `and for how long it is waited: ${waited} s`);
    assert.deepEqual(await page.axe(), []);
    await page.locator(".stop").click();
    await page.heard(1);
    await page.own.close();
  });
}

const counted = {
  ko: {
    asks: { realestate: "전세금 5% 인상 가능해?", travel: "오사카 3박 4일 2명 예산 200만원 맛집 여행 계획 짜줘" },
    by: /^(.*) 팀이 (?:함께 )?답했습니다$/,
    together: / 팀이 함께 답/,
    all: /(\d+)단계 중/,
    sources: /근거 (\d+)개/,
  },
  en: {
    asks: {
      realestate: "Can my landlord raise the deposit by 5%?",
      travel: "Plan a trip to Osaka, 3 nights, 2 people, budget 2,000,000 won, food",
    },
    by: /^(?:Answered by )?(.*?)(?: answered together)?$/,
    together: / answered together$/,
    all: /of (\d+) steps/,
    sources: /(\d+) sources?/,
  },
};

for (const [language, width, theme] of [
  ["ko", 1280, "light"],
  ["en", 390, "dark"],
]) {
  const w = counted[language];
  const visit = async (assistant) => {
    const page = await h.visit({ width, theme, locale: language === "ko" ? "ko-KR" : "en-US" });
    await page.with(assistant);
    return page;
  };
  test(`what is counted is what is shown: teams, steps and sources, ${language}, ${width} px`, async () => {
    for (const [assistant, query] of Object.entries(w.asks)) {
      const page = await visit(assistant);
      await page.dialog(query);
      const title = (await page.locator(".plan-title").innerText()).trim();
      await page.unfold();
      await page.locator(".step").first().waitFor();
      const teams = await page.locator(".step .tag").allInnerTexts(),
        tasks = await page.locator(".step-task").allInnerTexts();
      const named = w.by.exec(title)[1].split(" · ");
      assert.deepEqual([...named].sort(), [...new Set(teams)].sort(), "teams, each once");
      assert.equal(w.together.test(title), named.length > 1);
      assert.equal(new Set(tasks).size, tasks.length, "no step twice");
      const sources = page.locator(".sources > .chip", { hasText: w.sources });
      if (assistant === "realestate") {
        const n = Number(w.sources.exec(await sources.innerText())[1]);
        await sources.click();
        assert.equal(await page.locator(".sources > ul > li").count(), n);
      }
      await page.well();
      await page.own.close();
    }
  });

  test(`steps that are counted while they run are those that are shown, ${language}, ${width} px`, async () => {
    const page = await visit("probe");
    await page.ask(endless(3));
    await page.locator(".step[data-status=in_progress]").first().waitFor();
    await page.waitForFunction(() => /\d/.test(document.querySelector(".plan-count")?.textContent ?? ""));
    const all = Number(w.all.exec(await page.locator(".plan-count").innerText())[1]);
    assert.equal(all, await page.locator(".step").count());
    await skipAll(page, 3);
    await page.heard(1);
    await page.own.close();
  });
}

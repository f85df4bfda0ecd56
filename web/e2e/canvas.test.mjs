// What stands beside a talk: a trip with its map and days, a document with its
// values and versions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { flat, house, small, split, tooWide } from "./house.mjs";

const h = house("--today", "2026-11-21");
const said = {
  ko: {
    trip: "오사카 3박 4일 2명 150만원 관광",
    day: "2일차",
    lease: "전세 계약서 작성해줘",
    asIs: "그대로 작성하기",
    given: "주소: 서울 강남구 역삼동 123\n보증금: 3억원\n임대인: 홍길동",
    tenant: "임차인 이름",
    deposit: "보증금",
    change: /2개 항목 수정/,
    compare: "비교할 버전",
    first: "1판",
    close: "닫기",
  },
  en: {
    trip: "Osaka 3 nights 2 people 1,500,000 won sightseeing",
    day: "Day 2",
    lease: "Write a jeonse lease contract",
    asIs: "Write it as it is",
    given:
      "address of the home: 123 Yeoksam-dong, Gangnam-gu, Seoul\ndeposit: 300 million won\nlandlord's name: Hong Gildong",
    tenant: "tenant's name",
    deposit: "deposit",
    change: /Update 2 fields/,
    compare: "Compare with",
    first: "Version 1",
    close: "Close",
  },
};

for (const [width, theme, language] of [
  [1440, "light", "ko"],
  [360, "dark", "en"],
]) {
  const w = said[language],
    beside = width >= 1200;
  const visit = async () => {
    const page = await h.visit({ width, theme, locale: language === "en" ? "en-US" : "ko-KR" });
    return page;
  };
  const fits = async (page) => {
    assert.deepEqual(await page.axe(), []);
    assert.deepEqual(await tooWide(page), [0, 0]);
    assert.deepEqual(await split(page), []);
    const hint = page.locator(".sender-foot .hint");
    assert.ok(!(await hint.isVisible()) || (await hint.evaluate((e) => e.scrollWidth <= e.clientWidth)), "the hint");
    const drawer = page.locator("dialog[open] .drawer-body");
    assert.ok(
      await drawer.evaluate(
        (e) =>
          e.scrollWidth - e.clientWidth <= 0 &&
          [...e.querySelectorAll("*")].every(
            (x) =>
              x.closest(".scroll-x, svg, pre") ||
              x.getBoundingClientRect().right <= e.getBoundingClientRect().right + 1,
          ),
      ),
      "nothing is cut",
    );
    if (width < 500) assert.deepEqual(await small(page), []);
    await page.well();
  };

  test(`a trip beside its talk, ${width} px, ${language}, ${theme}`, async () => {
    const page = await visit();
    await page.with("travel");
    await page.dialog(w.trip);
    const trip = page.answers().last().locator(".trip");
    await trip.locator(".pin").first().waitFor();
    const places = await trip.locator(".place").count();
    assert.equal(await trip.locator(".pin").count(), places, "every place stands on the map");
    for (const offer of await trip.locator(".offer").all()) {
      // 50만원, 119만 5,000원, KRW 1,195,000
      const won = (text) => {
        assert.match(text, language === "ko" ? /^[\d,만\s]+원$/ : /^KRW\s[\d,]+$/);
        const [man, rest] = text.includes("만") ? text.split("만") : ["0", text];
        return Number(man.replace(/\D/g, "")) * 10_000 + Number(rest.replace(/\D/g, ""));
      };
      const parts = await offer.locator(".facts dd").evaluateAll((all) => all.map((d) => d.firstChild.textContent));
      const [flight, hotel, daily, sum] = parts.map(won);
      assert.equal(flight + hotel + daily, sum, "the parts are the sum");
    }
    await trip.locator(".face-title .chip").click();
    const canvas = page.locator("dialog[open]");
    await canvas.locator(".trip-map svg").waitFor();
    const written = await canvas
      .locator(".trip-map svg")
      .evaluate((e) => (11 * e.clientWidth) / e.viewBox.baseVal.width);
    assert.ok(written >= 9.5, `what is written on the map is ${written} px high`);
    assert.equal(await canvas.getAttribute("data-beside"), beside ? "true" : null);
    await canvas.getByRole("button", { name: w.day }).click();
    assert.equal(await canvas.locator(".day").count(), 1);
    assert.equal(await canvas.locator(".pin:not([data-away])").count(), await canvas.locator(".place").count());
    // A day is a line of time: when, which, and beside it what.
    const [time, mark, name] = await Promise.all(
      [".place-time", ".place-mark", ".place-name"].map((part) => canvas.locator(part).first().boundingBox()),
    );
    assert.ok(mark.x + mark.width < name.x, "the place stands beside its mark");
    const level = beside ? name : time;
    assert.ok(Math.abs(level.y - mark.y) < 12, `and at its height: ${level.y}, ${mark.y}`);
    await fits(page);
    if (beside) {
      // the talk goes on, and the canvas follows it
      await page.ask("4박으로 바꿔줘");
      await page.heard(2);
      await canvas.getByRole("button", { name: "5일차" }).waitFor();
    }
    await page.keyboard.press("Escape");
  });

  test(`a contract is put right where it is read, ${width} px, ${language}, ${theme}`, async () => {
    const page = await visit();
    await page.with("realestate");
    await page.dialog(w.lease, w.given);
    await page.getByRole("button", { name: w.asIs }).click();
    const made = page.locator(".document .ant-btn-primary");
    await made.last().click();
    const canvas = page.locator("dialog[open]");
    await canvas.locator(".document-fields summary").click();
    await canvas.getByLabel(w.tenant, { exact: true }).fill("Kim Younghee");
    await canvas.getByLabel(w.deposit, { exact: true }).fill(language === "en" ? "350 million won" : "3억 5천만원");
    await fits(page);
    const before = await canvas.locator(".sheet").innerText();
    await canvas.getByRole("button", { name: w.change }).click();
    await canvas.locator(".versions").waitFor();
    await page.waitForFunction((old) => {
      const now = document.querySelector("dialog[open] .sheet")?.innerText;
      return now && now !== old && now.includes("Kim Younghee");
    }, before);
    await canvas.getByLabel(w.compare).selectOption({ label: w.first });
    const changes = canvas.locator(".changes");
    await changes.waitFor();
    assert.match(
      flat(
        await changes
          .locator('[data-kind="added"]')
          .allInnerTexts()
          .then((l) => l.join(" ")),
      ),
      /Kim Younghee/,
    );
    assert.match(
      flat(
        await changes
          .locator('[data-kind="gone"]')
          .allInnerTexts()
          .then((l) => l.join(" ")),
      ),
      /300,000,000/,
    );
    await fits(page);
  });
}

// Pictures of the page's main states into bin/screenshots, for people to look
// at: on a desk and on a phone, in both languages, light and dark.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { endless, house } from "./house.mjs";

const out = process.env.SHOTS ?? fileURLToPath(new URL("../../bin/screenshots", import.meta.url));
mkdirSync(out, { recursive: true });
const h = house();

const said = {
  ko: {
    home: ["전세금 5% 인상 가능해?"],
    contract: ["임대차 계약서 작성해줘. 서울 성동구 아파트, 보증금 3억, 임대인 김철수, 임차인 이영희, 2년"],
    trip: ["오사카 3박 4일 2명 예산 200만원 맛집 여행 계획 짜줘"],
    lesson: ["입문", "AI가 뭐예요?"],
    company: ["2026년 10월 매출을 지역별로 보여줘"],
    interview: ["백엔드 면접 연습하고 싶어"],
    menu: /답변 메뉴/,
    inspect: /실행 과정/,
    graph: "그래프",
  },
  en: {
    home: ["Can the landlord raise my jeonse deposit by 5%?"],
    contract: [
      "Write a lease contract. Apartment in Seongdong-gu, Seoul, deposit 300 million won, landlord Kim, tenant Lee, 2 years",
    ],
    trip: ["Plan a trip to Osaka, 3 nights, 2 people, budget 2,000,000 won, food"],
    lesson: ["Beginner", "What is AI?"],
    company: ["Show the sales of October 2026 by region"],
    interview: ["I want to practise a backend interview"],
    menu: /menu/i,
    inspect: /Inspect/i,
    graph: "Graph",
  },
};
/** What comes with parts of its own is waited for. */
const there = { contract: "form.draft .chip", company: ".chart svg", lesson: ".lesson", interview: ".quiz-question" };
const who = { home: "", contract: "", trip: "travel", lesson: "tutor", company: "company", interview: "interview" };

for (const language of ["ko", "en"])
  for (const theme of ["light", "dark"])
    for (const [size, box] of [
      ["desktop", { width: 1280, height: 860 }],
      ["phone", { width: 390, height: 844 }],
    ]) {
      test(`${language} ${theme} ${size}`, async () => {
        const words = said[language];
        const page = await h.visit({ ...box, theme, locale: language === "ko" ? "ko-KR" : "en-US" });
        const shot = (name) => page.screenshot({ path: `${out}/${name}-${language}-${theme}-${size}.png` });
        await page.locator("input[name=assistant]").first().waitFor({ state: "attached" });
        await shot("empty");
        if (size === "phone") {
          await page.locator(".top button").first().click();
          await page.locator("dialog[open] .side-links").waitFor();
          await shot("list");
          await page.keyboard.press("Escape");
        }
        await page.with("probe");
        await page.ask(endless(3));
        await page.locator(".step[data-status=in_progress]").first().waitFor();
        await page.waitForFunction(() => /\d/.test(document.querySelector(".plan-count")?.textContent ?? ""));
        await shot("running");
        await page.locator(".stop").click();
        await page.locator(".outcome").waitFor();
        for (const [name, assistant] of Object.entries(who)) {
          await page.goto(`${h.url}/#/`);
          if (assistant && (await page.locator(`input[name=assistant][value=${assistant}]`).count()) === 0) continue;
          await page.with(assistant || "realestate");
          await page.dialog(...words[name]);
          await page.waitForFunction(() => !document.querySelector(".log .reserve, .log .chart-space:empty"));
          if (there[name]) await page.locator(there[name]).first().waitFor();
          await shot(name);
          // What is below, too: sources, controls, what may be asked next.
          await page.locator(".log").evaluate((log) => log.scrollTo(0, log.scrollHeight));
          await shot(`${name}-end`);
          if (name === "trip") {
            await page.locator(".offer button").nth(1).click();
            await page.heard(2);
            await page.locator(".trip .face-title .chip").last().click();
            await page.locator("dialog[open] .trip-map, dialog[open] .days").first().waitFor();
            await shot("canvas");
            await page.keyboard.press("Escape");
          }
          if (name !== "home") continue;
          await page.locator("article.answer button[aria-haspopup=menu]").last().click();
          await page.getByRole("menuitem", { name: words.inspect }).last().click();
          await page.locator(".insp [role=treeitem]").first().waitFor();
          await shot("inspector");
          await page.getByRole("tab", { name: words.graph }).click();
          await page.locator(".insp-node").first().waitFor();
          await shot("graph");
          await page.keyboard.press("Escape");
        }
        await page.own.close();
      });
    }

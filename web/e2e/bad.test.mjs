// What is too long, too wide, too little, turned round, late, full or refused
// is readable, told, and nothing of it is lost.
import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { house } from "./house.mjs";

const h = house();
const phone = { width: 390, height: 844 };
const shot = (page, name) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/bad-${name}.png` }) : undefined;

/** fits fails where the page is wider than its screen. */
async function fits(page) {
  const [all, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(all <= screen, `${all} px on a screen of ${screen}`);
}

/** answered has the page read this answer in the place of what is stored. */
async function answered(page, response) {
  await page.dialog("전세금 5% 인상 가능해?");
  await page.own.route(/\/api\/v1\/sessions\/[^/]+\/messages/, (route) =>
    route.fulfill({
      json: [
        {
          id: 1,
          run_id: "run-1",
          role: "assistant",
          content: response.answer,
          response: { type: "answer", ...response },
          created_at: "2026-01-02T03:04:05Z",
        },
      ],
    }),
  );
  await page.reload();
  return page.heard(1);
}

for (const [name, options] of [
  ["desktop", {}],
  ["phone", { ...phone, theme: "dark", locale: "en-US" }],
]) {
  test(`an answer of 200 KB comes in parts and whole, ${name}`, async () => {
    const page = await h.visit(options);
    const text = `${"긴 답변의 한 문단입니다. ".repeat(60)}\n\n`.repeat(100) + "맨 끝 문장입니다.";
    assert.ok(new TextEncoder().encode(text).length > 200_000);
    const answer = await answered(page, { answer: text });
    assert.ok(!(await answer.innerText()).includes("맨 끝 문장입니다."));
    await answer.locator("button.plain").click();
    await page.locator(".prose", { hasText: "맨 끝 문장입니다." }).waitFor();
    await fits(page);
    await page.well();
  });

  test(`a table of 60 columns is walked sideways, ${name}`, async () => {
    const page = await h.visit(options);
    const row = (cell) => `| ${Array.from({ length: 60 }, (_, i) => cell(i)).join(" | ")} |`;
    const answer = await answered(page, {
      answer: `표입니다.\n\n3. 셋째\n\n${row((i) => `항목 이름 ${i}`)}\n${row(() => "---")}\n${row((i) => `${i * 1000}만원`)}`,
    });
    const table = answer.locator(".scroll-x");
    const [inside, outside, cell] = await table.evaluate((e) => [
      e.scrollWidth,
      e.clientWidth,
      e.querySelector("th").clientHeight,
    ]);
    assert.ok(inside > outside * 2, "the columns keep their width");
    assert.deepEqual(
      await table.locator("td").evaluateAll((all) => all.slice(0, 3).map((c) => getComputedStyle(c).textAlign)),
      ["left", "right", "right"],
      "numbers below each other, though the text does not say so",
    );
    assert.equal(await answer.locator("ol").getAttribute("start"), "3");
    assert.ok(cell < 70, `a heading stands in ${cell} px, not letter below letter`);
    await table.focus();
    await page.keyboard.press("End");
    await fits(page);
    await shot(page, `table-${name}`);
    await page.well();
  });

  test(`a chart of one point, of none and of many, names of 300 letters, ${name}`, async () => {
    const page = await h.visit(options);
    const long = "가".repeat(150) + "w".repeat(150);
    const answer = await answered(page, {
      answer: `**${long}**`,
      structured_data: {
        sections: [],
        sources: [{ id: "F1", kind: "law", title: long, source: long, text: long, status: "verified" }],
      },
      data: {
        analysis: {
          status: "success",
          data: {
            visualization_data: {
              charts: [
                {
                  kind: "line",
                  title: long,
                  labels: ["1월"],
                  series: [{ name: long, unit: "won", values: [310000000] }],
                },
                { kind: "bar", title: "없음", labels: [], series: [] },
                {
                  kind: "bar",
                  title: long,
                  labels: [long, "나", "다", "라"],
                  series: [{ name: long, unit: "won", values: [310000000, null, -5, 12345] }],
                  own: [1],
                },
              ],
            },
          },
        },
      },
      document: { id: "d", title: long, downloads: {} },
    });
    await fits(page);
    assert.match(await answer.innerText(), /가{20}/);
    // One point is a figure, none is nothing, and only many are drawn.
    const korean = name === "desktop";
    assert.match(await answer.locator(".tile").innerText(), korean ? /3억\s1,000만원/ : /KRW\s310,000,000/);
    assert.equal(await answer.locator(".chart").count(), 1);
    await answer.locator(".chart svg").waitFor();
    await answer.locator(".chart .link").click();
    const cells = (await answer.locator(".chart table").innerText()).replace(/KRW\s|원/g, "");
    assert.match(cells, /310,000,000[\s\S]*–[\s\S]*-5\b[\s\S]*12,345/);
    await shot(page, `names-${name}`);
    assert.deepEqual(await page.axe(), []);
    await page.well();
  });

  test(`letters that turn round and such that control stay where they were said, ${name}`, async () => {
    const page = await h.visit(options);
    const said = "\u202Eםולש abc\u202E 123 \u0007\u001b[31m끝";
    await page.ask(said);
    const bubble = page.locator(".bubble p");
    await bubble.waitFor();
    assert.match(await bubble.innerText(), /abc/);
    for (const place of [".bubble p", ".top h1"])
      assert.match(
        await page
          .locator(place)
          .first()
          .evaluate((e) => getComputedStyle(e).unicodeBidi),
        /isolate|plaintext/,
        place,
      );
    await page.heard(1);
    await fits(page);
    await shot(page, `bidi-${name}`);
    await page.well();
  });
}

/** Korean on a desk, English on a phone in the dark. */
const both = [
  [{}, { full: "저장 공간이 가득", refused: "거부되었습니다", seconds: "초", open: "" }],
  [
    { ...phone, theme: "dark", locale: "en-US" },
    { full: "storage is full", refused: "is refused", seconds: " s\\b", open: "Open the list of chats" },
  ],
];

for (const [options, w] of both)
  test(`a clock that is years off turns nothing round, ${w.refused}`, async () => {
    for (const years of [-6, 6]) {
      const page = await h.visit(options);
      await page.own.addInitScript((off) => {
        const Real = Date,
          gap = off * 31_557_600_000;
        globalThis.Date = class extends Real {
          constructor(...a) {
            super(...(a.length > 0 ? a : [Real.now() + gap]));
          }
          static now() {
            return Real.now() + gap;
          }
        };
      }, years);
      await page.reload();
      await page.dialog("전세금 5% 인상 가능해?");
      const took = await page.locator(".plan").getAttribute("title");
      assert.match(took, new RegExp(w.seconds));
      const all = `${took}\n${await page.locator("#root").innerText()}`;
      assert.doesNotMatch(all, new RegExp(`(-\\d+|\\d{4,})(\\.\\d+)?${w.seconds}|NaN|Invalid`));
      if (w.open) await page.getByRole("button", { name: w.open }).click();
      await page.locator(".chat-row").first().waitFor();
      await page.reload();
      await page.heard(1);
      await page.well();
      await page.own.close();
    }
  });

for (const [options, w] of both)
  test(`storage that is full is told, and what is written stays, ${w.full}`, async () => {
    const page = await h.visit(options);
    await page.own.addInitScript(() => {
      localStorage.clear(); // in the new page: the old one may write until it has gone
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.reload();
    await page.locator(".toast", { hasText: w.full }).waitFor();
    await page.dialog("전세금 5% 인상 가능해?");
    const list = () => w.open && page.getByRole("button", { name: w.open }).click();
    // One browser is one user, though its name could not be stored.
    await list();
    await page.locator(".chat-row").first().waitFor();
    if (w.open) await page.keyboard.press("Escape");
    await page.locator("#message").fill("아직 보내지 않은 글");
    await list();
    await page.locator(".new").click();
    await page.locator(".welcome").waitFor();
    await list();
    await page.locator(".chat-open").first().click();
    await page.heard(1);
    assert.equal(await page.locator("#message").inputValue(), "아직 보내지 않은 글");
    await page.well();
  });

for (const [options, w] of both)
  test(`an origin that is refused is called so, and the draft stays, ${w.refused}`, async (t) => {
    // A proxy that calls itself otherwise than browsers do, as a wrong set-up has it.
    const far = new URL(h.url);
    const proxy = createServer((req, res) =>
      req.pipe(
        request(
          {
            host: far.hostname,
            port: far.port,
            path: req.url,
            method: req.method,
            headers: { ...req.headers, host: far.host },
          },
          (got) => {
            res.writeHead(got.statusCode, got.headers);
            got.pipe(res);
          },
        ),
      ),
    );
    proxy.on("upgrade", (req, near) => {
      const up = connect(Number(far.port), far.hostname, () => {
        up.write(
          `GET ${req.url} HTTP/1.1\r\n${Object.entries({ ...req.headers, host: far.host })
            .map(([k, v]) => `${k}: ${v}`)
            .join("\r\n")}\r\n\r\n`,
        );
        up.pipe(near).pipe(up);
      });
      for (const s of [near, up])
        s.on("error", () => {}).on("close", () => {
          near.destroy();
          up.destroy();
        });
    });
    await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
    t.after(() => proxy.close());
    const page = await h.visit({ ...options, url: `http://127.0.0.1:${proxy.address().port}` });
    await page.ask("전세금 5% 인상 가능해?");
    await page.locator("[data-line]", { hasText: w.refused }).waitFor();
    await shot(page, `refused-${w.refused.length}`);
    assert.deepEqual(await page.axe(), []);
    await page.locator(".bubble", { hasText: "전세금 5% 인상" }).waitFor();
    await page.own.close();
  });

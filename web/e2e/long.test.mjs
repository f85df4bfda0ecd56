import assert from "node:assert/strict";
import { test } from "node:test";
import { house, patience } from "./house.mjs";

const h = house();

const messages = 10_000;
const others = 400;
/** What the page may hold of it, and how many ms of the processor's own time a
 *  turn of the wheel may cost: a clock on the wall would tell what else runs on
 *  the machine. */
const mostNodes = 9_000;
const mostPerTurn = 150;

/** worked is the time of the processor, in ms, that a page has taken so far. */
async function worked(cdp) {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return 1000 * metrics.find((m) => m.name === "TaskDuration").value;
}

/** upwards scrolls so far up in even steps, and watches what happens: what is
 *  seen, how far it moved between two pictures, what kept the page still. */
const upwards = (page, until) =>
  page.evaluate(
    async ({ until, step }) => {
      const log = document.querySelector(".log");
      const tops = () =>
        new Map([...log.querySelectorAll("[data-asked]")].map((e) => [e.dataset.asked, e.getBoundingClientRect().top]));
      const frame = () => new Promise(requestAnimationFrame);
      const seen = new Set(),
        jumps = [],
        tasks = [];
      let nodes = 0,
        sizes = 0,
        turns = 0;
      const watch = new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map((e) => Math.round(e.duration))),
      );
      watch.observe({ type: "longtask" });
      for (let least = Infinity, still = 0; least > until && still < 600;) {
        for (const e of log.querySelectorAll("[data-asked] .bubble"))
          seen.add(Number(/^#(\d+)/.exec(e.textContent)?.[1]));
        const before = tops(),
          at = log.scrollTop;
        log.scrollTop -= step;
        turns++;
        const asked = at - log.scrollTop;
        await frame();
        // What is above the first thing that stays is new: only the rest can jump.
        const after = tops();
        for (const [key, top] of before) {
          const now = after.get(key);
          if (now === undefined || top < 0 || top > log.clientHeight) continue;
          const moved = now - top - asked;
          if (Math.abs(moved) > 2) jumps.push(`${Math.round(moved)} px at ${Math.min(...seen)}`);
          break;
        }
        nodes = Math.max(nodes, document.querySelectorAll("*").length);
        sizes = Math.max(sizes, log.querySelectorAll("[data-item]").length);
        still = Math.min(...seen) < least ? 0 : still + 1;
        least = Math.min(least, ...seen);
      }
      watch.disconnect();
      return {
        seen: [...seen].sort((a, b) => a - b),
        jumps,
        nodes,
        sizes,
        turns,
        longest: Math.max(0, ...tasks),
        tasks: tasks.length,
      };
    },
    { until, step: 400 },
  );

test("ten thousand messages open, are gone through and gone on with", async (t) => {
  const page = await h.visit();
  await page.dialog(
    "전세금 5% 인상 가능해?",
    "서울 아파트 전세 시세 알려줘",
    "7억 5천 아파트 사면 취득세 얼마야? 1주택이야",
  );
  const session = new URL(page.url()).hash.slice(2);
  h.fill("--session", session, "--messages", String(messages), "--others", String(others));

  let pages = 0;
  page.on("request", (r) => {
    if (/\/sessions\/[^/]+\/messages/.test(r.url())) pages++;
  });
  const began = Date.now();
  await page.reload();
  await page.locator(".bubble", { hasText: `#${messages / 2} ` }).waitFor();
  await page.heard(5);
  const opened = Date.now() - began;
  assert.equal(pages, 1, "only the newest are read at first");
  await page.locator(".chart svg").first().waitFor();

  const down = messages / 2 - 160;
  const cdp = await page.own.newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await worked(cdp);
  const way = await upwards(page, down);
  const perTurn = ((await worked(cdp)) - before) / way.turns;
  t.diagnostic(
    `opened in ${opened} ms; ${way.seen.length} turns upwards: at most ${way.nodes} nodes, ${way.sizes} entries, ${way.tasks} long tasks, the longest ${way.longest} ms, ${perTurn.toFixed(1)} ms of work a turn of ${way.turns}, ${pages} pages`,
  );
  assert.deepEqual(
    way.seen,
    Array.from({ length: messages / 2 - way.seen[0] + 1 }, (_, i) => way.seen[0] + i),
    "none is missing",
  );
  assert.ok(way.seen[0] <= down, `it came to ${way.seen[0]}`);
  assert.deepEqual(way.jumps, [], "nothing jumps");
  assert.ok(way.nodes < mostNodes, `${way.nodes} nodes`);
  assert.ok(perTurn < mostPerTurn, `${perTurn} ms of work a turn`);

  await page.locator(".to-end").click();
  await page.locator(".bubble", { hasText: `#${messages / 2} ` }).waitFor();
  await page.ask("전세금 7% 인상 가능해?");
  const bubble = page.locator(".bubble", { hasText: "전세금 7% 인상 가능해?" });
  await bubble.waitFor();
  await page.locator("article.answer", { hasText: "7% 인상은 상한 5%를 넘습니다" }).waitFor();
  const stored = await page.evaluate(
    (id) => fetch(`/api/v1/sessions/${id}/messages?limit=2`).then((r) => r.json()),
    session,
  );
  assert.deepEqual(
    stored.map((m) => m.id),
    [messages + 2, messages + 1],
  );
  await page.well();
});

test("one of many conversations is found", async () => {
  const page = await h.visit();
  await page.dialog("전세금 5% 인상 가능해?");
  h.fill("--session", new URL(page.url()).hash.slice(2), "--others", String(others));
  const starts = [];
  page.on("request", (r) => {
    const at = new URL(r.url());
    if (at.pathname.endsWith("/sessions")) starts.push(at.searchParams.get("offset") ?? "0");
  });
  await page.reload();
  await page.heard(1);
  await page.locator(".chat-row").nth(20).waitFor();
  await page.waitForLoadState("networkidle");
  assert.deepEqual(
    starts.filter((at) => at !== "0"),
    [],
    "the open one is among the newest: no other is asked for",
  );
  assert.ok((await page.locator(".chat-row").count()) <= 50, "only the newest are listed at first");
  await page.locator("input[type=search]").fill("other 377");
  await page.waitForFunction(() => document.querySelectorAll(".chat-row").length === 1, undefined, {
    timeout: patience,
  });
  assert.equal(await page.locator(".chat-row").innerText(), "other 377");
  await page.locator("input[type=search]").fill("no such thing");
  await page.locator(".side-list", { hasText: "찾는 대화가 없습니다." }).waitFor();
  await page.well();
});

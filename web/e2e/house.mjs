// What the browser tests share: the real server on a free port with a folder
// of its own, a line to it that can be cut, and a browser.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";

const require = createRequire(new URL("../app/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Debian's browser: the one without a window takes half the time of the other. */
const browsers = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** How long a condition may take on a machine that is full. */
export const patience = 60_000;

/** house is for the tests of one file; more are further words for the server. */
export function house(...more) {
  const h = { url: "", browser: undefined, pages: [] };
  let server, folder, program;
  before(
    async () => {
      folder = mkdtempSync(join(tmpdir(), "madang-web-"));
      program = process.env.MADANG_SERVER ?? build("./cmd/server");
      server = spawn(
        program,
        [
          "serve",
          "--addr",
          "127.0.0.1:0",
          "--data-dir",
          join(folder, "data"),
          "--probe=true",
          "--log-format",
          "json",
          ...more,
        ],
        { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
      );
      h.url = `http://${await ready(server)}`;
      h.browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? browsers.find(existsSync),
        args: ["--no-sandbox"],
      });
    },
    { timeout: 300_000 },
  );
  after(
    async () => {
      await h.browser?.close();
      if (server && server.exitCode === null) {
        const gone = new Promise((r) => server.once("exit", r));
        server.kill("SIGTERM");
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
    { timeout: 60_000 },
  );
  /** run has the program do something else with the same data. */
  h.run = (...words) => call(program, [...words, "--data-dir", join(folder, "data")], folder);
  /** fill makes a conversation long; see fill/main.go. */
  h.fill = (...words) =>
    call(
      process.env.MADANG_FILL ?? build("./web/e2e/fill"),
      ["--db", join(folder, "data", "madang.db"), ...words],
      folder,
    );
  /** file writes a file for the program to read. */
  h.file = (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  h.visit = (options = {}) => visit(h, options);
  return h;
}

/** build makes a program of this repository, always in the same place: what is
 *  up to date is not linked again. */
export function build(room) {
  const program = join(root, "bin", `e2e-${basename(room)}`);
  call("go", ["build", "-o", program, room], root, { CGO_ENABLED: "0" });
  return program;
}

function call(program, words, cwd, env = {}) {
  const done = spawnSync(program, words, { cwd, encoding: "utf8", env: { ...process.env, ...env } });
  if (done.status !== 0)
    throw new Error(`${program} ${words.join(" ")}: ${done.error ?? ""}${done.stdout}${done.stderr}`);
  return done.stdout;
}

function ready(server) {
  return new Promise((resolve, reject) => {
    const said = [];
    const hear = (line) => {
      said.push(line);
      const at = /"madang is ready".*?"addr":"([^"]+)"/.exec(line);
      if (at) resolve(at[1]);
    };
    createInterface({ input: server.stdout }).on("line", hear);
    createInterface({ input: server.stderr }).on("line", hear);
    server.once("exit", () => reject(new Error(`the server ended: ${said.join("\n")}`)));
  });
}

/** visit opens the page as a new person would. What a page must never do is
 *  collected, and looked at by well(). */
async function visit(
  h,
  { width = 1280, height = 860, theme = "light", locale = "ko-KR", url = h.url, context, path = "/" } = {},
) {
  const own =
    context ??
    (await h.browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      locale,
      reducedMotion: "reduce",
      hasTouch: width < 700,
      acceptDownloads: true,
    }));
  own.setDefaultTimeout(patience);
  const page = await own.newPage();
  const wrong = [];
  page.on("pageerror", (e) => wrong.push(`error ${e.message}`));
  page.on("console", (m) => {
    if (m.type() === "error" && !/net::ERR|WebSocket connection|Failed to load resource/.test(m.text()))
      wrong.push(`console ${m.text()}`);
  });
  page.on("request", (r) => {
    const at = new URL(r.url());
    if (!["data:", "blob:"].includes(at.protocol) && at.origin !== new URL(url).origin) wrong.push(`asked ${r.url()}`);
  });
  await page.goto(url + path);
  return Object.assign(page, {
    own,
    /** well fails on an error, a broken policy or a request to elsewhere. */
    async well() {
      if (wrong.length > 0) throw new Error(wrong.join("\n"));
    },
    async with(assistant) {
      await page.locator(`input[name=assistant][value=${assistant}]`).check({ force: true });
    },
    async ask(text) {
      await page.locator("#message").fill(text);
      await page.keyboard.press("Enter");
    },
    /** unfold shows the steps of the last plan, which make room for its answer. */
    async unfold() {
      await page.locator(".plan-head").last().and(page.locator('[aria-expanded="false"]')).click();
    },
    answers: () => page.locator("article.answer:not([aria-busy])"),
    /** heard waits for the n-th answer and is it. */
    async heard(n) {
      const a = page.locator("article.answer:not([aria-busy])").nth(n - 1);
      await a.waitFor();
      return a;
    },
    async dialog(...asks) {
      for (const [i, text] of asks.entries()) {
        await page.ask(text);
        await page.heard(i + 1);
      }
    },
    async axe() {
      await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {}))));
      // The tool itself is no part of the page; its policy does not bind it.
      if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(axe, "utf8"));
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      return violations.map(
        (v) =>
          `${v.id}: ${v.help}\n${v.nodes.map((n) => `   ${n.target} ${n.failureSummary?.split("\n").slice(1).join(" ")}`).join("\n")}`,
      );
    },
  });
}

/** line passes everything on to the server until it is cut; nothing passes
 *  until it is mended. */
export async function line(target) {
  const { hostname, port } = new URL(target);
  const ends = new Set();
  let cut = false;
  const server = createServer((near) => {
    if (cut) return near.destroy();
    const far = connect({ host: hostname, port: Number(port) });
    for (const s of [near, far]) {
      ends.add(s);
      s.on("error", () => {}).on("close", () => {
        ends.delete(s);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise((r) => server.listen(0, "127.0.0.1", r));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    cut() {
      cut = true;
      for (const s of ends) s.destroy();
    },
    mend() {
      cut = false;
    },
    async close() {
      this.cut();
      await new Promise((r) => server.close(r));
    },
  };
}

/** slow is a question to the probe whose work takes so long. */
export const slow = (steps, ms) => JSON.stringify({ steps, step_ms: ms });

/** endless is work that ends when its steps are skipped, however long a machine
 *  takes to look at it. */
export const endless = (steps) => slow(steps, 600_000);

/** skipAll skips the steps of the plan that is shown. */
export async function skipAll(page, steps) {
  for (let i = 0; i < steps; i++) await page.locator(".mini:not(:disabled)").first().click();
}

/** flat is what a reader sees, whatever its lines are. */
export const flat = (text) => text.replace(/\s+/g, " ").trim();

/** logOf is all that is shown of a conversation, once its parts are loaded. */
export const logOf = async (page) => {
  await page.waitForFunction(() => !document.querySelector(".log .reserve, .log .chart-space:empty"), undefined, {
    timeout: patience,
  });
  return flat(await page.locator(".log-content").innerText());
};

/** inStep is that two pages show the same of a conversation, as soon as both have
 *  drawn their last part. What tidyFunc does is done before each look. */
export async function inStep(one, two, tidyFunc = async () => {}) {
  for (const end = Date.now() + patience; ; await one.waitForTimeout(100)) {
    await tidyFunc();
    const [a, b] = [await logOf(one), await logOf(two)];
    if (a === b) return;
    if (Date.now() > end) assert.equal(b, a);
  }
}

/** sameElsewhere is that who comes now sees what was seen live, its plans folded
 *  again. */
export async function sameElsewhere(h, page) {
  const open = page.locator('.plan-head[aria-expanded="true"]');
  const other = await h.visit({ width: page.viewportSize().width, path: `/${new URL(page.url()).hash}` });
  await other.heard(await page.answers().count());
  await inStep(page, other, async () => {
    for (let n = await open.count(); n > 0; n--) await open.first().click();
  });
  await other.close();
}

/** heardOf collects what the page is told. */
export function heardOf(page) {
  const frames = [];
  page.on("websocket", (s) =>
    s.on("framereceived", (f) => {
      try {
        frames.push(JSON.parse(String(f.payload)));
      } catch {
        /* no frame of ours */
      }
    }),
  );
  return frames;
}

/** grown collects, in the page's own seen, the texts that an answer under way
 *  is seen with. */
export const grown = (page) =>
  page.evaluate(() => {
    globalThis.seen = [];
    new MutationObserver(() => {
      const text = document.querySelector("article[aria-busy] .prose")?.textContent ?? "";
      if (text && text !== globalThis.seen.at(-1)) globalThis.seen.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

/** exportIn gives the rows of a table in a user's export, a ZIP archive. */
export function exportIn(zip) {
  const files = {};
  const end = zip.lastIndexOf("PK\x05\x06");
  for (let n = zip.readUInt16LE(end + 10), at = zip.readUInt32LE(end + 16); n > 0; n--) {
    const [size, name, extra, note] = [zip.readUInt32LE(at + 20), ...[28, 30, 32].map((i) => zip.readUInt16LE(at + i))];
    const head = zip.readUInt32LE(at + 42);
    const begin = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const text = inflateRawSync(zip.subarray(begin, begin + size)).toString("utf8");
    files[zip.toString("utf8", at + 46, at + 46 + name)] = text;
    at += 46 + name + extra + note;
  }
  return (table) =>
    files[`${table}.jsonl`]
      .split("\n")
      .filter(Boolean)
      .map((row) => JSON.parse(row));
}

/** tooWide is by how much the page and its log are wider than the screen. */
export const tooWide = (page) =>
  page.evaluate(() =>
    [document.documentElement, document.querySelector(".log")].map((e) => Math.max(0, e.scrollWidth - e.clientWidth)),
  );

/** split are the words and the sums that a line's end cuts in two. */
export const split = (page) =>
  page.evaluate(() => {
    const out = [],
      letter = /[\p{L}\p{N}]/u,
      sum = /(\d[억만]|KRW) $/;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let n; (n = walk.nextNode());) {
      const e = n.parentElement;
      if (!e.checkVisibility() || e.closest(".unseen, svg, textarea")) continue;
      let last;
      for (let i = 0; i < n.data.length; i++) {
        const r = document.createRange();
        r.setStart(n, i);
        r.setEnd(n, i + 1);
        const at = r.getClientRects()[0];
        if (!at || at.width === 0) continue;
        const before = n.data.slice(0, i);
        if (last && at.top > last.top + 6 && letter.test(n.data[i]) && (letter.test(before.at(-1)) || sum.test(before)))
          out.push(`${e.tagName}.${e.className}: ${n.data.slice(Math.max(0, i - 8), i)}|${n.data.slice(i, i + 8)}`);
        last = at;
      }
    }
    return out;
  });

/** small are the things one can press that a finger would miss: less than 44
 *  px high or wide. Links in running text are as high as their line. */
export const small = (page) =>
  page.evaluate(() => {
    const wanted = "button, a.chip, a.link, summary, select, .option, .assistant, input[type=checkbox]";
    return [...document.querySelectorAll(wanted)]
      .filter(
        (e) =>
          e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          !e.closest(".unseen, .prose, .leap, li.fact"),
      )
      .flatMap((e) => {
        const of = e.matches("input") ? (e.closest("label") ?? e) : e;
        const { width, height } = of.getBoundingClientRect();
        return width > 1 && (height < 43.5 || width < 43.5)
          ? [
              `${e.className || e.tagName} “${(e.getAttribute("aria-label") ?? e.textContent).trim().slice(0, 30)}” ${Math.round(width)}×${Math.round(height)}`,
            ]
          : [];
      });
  });

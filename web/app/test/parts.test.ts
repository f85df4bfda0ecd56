import { describe, expect, it } from "vitest";
import { cite, citedOf } from "../src/chat/cite.ts";
import { fieldsOf } from "../src/chat/fieldsOf.ts";
import { sourcesOf } from "../src/chat/sourcesOf.ts";
import { tame } from "../src/chat/tame.ts";
import { chartsOf } from "../src/faces/data.ts";
import { empty } from "../src/view/items.ts";
import { loaded, withOpen } from "../src/view/load.ts";
import { planOf, waves } from "../src/view/plan.ts";
import { reduce } from "../src/view/reduce.ts";
import type { Frame, StoredMessage, StoredRun } from "../src/wire.ts";
import { said } from "../src/words/index.ts";
import { plainSum, won } from "../src/words/money.ts";

const step = (step_id: string, depends_on: string[] = []) => ({
  step_id,
  depends_on,
  task: step_id,
  status: "pending",
});
const wavesOf = (strategy: string, ...steps: object[]) =>
  waves(planOf({ execution_strategy: strategy, execution_steps: steps })).map((w) => w.map((s) => s.step_id));

describe("waves", () => {
  it("put side by side what may run so", () =>
    expect(wavesOf("parallel", step("a"), step("b"), step("c", ["a", "b"]))).toEqual([["a", "b"], ["c"]]));
  it("are single steps of a sequential plan", () =>
    expect(wavesOf("sequential", step("a"), step("b"))).toEqual([["a"], ["b"]]));
  it("end with a circle, and leave out unknown steps", () =>
    expect(wavesOf("parallel", step("a", ["b"]), step("b", ["a"]), step("c", ["gone"]))).toEqual([["c"], ["a", "b"]]));
});

it("a plan that does not say so ran side by side when its steps overlap", () => {
  const at = (step_id: string, from: number, to: number) => ({
    ...step(step_id),
    started_at: new Date(from).toISOString(),
    completed_at: new Date(to).toISOString(),
  });
  expect(wavesOf("", at("a", 0, 10), at("b", 5, 20))).toEqual([["a", "b"]]);
  expect(wavesOf("", at("a", 0, 10), at("b", 10, 20))).toEqual([["a"], ["b"]]);
  expect(wavesOf("", step("a"), step("b"), step("c", ["a"]))).toEqual([["a", "b"], ["c"]]);
});

describe("money", () => {
  it.each([
    [578_000_000, "5억\u00a07,800만원"],
    [150_000_000, "1억\u00a05,000만원"],
    [9_999, "9,999원"],
    [11_583_167, "1,158만\u00a03,167원"],
    [-500_000, "-50만원"],
    [0, "0원"],
  ])("%i", (n, words) => expect(won(n, "ko")).toBe(words));
  it("that is written in figures is kept in digits", () =>
    expect(["500,000,000", "KRW 500,000,000", "300000원", "5억", "많이"].map(plainSum)).toEqual([
      "500000000",
      "500000000",
      "300000",
      "5억",
      "많이",
    ]));
  it("is said in English too", () => expect(won(1_500_000, "en")).toBe("KRW\u00a01,500,000"));
});

it("takes the language that there is", () => {
  expect([said({ ko: "가", en: "a" }, "en"), said({ ko: "가" }, "en"), said("x", "ko"), said(null, "ko")]).toEqual([
    "a",
    "가",
    "x",
    "",
  ]);
});

describe("fields", () => {
  it("are made of a flat schema", () => {
    const fields = fieldsOf({
      properties: { n: { type: "integer", title: "How many" }, c: { enum: ["a", "b"] }, y: { type: "boolean" } },
      required: ["n"],
    });
    expect(fields.map((f) => [f.name, f.label, f.kind, f.required])).toEqual([
      ["n", "How many", "number", true],
      ["c", "c", "choice", false],
      ["y", "y", "boolean", false],
    ]);
  });
  it("are none for what is no flat object", () => {
    expect(fieldsOf({ properties: { a: { type: "array" } } })).toEqual([]);
    expect(fieldsOf({ properties: { text: { type: "string" } } })).toEqual([]);
    expect(fieldsOf(undefined)).toEqual([]);
  });
});

describe("text that would cost a parser minutes", () => {
  it("is made plain, and other text is left alone", () => {
    const usual = "# a\n\n**b** [c](d)\n\n- one **x**\n  - two\n\n> quoted\n\n```\n[[[[\n```\n";
    expect(tame(usual)).toBe(usual);
    expect(tame("[a](".repeat(300))).not.toMatch(/(?<!\\)\[/);
    expect(tame(`${"[a](".repeat(60)}\n`.repeat(10))).not.toMatch(/(?<!\\)\[/);
    expect(tame(`${"> ".repeat(3000)}deep`).split(">").length).toBe(9);
    expect(tame(`${" ".repeat(500)}- deep`)).toBe(`${" ".repeat(32)}- deep`);
  });
  it("is not a long list with many marks", () => {
    const list = "- **a** [b](c)\n".repeat(500);
    expect(tame(list)).toBe(list);
  });
});

describe("charts", () => {
  it("are those that any team drew", () => {
    const charts = chartsOf({
      type: "answer",
      data: {
        x: {
          status: "success",
          data: {
            visualization_data: {
              charts: [
                {
                  kind: "line",
                  title: "t",
                  labels: ["a"],
                  series: [{ name: "n", unit: "won", values: [1, null, "x"] }],
                },
                {
                  kind: "stacked",
                  title: "s",
                  labels: ["a", "b"],
                  series: [{ name: "n", unit: "won", values: [3, 1] }],
                },
                { kind: "odd" },
                7,
              ],
            },
          },
        },
      },
    });
    expect(charts).toEqual([
      {
        kind: "line",
        title: "t",
        labels: ["a"],
        series: [{ name: "n", unit: "won", values: [1, null, null] }],
        own: [],
      },
      {
        kind: "stacked",
        title: "s",
        labels: ["a", "b"],
        series: [{ name: "n", unit: "won", values: [3, 1] }],
        own: [],
      },
    ]);
  });
});

describe("what is stored", () => {
  const message = (
    id: number,
    role: "user" | "assistant",
    run_id: string,
    content = `${role} ${id}`,
  ): StoredMessage => ({ id, role, run_id, content, response: null, created_at: "" });
  const run = (id: string, seq: number, more: Partial<StoredRun> = {}): StoredRun => ({
    id,
    seq,
    assistant: "a",
    kind: "query",
    query: `q ${id}`,
    status: "completed",
    plan_shown: false,
    created_at: "",
    ...more,
  });
  const order = (messages: StoredMessage[], runs: StoredRun[]) =>
    withOpen(loaded(empty("s"), [...messages].reverse(), runs, true), runs).items.map((i) =>
      i.kind === "user" ? `user ${i.text}` : i.kind === "notice" ? "" : `${i.kind} ${i.runId}`,
    );

  it("is laid out in the order that it was worked on", () => {
    expect(
      order(
        [
          message(1, "user", "r1", "a"),
          message(2, "user", "r2", "b"),
          message(3, "assistant", "r1"),
          message(4, "assistant", "r2"),
        ],
        [run("r2", 2), run("r1", 1)],
      ),
    ).toEqual(["user a", "run r1", "answer r1", "user b", "run r2", "answer r2"]);
  });
  it("has replies with the run that asked", () => {
    expect(
      order(
        [message(1, "user", "r1", "a"), message(2, "user", "r2", "yes"), message(3, "assistant", "r1")],
        [run("r2", 2, { kind: "reply" }), run("r1", 1)],
      ),
    ).toEqual(["user a", "run r1", "user yes", "answer r1"]);
  });
  it("goes on with what is open", () => {
    const interrupt = { type: "", interrupt_id: "i", interrupt_type: "approval", interrupt_data: { message: "?" } };
    const view = withOpen(
      loaded(empty("s"), [message(1, "user", "r1")], [run("r1", 1, { status: "waiting", interrupt })], false),
      [run("r1", 1, { status: "waiting", interrupt })],
    );
    expect(view.runs.r1).toMatchObject({ status: "waiting", questions: [{ id: "i", message: "?" }] });
  });
  it("takes an answer for none of a run's questions, though the run ended behind the look at it", () => {
    const answered = { ...message(2, "assistant", "r1"), response: { type: "answer", answer: "75" } } as StoredMessage;
    const stored = [run("r1", 1, { status: "running" })];
    const view = withOpen(loaded(empty("s"), [answered, message(1, "user", "r1")], stored, true), stored);
    expect(view.runs.r1?.questions).toEqual([]);
    expect(view.items.map((i) => i.kind)).toContain("answer");
  });
  it("puts older pages before newer ones, once", () => {
    const newer = loaded(empty("s"), [message(4, "assistant", "r2"), message(3, "user", "r2")], [run("r2", 2)], true);
    expect(newer.before).toBe(3);
    const all = loaded(newer, [message(2, "assistant", "r1"), message(1, "user", "r1")], [run("r1", 1)], true);
    expect(all.items.map((i) => i.key)).toEqual([
      "message-1",
      "run-r1",
      "message-2",
      "message-3",
      "run-r2",
      "message-4",
    ]);
  });
  it("takes a run that began after the runs were read for one at work once its events come", () => {
    const view = loaded(empty("s"), [message(1, "user", "late")], [], false);
    const after = reduce(view, {
      type: "final_response",
      seq: 2,
      run_id: "late",
      response: { type: "answer", answer: "done" },
    } as Frame);
    expect(after.items.map((i) => i.kind)).toEqual(["user", "run", "answer"]);
    expect(after.runs.late?.status).toBe("completed");
  });
  it("marks what was copied from another conversation", () => {
    expect(loaded(empty("s"), [message(1, "user", "other")], [], false).runs.other?.foreign).toBe(true);
  });
});

describe("sources", () => {
  const fact = (id: string, source: string, more: object = {}) => ({
    id,
    kind: "law",
    title: `title ${id}`,
    source,
    text: `text ${id}`,
    ...more,
  });
  it("are one entry each, with all that is stated of them, in their order", () => {
    const origins = sourcesOf(
      {
        type: "answer",
        structured_data: {
          sources: [
            fact("F1", "a"),
            fact("F2", "b", { url: "javascript:alert(1)" }),
            fact("F3", "a", { url: "https://www.law.go.kr/x", status: "verified", as_of: "2026-01-02" }),
          ],
        },
      },
      "ko",
    );
    expect(origins.map((o) => [o.name, o.url, o.facts.map((f) => f.id)])).toEqual([
      ["a", "https://www.law.go.kr/x", ["F1", "F3"]],
      ["b", "", ["F2"]],
    ]);
    expect(origins[0]?.facts[1]).toEqual({
      id: "F3",
      kind: "law",
      title: "title F3",
      text: "text F3",
      asOf: "2026-01-02",
      status: "verified",
    });
  });
  it("are also those that only have a name, with what the teams know of it", () => {
    const response = {
      type: "answer",
      data: {
        search: {
          status: "success",
          data: { results: [{ citation: "b", title: "b", gist: "says b", as_of: "2026-02-03" }, { citation: "c" }] },
        },
      },
      structured_data: { sources: [fact("F1", "a")], metadata: { sources: ["a", "b", "d"] } },
    };
    expect(sourcesOf(response, "ko").map((o) => [o.name, o.facts.map((f) => [f.title, f.text, f.asOf])])).toEqual([
      ["a", [["title F1", "text F1", ""]]],
      ["b", [["", "says b", "2026-02-03"]]],
      ["d", []],
    ]);
  });
  it("are none of an answer without them", () => expect(sourcesOf({ type: "answer", answer: "x" }, "en")).toEqual([]));
});

describe("references in a text", () => {
  const names = ["a law 제7조", "a law 제7조의2", "sample (no deals)", "<b>"];
  const html = (text: string) => {
    const e = cite(names) as unknown as {
      tokenizer(this: unknown, src: string): object | undefined;
      renderer(token: object): string;
    };
    const found = e.tokenizer(text);
    return found ? e.renderer(found) : undefined;
  };
  it("lead to the source that they name", () => {
    expect(html("(a law 제7조) and more")).toBe('(<a href="#cite-0">a law 제7조</a>)');
    expect(html("(a law 제7조의2; sample (no deals)).")).toBe(
      '(<a href="#cite-1">a law 제7조의2</a>; <a href="#cite-2">sample (no deals)</a>)',
    );
    expect(html("(<b>)")).toBe('(<a href="#cite-3">&#60;b&#62;</a>)');
  });
  it("are only those of the answer's own sources", () => {
    expect(html("(another law 제1조)")).toBeUndefined();
    expect(html("(a law 제7조 and so on)")).toBeUndefined();
    expect(citedOf("#cite-12")).toBe(12);
    expect([citedOf("#/session"), citedOf("https://x/#cite-1"), citedOf("#cite-")]).toEqual([-1, -1, -1]);
  });
});

import { describe, expect, it } from "vitest";
import { fieldsOf } from "../src/chat/fieldsOf.ts";
import { tame } from "../src/chat/tame.ts";
import { chartsOf } from "../src/faces/data.ts";
import { empty } from "../src/view/items.ts";
import { loaded, withOpen } from "../src/view/load.ts";
import { planOf, waves } from "../src/view/plan.ts";
import type { StoredMessage, StoredRun } from "../src/wire.ts";
import { said, won } from "../src/words/index.ts";

const step = (step_id: string, depends_on: string[] = []) => ({ step_id, depends_on, task: step_id, status: "pending" });
const wavesOf = (strategy: string, ...steps: object[]) => waves(planOf({ execution_strategy: strategy, execution_steps: steps })).map((w) => w.map((s) => s.step_id));

describe("waves", () => {
  it("put side by side what may run so", () => expect(wavesOf("parallel", step("a"), step("b"), step("c", ["a", "b"]))).toEqual([["a", "b"], ["c"]]));
  it("are single steps of a sequential plan", () => expect(wavesOf("sequential", step("a"), step("b"))).toEqual([["a"], ["b"]]));
  it("end with a circle, and leave out unknown steps", () => expect(wavesOf("parallel", step("a", ["b"]), step("b", ["a"]), step("c", ["gone"]))).toEqual([["c"], ["a", "b"]]));
});

it("a plan that does not say so ran side by side when its steps overlap", () => {
  const at = (step_id: string, from: number, to: number) => ({ ...step(step_id), started_at: new Date(from).toISOString(), completed_at: new Date(to).toISOString() });
  expect(wavesOf("", at("a", 0, 10), at("b", 5, 20))).toEqual([["a", "b"]]);
  expect(wavesOf("", at("a", 0, 10), at("b", 10, 20))).toEqual([["a"], ["b"]]);
  expect(wavesOf("", step("a"), step("b"), step("c", ["a"]))).toEqual([["a", "b"], ["c"]]);
});

describe("money", () => {
  it.each([[578_000_000, "5억 7,800만원"], [150_000_000, "1억 5,000만원"], [9_999, "9,999원"], [11_583_167, "1,158만 3,167원"], [-500_000, "-50만원"], [0, "0원"]])("%i", (n, words) => expect(won(n, "ko")).toBe(words));
  it("is said in English too", () => expect(won(1_500_000, "en")).toBe("₩1,500,000"));
});

it("takes the language that there is", () => {
  expect([said({ ko: "가", en: "a" }, "en"), said({ ko: "가" }, "en"), said("x", "ko"), said(null, "ko")]).toEqual(["a", "가", "x", ""]);
});

describe("fields", () => {
  it("are made of a flat schema", () => {
    const fields = fieldsOf({ properties: { n: { type: "integer", title: "How many" }, c: { enum: ["a", "b"] }, y: { type: "boolean" } }, required: ["n"] });
    expect(fields.map((f) => [f.name, f.label, f.kind, f.required])).toEqual([["n", "How many", "number", true], ["c", "c", "choice", false], ["y", "y", "boolean", false]]);
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
    const charts = chartsOf({ type: "answer", data: { x: { status: "success", data: { visualization_data: { charts: [{ kind: "line", title: "t", labels: ["a"], series: [{ name: "n", unit: "won", values: [1, null, "x"] }] }, { kind: "odd" }, 7] } } } } });
    expect(charts).toEqual([{ kind: "line", title: "t", labels: ["a"], series: [{ name: "n", unit: "won", values: [1, null, null] }] }]);
  });
});

describe("what is stored", () => {
  const message = (id: number, role: "user" | "assistant", run_id: string, content = `${role} ${id}`): StoredMessage => ({ id, role, run_id, content, response: null, created_at: "" });
  const run = (id: string, seq: number, more: Partial<StoredRun> = {}): StoredRun => ({ id, seq, assistant: "a", kind: "query", query: `q ${id}`, status: "completed", plan_shown: false, created_at: "", ...more });
  const order = (messages: StoredMessage[], runs: StoredRun[]) =>
    withOpen(loaded(empty("s"), [...messages].reverse(), runs, true), runs).items.map((i) => (i.kind === "user" ? `user ${i.text}` : i.kind === "notice" ? "" : `${i.kind} ${i.runId}`));

  it("is laid out in the order that it was worked on", () => {
    expect(order([message(1, "user", "r1", "a"), message(2, "user", "r2", "b"), message(3, "assistant", "r1"), message(4, "assistant", "r2")], [run("r2", 2), run("r1", 1)]))
      .toEqual(["user a", "run r1", "answer r1", "user b", "run r2", "answer r2"]);
  });
  it("has replies with the run that asked", () => {
    expect(order([message(1, "user", "r1", "a"), message(2, "user", "r2", "yes"), message(3, "assistant", "r1")], [run("r2", 2, { kind: "reply" }), run("r1", 1)]))
      .toEqual(["user a", "run r1", "user yes", "answer r1"]);
  });
  it("goes on with what is open", () => {
    const interrupt = { type: "", interrupt_id: "i", interrupt_type: "approval", interrupt_data: { message: "?" } };
    const view = withOpen(loaded(empty("s"), [message(1, "user", "r1")], [run("r1", 1, { status: "waiting", interrupt })], false), [run("r1", 1, { status: "waiting", interrupt })]);
    expect(view.runs.r1).toMatchObject({ status: "waiting", questions: [{ id: "i", message: "?" }] });
  });
  it("puts older pages before newer ones, once", () => {
    const newer = loaded(empty("s"), [message(4, "assistant", "r2"), message(3, "user", "r2")], [run("r2", 2)], true);
    expect(newer.before).toBe(3);
    const all = loaded(newer, [message(2, "assistant", "r1"), message(1, "user", "r1")], [run("r1", 1)], true);
    expect(all.items.map((i) => i.key)).toEqual(["message-1", "run-r1", "message-2", "message-3", "run-r2", "message-4"]);
  });
  it("marks what was copied from another conversation", () => {
    expect(loaded(empty("s"), [message(1, "user", "other")], [], false).runs.other?.foreign).toBe(true);
  });
});

import type { CheckpointEntry, MadangRest, RunResult } from "@madang/client";
import { describe, expect, it } from "vitest";
import { above, branches, found, kindOf, rows } from "../src/inspector/json.ts";
import { events, points } from "../src/inspector/ask.ts";
import { box, layout, way } from "../src/inspector/layout.ts";
import { slice } from "../src/inspector/slice.ts";
import { callSpans, lasted, nodeSpans, stepSpans, ticks } from "../src/inspector/spans.ts";
import { inspectorWords } from "../src/inspector/words.ts";

const value = {
  phase: "done",
  plan: {
    steps: [
      { task: "검색", n: 1 },
      { task: "분석", n: null },
    ],
    empty: {},
  },
  "a.b": true,
};
const paths = (open: string[], search = "", base = "") => rows(value, new Set(open), search, base).map((r) => r.path);

describe("a tree", () => {
  it("shows what is open", () => {
    expect(paths([])).toEqual(["phase", "plan", "a.b"]);
    expect(paths(["plan", "plan.steps"])).toEqual([
      "phase",
      "plan",
      "plan.steps",
      "plan.steps.0",
      "plan.steps.1",
      "plan.empty",
      "a.b",
    ]);
    expect(paths(["plan.steps"])).toEqual(["phase", "plan", "a.b"]);
  });
  it("begins at a path", () =>
    expect(paths(["x.plan"], "", "x")).toEqual(["x.phase", "x.plan", "x.plan.steps", "x.plan.empty", "x.a.b"]));
  it("knows places and kinds", () => {
    const list = rows(value, new Set(["plan"]));
    expect(list.map((r) => [r.name, r.depth, r.kind, r.size, r.open, `${r.place}/${r.of}`])).toEqual([
      ["phase", 1, "text", 0, false, "1/3"],
      ["plan", 1, "object", 2, true, "2/3"],
      ["steps", 2, "list", 2, false, "1/2"],
      ["empty", 2, "object", 0, false, "2/2"],
      ["a.b", 1, "boolean", 0, false, "3/3"],
    ]);
    expect([above(list, 2), above(list, 0)]).toEqual([1, 0]);
    expect([kindOf(null), kindOf([]), kindOf(1)]).toEqual(["null", "list", "number"]);
  });
  it("shows what is looked for and the way to it", () => {
    expect(paths([], "분석")).toEqual(["plan", "plan.steps", "plan.steps.1", "plan.steps.1.task"]);
    expect(paths(["plan"], "STEPS")).toEqual(["plan", "plan.steps"]);
    expect(paths([], "nowhere")).toEqual([]);
    expect(found(rows(value, new Set(), "task"), "task")).toBe(2);
  });
  it("can be opened, but not without end", () => {
    expect(branches(value)).toEqual(["plan", "plan.steps", "plan.steps.0", "plan.steps.1"]);
    expect(branches(value, 1)).toEqual(["plan"]);
    expect(branches(value, 99, "", 2)).toHaveLength(2);
  });
});

describe("a long list", () => {
  it("draws what is in sight", () => {
    expect(slice(2000, 50, 0, 500, 5)).toEqual([0, 15]);
    expect(slice(2000, 50, 5000, 500, 5)).toEqual([95, 115]);
    expect(slice(2000, 50, 99_750, 500, 5)).toEqual([1990, 2000]);
    expect(slice(3, 50, 9000, 500, 5)).toEqual([2, 3]); // it became shorter
    expect(slice(0, 50, 0, 500)).toEqual([0, 0]);
  });
});

const at = (ms: number) => new Date(1_000_000 + ms).toISOString();
const point = (step_no: number, node: string, ms: number) =>
  ({ step_no, node, label: `T${step_no}`, phase: "p", created_at: at(ms) }) as CheckpointEntry;

describe("a waterfall", () => {
  it("joins the checkpoints of a stay in a node", () => {
    const spans = nodeSpans([point(1, "a", 10), point(2, "b", 30), point(3, "b", 50), point(4, "a", 45)], 1_000_000);
    expect(spans.map((s) => [s.name, s.from, s.to, s.note])).toEqual([
      ["a", 0, 10, "T1"],
      ["b", 10, 50, "T3"],
      ["a", 50, 50, "T4"],
    ]);
  });
  it("finds steps wherever they are, and those that go on", () => {
    const steps = [
      { step_id: "s0", task: "검색", team: "search", status: "completed", started_at: at(5), completed_at: at(25) },
      { step_id: "s1", status: "in_progress", started_at: at(8), completed_at: null },
      { step_id: "s2", status: "pending" },
    ];
    const spans = stepSpans({ x: 1, planning_state: { execution_steps: steps } }, 1_000_000, 40);
    expect(spans.map((s) => [s.name, s.from, s.to, s.open])).toEqual([
      ["검색", 5, 25, false],
      ["s1", 8, 40, true],
    ]);
    expect(stepSpans(null, 0, 1)).toEqual([]);
  });
  it("has the calls of models with what they took, and no other calls", () => {
    const answer = { model: "m1", usage: { input_tokens: 120, output_tokens: 30 }, cost_micros: 42, latency_ms: 15 };
    const results = [
      { name: "work", result: true, created_at: at(5) },
      { name: "answer", result: { answer, prompt: "answer@3" }, created_at: at(40) },
      { name: "plan", result: { answer: { ...answer, latency_ms: 900, unpriced: true } }, created_at: at(60) },
    ] as unknown as RunResult[];
    expect(callSpans(results, 1_000_000).map((s) => [s.name, s.note, s.from, s.to, s.took])).toEqual([
      ["answer@3", "m1", 25, 40, { input: 120, output: 30, cost: 42, unpriced: false }],
      ["plan", "m1", 0, 60, { input: 120, output: 30, cost: 42, unpriced: true }],
    ]);
  });
  it("has round ticks", () => {
    expect(ticks(49)).toEqual([0, 10, 20, 30, 40]);
    expect(ticks(0)).toEqual([0]);
    expect(ticks(0.3).every((n) => n <= 0.3)).toBe(true);
  });
  it("says times", () =>
    expect([0, 999.4, 1250, 61_000, -5, NaN].map(lasted)).toEqual(["0ms", "999ms", "1.25s", "1m 01s", "0ms", "–"]));
});

describe("pages", () => {
  it("are read to their end", async () => {
    const all = Array.from({ length: 1200 }, (_, i) => ({ step_no: i + 1, seq: i + 1 }));
    const asked: unknown[] = [];
    const rest = {
      checkpoints: async (_: string, o: { limit: number; beforeStep: number }) => {
        asked.push(o.beforeStep);
        return all
          .filter((p) => !o.beforeStep || p.step_no < o.beforeStep)
          .reverse()
          .slice(0, o.limit);
      },
      runEvents: async (_: string, o: { limit: number; afterSeq: number }) =>
        all.filter((p) => p.seq > o.afterSeq).slice(0, o.limit),
    } as unknown as MadangRest;
    expect((await points(rest, "s", "r")).map((p) => p.step_no)).toEqual(all.map((p) => p.step_no));
    expect(asked).toEqual([0, 701, 201]);
    expect((await events(rest, "r")).length).toBe(1200);
  });
});

it("has the same words in both languages", () => {
  const keys = (o: object): string[] =>
    Object.entries(o)
      .flatMap(([k, v]) => (typeof v === "object" && v !== null ? keys(v as object).map((n) => `${k}.${n}`) : [k]))
      .sort();
  expect(keys(inspectorWords("en"))).toEqual(keys(inspectorWords("ko")));
});

describe("a graph that is drawn", () => {
  const edges = [
    ["plan", "ask"],
    ["ask", "plan"],
    ["plan", "work"],
    ["work", "work"],
    ["work", "answer"],
    ["plan", "answer"],
    ["answer", "end"],
  ].map(([from, to]) => ({ from: from!, to: to! }));
  it("goes from left to right, with ways back told from others", () => {
    const { nodes, edges: lines, width } = layout("plan", edges);
    const x = Object.fromEntries(nodes.map((n) => [n.name, n.x]));
    expect(x.plan! < x.work! && x.work! < x.answer! && x.answer! < x.end!).toBe(true);
    expect(lines.filter((l) => l.back).map((l) => `${l.from.name} ${l.to.name}`)).toEqual(["ask plan", "work work"]);
    expect(Math.max(...nodes.map((n) => n.x))).toBeLessThan(width);
  });
  it("passes below what it leaves out", () => {
    const { nodes, edges: lines, height } = layout("plan", edges);
    for (const l of lines.filter((l) => !l.back && l.to.x - l.from.x > box.width + box.gapX)) {
      const y = way(l.from, l.to, false, l.low)
        .match(/[\d.]+/g)!
        .map(Number)
        .filter((_, i) => i % 2 === 1) as [number, number, number, number];
      const middle = (y[0] + 3 * y[1] + 3 * y[2] + y[3]) / 8;
      const between = nodes.filter((n) => n.x > l.from.x && n.x < l.to.x);
      for (const n of between) expect(middle).toBeGreaterThan(n.y + box.height);
      expect(middle).toBeLessThan(height);
    }
  });
  it("overlaps nowhere", () => {
    const { nodes } = layout("plan", edges);
    expect(new Set(nodes.map((n) => `${n.x} ${n.y}`)).size).toBe(nodes.length);
  });
});

import { describe, expect, it } from "vitest";
import { empty, ended, open, pending } from "../src/view/items.ts";
import { reduce, type Happening } from "../src/view/reduce.ts";
import type { Item, View } from "../src/view/types.ts";
import { live, names, reloaded, seen, stream, watched } from "./streams.ts";

const after = (events: Happening[], view: View = empty("s")) => events.reduce(reduce, view);
const asked = (id: string, text = id): Happening => ({ type: "local_asked", clientMsgId: id, text, at: "" });
const ack = (id: string, run: string): Happening => ({ type: "ack", client_msg_id: id, run_id: run });
const final = (run: string, answer: string, seq = 9): Happening => ({
  type: "final_response",
  seq,
  run_id: run,
  response: { type: "answer", answer },
});
const step = (id: string, status: string, depends_on: string[] = []) => ({
  step_id: id,
  task: `task ${id}`,
  team: id,
  status,
  depends_on,
  progress_percentage: 0,
});
const order = (view: View) =>
  view.items.map((i: Item) =>
    i.kind === "user" ? `user ${i.text ?? "?"}` : i.kind === "notice" ? i.text : `${i.kind} ${i.runId}`,
  );

it("tells of conversations that assistants began, once each", () => {
  const began = (id: string): Happening => ({
    type: "session_started",
    started_session_id: id,
    assistant: "interview",
  });
  expect(after([began("a"), began("b")]).started).toEqual(["a", "b"]);
  expect(after([{ type: "session_started" }]).started).toEqual([]);
});

describe.each(names)("the stream %s", (name) => {
  const s = stream(name);

  it("is seen the same live, looked on and reloaded", () => {
    expect(seen(live(s))).toEqual(seen(reloaded(s)));
    expect(seen(watched(s))).toEqual(seen(reloaded(s)));
  });

  it("changes nothing when it is heard again behind what is stored", () => {
    const view = reloaded(s);
    expect(
      seen(
        after(
          s.frames.filter((f) => f.type !== "error"),
          view,
        ),
      ),
    ).toEqual(seen(view));
  });

  it("goes on from a reload after any event", () => {
    for (let cut = 1; cut < s.frames.length; cut++) {
      const again = after(s.frames.slice(Math.max(0, cut - 3)), live(s, s.frames.slice(0, cut)));
      expect(seen(again).items.filter((i) => i[0] === "answer")).toEqual(
        seen(reloaded(s)).items.filter((i) => i[0] === "answer"),
      );
    }
  });

  it("leaves nothing open", () => expect(open(live(s))).toEqual([]));

  it("is not changed by being read", () => {
    const before = JSON.stringify(s.frames);
    live(s);
    expect(JSON.stringify(s.frames)).toBe(before);
  });
});

describe("a run", () => {
  it("has its plan, its steps and their words", () => {
    const view = after([
      asked("a"),
      ack("a", "r"),
      { type: "planning_start", run_id: "r", seq: 1, message: "…" },
      {
        type: "plan_ready",
        run_id: "r",
        seq: 2,
        intent: "x",
        execution_strategy: "parallel",
        execution_steps: [step("one", "pending"), step("two", "pending")],
      },
      {
        type: "todo_updated",
        run_id: "r",
        seq: 3,
        execution_steps: [step("one", "in_progress"), step("two", "pending")],
      },
      { type: "step_progress", run_id: "r", step_id: "one", progress_percentage: 40, message: "half way" },
      {
        type: "todo_updated",
        run_id: "r",
        seq: 4,
        execution_steps: [step("one", "in_progress"), step("two", "in_progress")],
      },
    ]);
    const run = view.runs.r;
    expect(run?.plan?.steps.map((s) => [s.status, s.note, s.progress_percentage])).toEqual([
      ["in_progress", "half way", 40],
      ["in_progress", undefined, 0],
    ]);
    expect(run?.plan?.strategy).toBe("parallel");
  });

  it("tells why its plan was changed", () => {
    const view = after([
      {
        type: "plan_updated",
        run_id: "r",
        seq: 1,
        reason: "a team failed",
        changes: [{ step_id: "one", change: "added" }],
        execution_steps: [step("one", "pending")],
      },
    ]);
    expect(view.runs.r?.replanned).toEqual({ reason: "a team failed", changes: [{ step_id: "one", change: "added" }] });
  });

  it("tells what it uses again, and what set it off", () => {
    const view = after([
      { type: "proactive", run_id: "r", seq: 1, trigger_event_type: "rate_cut", message: "news" },
      { type: "data_reuse", run_id: "r", seq: 2, teams: ["search"], from_run: "q" },
    ]);
    expect(view.runs.r).toMatchObject({
      trigger: "rate_cut",
      message: "news",
      reuse: { teams: ["search"], fromRun: "q" },
    });
  });

  it("waits its turn, and its answer comes before the next question", () => {
    const view = after([
      asked("a"),
      ack("a", "r1"),
      { type: "planning_start", run_id: "r1", seq: 1 },
      asked("b"),
      ack("b", "r2"),
      { type: "run_queued", run_id: "r2", seq: 2, position: 1 },
    ]);
    expect(view.runs.r2).toMatchObject({ status: "queued", position: 1 });
    expect(order(after([final("r1", "one")], view))).toEqual(["user a", "run r1", "answer r1", "user b", "run r2"]);
  });

  it("finds its question when its events overtake the ack", () => {
    const view = after([asked("a"), { type: "planning_start", run_id: "r", seq: 1 }, ack("a", "r"), final("r", "one")]);
    expect(order(view)).toEqual(["user a", "run r", "answer r"]);
  });

  it("has its answer before what was asked meanwhile when that overtakes the ack", () => {
    const view = after([asked("a"), asked("b"), final("r", "one"), ack("a", "r")]);
    expect(order(view)).toEqual(["user a", "run r", "answer r", "user b"]);
  });

  it("gets its words from the server when another tab asked", () => {
    const view = after([
      { type: "planning_start", run_id: "r", seq: 1 },
      { type: "run_loaded", run_id: "r", kind: "query", query: "elsewhere", client_msg_id: "z" },
    ]);
    expect(order(view)).toEqual(["user elsewhere", "run r"]);
  });

  it("stays as it ended", () => {
    const view = after([
      asked("a"),
      ack("a", "r"),
      final("r", "one"),
      final("r", "two"),
      { type: "todo_updated", run_id: "r", execution_steps: [step("x", "pending")] },
    ]);
    expect(view.items.filter((i) => i.kind === "answer")).toHaveLength(1);
    expect(view.runs.r?.plan).toBeUndefined();
  });

  it.each([
    [{ type: "run_cancelled", seq: 3, run_id: "r", response: { type: "cancelled", message: "stopped" } }, "cancelled"],
    [
      {
        type: "final_response",
        seq: 3,
        run_id: "r",
        response: { type: "error", message: "no", error: "processing_failed" },
      },
      "failed",
    ],
    [{ type: "error", seq: 3, run_id: "r", message: "no", code: "internal_error" }, "failed"],
  ])("ends by %o", (event, status) => {
    const view = after([asked("a"), ack("a", "r"), event as Happening]);
    expect(view.runs.r?.status).toBe(status);
    expect(ended(view.runs.r!)).toBe(true);
    expect(view.items.at(-1)?.kind).toBe("answer");
  });
});

describe("an answer on its way", () => {
  const piece = (index: number, delta: string, message_id = "m"): Happening => ({
    type: "answer_delta",
    run_id: "r",
    message_id,
    index,
    delta,
  });
  const text = (view: View) => {
    const a = view.items.find((i) => i.kind === "answer");
    return a?.kind === "answer" ? (a.response?.answer ?? a.stream?.text) : undefined;
  };

  it("grows piece by piece and is replaced by the whole", () => {
    const view = after([piece(0, "one "), piece(1, "two "), piece(1, "two "), piece(2, "three")]);
    expect(text(view)).toBe("one two three");
    expect(text(after([final("r", "the whole")], view))).toBe("the whole");
    expect(after([final("r", "the whole")], view).items.filter((i) => i.kind === "answer")).toHaveLength(1);
  });
  it("stops at a hole", () => expect(text(after([piece(0, "one "), piece(2, "three")]))).toBe("one "));
  it("begins anew with index 0", () =>
    expect(text(after([piece(0, "one"), piece(0, "ein", "n"), piece(1, "s", "n")]))).toBe("eins"));
  it("shows nothing of one whose beginning was missed", () => expect(text(after([piece(5, "late")]))).toBeUndefined());
});

describe("a question", () => {
  const question: Happening = {
    type: "workflow_interrupted",
    run_id: "r",
    seq: 2,
    interrupt_id: "i",
    interrupt_type: "approval",
    default_action: "approve",
    takes_text: false,
    interrupt_data: { message: "sure?", options: [{ value: "approve", label: "yes" }, "no"] },
  };
  it("is pending until it is resolved, once", () => {
    const view = after([asked("a"), ack("a", "r"), question, question]);
    expect(view.runs.r?.questions).toHaveLength(1);
    expect(pending(view)).toMatchObject({
      id: "i",
      message: "sure?",
      options: [
        { value: "approve", label: "yes" },
        { value: "no", label: "no" },
      ],
    });
    const done = after(
      [{ type: "interrupt_resolved", run_id: "r", seq: 3, interrupt_id: "i", action: "approve", by: "expiry" }],
      view,
    );
    expect(pending(done)).toBeUndefined();
    expect(done.runs.r?.questions[0]?.resolved).toEqual({ action: "approve", by: "expiry" });
  });
  it("is no more when its run ends", () => expect(pending(after([question, final("r", "x")]))).toBeUndefined());
  it("waits still when a replay tells of it again", () => {
    const view = after([question, { type: "planning_start", run_id: "r", seq: 1 }, question]);
    expect(view.runs.r?.status).toBe("waiting");
  });
  it("has its answer behind it, before the run's", () => {
    const view = after([asked("a"), ack("a", "r"), question, asked("b", "yes"), ack("b", "r"), final("r", "done")]);
    expect(order(view)).toEqual(["user a", "run r", "user yes", "answer r"]);
  });
  it("has its answer there too when the run's overtakes the ack", () => {
    const view = after([asked("a"), ack("a", "r"), question, asked("b", "yes"), final("r", "done"), ack("b", "r")]);
    expect(order(view)).toEqual(["user a", "run r", "user yes", "answer r"]);
  });
});

describe("a refusal", () => {
  it("of a question marks it", () => {
    const view = after([asked("a"), { type: "error", client_msg_id: "a", message: "too many", code: "queue_full" }]);
    expect(view.items[0]).toMatchObject({ state: "failed", error: "too many" });
  });
  it("of something else is said", () => {
    const view = after([{ type: "error", run_id: "r", message: "not that step", code: "step_not_skippable" }]);
    expect(view.items).toMatchObject([{ kind: "notice", text: "not that step", bad: true }]);
    expect(view.runs.r).toBeUndefined();
  });
});

describe("the page", () => {
  it("knows its mode, title and assistant", () => {
    const view = after([
      { type: "connected", assistant: "tutor" },
      { type: "ui_mode_changed", seq: 1, ui_mode: "quiz" },
      { type: "session_updated", seq: 2, title: "t" },
    ]);
    expect(view).toMatchObject({ assistant: "tutor", mode: "quiz", title: "t" });
  });
  it("leaves what it does not know alone", () => {
    const view = empty("s");
    expect(after([{ type: "state_changed" }, { type: "tomorrow", seq: 4 }], view)).toBe(view);
  });
});

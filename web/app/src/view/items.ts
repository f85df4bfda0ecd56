// The list of what is shown, and how runs find their place in it.
import type { Frame } from "../wire.ts";
import type { Item, Response, RunView, Stream, View } from "./types.ts";

export const empty = (sessionId: string, assistant = ""): View => ({
  sessionId,
  assistant,
  title: "",
  mode: "chat",
  items: [],
  runs: {},
  before: 0,
  count: 0,
  started: [],
});

const fresh = (id: string): RunView => ({
  id,
  status: "running",
  kind: "query",
  message: "",
  planShown: false,
  questions: [],
  teams: [],
});

export const runOf = (view: View, id: string): RunView => view.runs[id] ?? fresh(id);

export const ended = (run: RunView): boolean =>
  run.status === "completed" || run.status === "failed" || run.status === "cancelled";

export const open = (view: View): RunView[] => Object.values(view.runs).filter((r) => !ended(r));

/** The question that the conversation waits for, if any. */
export function pending(view: View) {
  for (const run of open(view)) {
    const question = run.questions.findLast((q) => !q.resolved);
    if (question) return question;
  }
  return undefined;
}

export function patch(view: View, id: string, change: Partial<RunView>): View {
  return { ...view, runs: { ...view.runs, [id]: { ...runOf(view, id), ...change } } };
}

/** begun gives a run its place: behind its question when that is known, else
 *  at the end, with a question whose words are still to be found. */
export function begun(view: View, id: string, at = ""): View {
  const known = view.runs[id];
  // Stored without its run, which was begun after the runs were read: taken
  // for a copy's, but events tell that it is at work here.
  if (known?.foreign && !view.items.some((i) => i.kind === "answer" && i.runId === id)) {
    return { ...view, items: withRun(view.items, id), runs: { ...view.runs, [id]: fresh(id) } };
  }
  if (known) return view;
  const items: Item[] = view.items.some((i) => i.kind === "user" && i.runId === id)
    ? view.items
    : [...view.items, { kind: "user", key: `asked-${id}`, runId: id, at, state: "sent" }];
  return { ...view, items: withRun(items, id), runs: { ...view.runs, [id]: fresh(id) } };
}

function withRun(items: Item[], id: string): Item[] {
  if (items.some((i) => i.kind === "run" && i.runId === id)) return items;
  const behind = items.findIndex((i) => i.kind === "user" && i.runId === id);
  return [...items.slice(0, behind + 1), { kind: "run", key: `run-${id}`, runId: id }, ...items.slice(behind + 1)];
}

/** answered ends a run with its response. */
export function answered(view: View, id: string, response: Response, cancelled: boolean, at: string): View {
  const status =
    cancelled || response.type === "cancelled" ? "cancelled" : response.type === "error" ? "failed" : "completed";
  const next = patch(view, id, {
    status,
    position: undefined,
    teams: response.teams_used ?? [],
    questions: runOf(view, id).questions.map((q) => (q.resolved ? q : { ...q, resolved: { action: "", by: "" } })),
  });
  const answer: Item = { kind: "answer", key: `answer-${id}`, runId: id, at, response };
  const there = next.items.some((i) => i.kind === "answer" && i.runId === id);
  return {
    ...next,
    items: there
      ? next.items.map((i) => (i.kind === "answer" && i.runId === id ? answer : i))
      : withAnswer(next.items, answer),
  };
}

/** withAnswer puts an answer behind all that belongs to its run, and before
 *  questions that wait their turn. */
function withAnswer(items: Item[], answer: Item & { kind: "answer" }): Item[] {
  const last = items.findLastIndex((i) => i.kind !== "notice" && i.runId === answer.runId);
  return [...items.slice(0, last + 1), answer, ...items.slice(last + 1)];
}

export function noticed(view: View, notice: { text: string; code?: string; bad: boolean }): View {
  if (!notice.text) return view;
  return {
    ...view,
    count: view.count + 1,
    items: [...view.items, { kind: "notice", key: `notice-${view.count}`, ...notice }],
  };
}

const unnamed = (i: Item, runId: string) => i.kind === "user" && i.runId === runId && i.clientMsgId === undefined;

export const itemsOf = {
  /** The server took a question: it belongs to that run from here on, and
   *  stands where the run's own line would have. */
  acknowledged(view: View, clientMsgId: string, runId: string): View {
    const mine = view.items.find((i) => i.kind === "user" && i.clientMsgId === clientMsgId);
    if (!mine || mine.kind !== "user") return view;
    const rest = view.items.filter((i) => !unnamed(i, runId));
    let items = rest.map((i): Item => (i === mine ? { ...mine, runId, state: "sent", error: undefined } : i));
    if (view.runs[runId]) {
      items = withRun(
        items.filter((i) => !(i.kind === "run" && i.runId === runId && i.key === `run-${runId}`)),
        runId,
      );
      // An answer that overtook the ack stands where its run's words were not yet known to be.
      const answer = items.find((i) => i.kind === "answer" && i.runId === runId);
      if (answer?.kind === "answer")
        items = withAnswer(
          items.filter((i) => i !== answer),
          answer,
        );
    }
    return { ...view, items };
  },

  /** The words of a run that another tab began. */
  named(view: View, frame: Frame): View {
    const runId = String(frame.run_id);
    const clientMsgId = typeof frame.client_msg_id === "string" ? frame.client_msg_id : "";
    if (clientMsgId && view.items.some((i) => i.kind === "user" && i.clientMsgId === clientMsgId))
      return itemsOf.acknowledged(view, clientMsgId, runId);
    const kind = String(frame.kind ?? "query"),
      query = String(frame.query ?? "");
    const items = query
      ? view.items.map((i): Item =>
          i.kind === "user" && i.runId === runId && i.text === undefined ? { ...i, text: query } : i,
        )
      : view.items.filter((i) => !(unnamed(i, runId) && i.kind === "user" && i.text === undefined));
    const next = { ...view, items };
    return view.runs[runId] ? patch(next, runId, { kind }) : next;
  },

  streamed(view: View, runId: string, join: (stream: Stream | undefined) => Stream, at: string): View {
    const there = view.items.find((i) => i.kind === "answer" && i.runId === runId);
    if (there?.kind === "answer") {
      const stream = join(there.stream);
      return stream === there.stream
        ? view
        : { ...view, items: view.items.map((i) => (i === there ? { ...there, stream } : i)) };
    }
    const stream = join(undefined);
    return stream.text
      ? { ...view, items: withAnswer(view.items, { kind: "answer", key: `answer-${runId}`, runId, at, stream }) }
      : view;
  },
};

// What is stored of a conversation, as the view that its events made.
import type { StoredMessage, StoredRun } from "../wire.ts";
import { ended, patch } from "./items.ts";
import { questionOf } from "./plan.ts";
import type { Item, Question, Response, RunView, View } from "./types.ts";

/** answerOf is the response of a stored message; old ones have only a text. */
export const answerOf = (m: StoredMessage): Response =>
  m.response && typeof m.response === "object" && m.response.type ? m.response : { type: "answer", answer: m.content };

function viewOf(run: StoredRun | undefined, id: string, response?: Response): RunView {
  const status =
    run?.status ?? (response?.type === "error" ? "failed" : response?.type === "cancelled" ? "cancelled" : "completed");
  return {
    id,
    status,
    kind: run?.kind ?? "query",
    message: "",
    planShown: run?.plan_shown ?? Boolean(response?.teams_used?.length && response.type !== "guidance"),
    questions: [],
    teams: response?.teams_used ?? [],
    foreign: run === undefined,
  };
}

/** itemsOfStored lays messages out, oldest first: what was asked, its run,
 *  what the run was told when it asked, the answer. Questions that were asked
 *  while a run worked come after its answer, as they were worked on. */
function itemsOfStored(
  messages: StoredMessage[],
  runs: Map<string, StoredRun>,
  asks: (m: StoredMessage) => boolean,
): Item[] {
  const groups = new Map<string, Item[]>();
  const open: string[] = [];
  for (const m of messages) {
    const id = m.run_id || `message-${m.id}`;
    const reply = m.role === "user" && runs.get(id)?.kind === "reply" ? open.at(-1) : undefined;
    const runId = reply ?? id;
    const group = groups.get(runId) ?? [];
    if (!groups.has(runId)) groups.set(runId, group);
    if (m.role === "user") {
      group.push({
        kind: "user",
        key: `message-${m.id}`,
        runId,
        clientMsgId: runs.get(id)?.client_msg_id,
        text: m.content,
        at: m.created_at,
        state: "sent",
      });
      if (!reply) open.push(runId);
    }
    if (!group.some((i) => i.kind === "run")) group.push({ kind: "run", key: `run-${runId}`, runId });
    if (m.role === "assistant" && !asks(m)) {
      group.push({ kind: "answer", key: `message-${m.id}`, runId, at: m.created_at, response: answerOf(m) });
      open.splice(open.indexOf(runId), open.includes(runId) ? 1 : 0);
    }
  }
  return [...groups.values()].flat();
}

/** asked is a question of which only its words are left. */
const asked = (m: StoredMessage, runId: string): Question => ({
  id: `message-${m.id}`,
  runId,
  type: "",
  message: m.content,
  options: [],
  takesText: false,
  resolved: { action: "", by: "" },
});

/** loaded is the view of a page of messages, newest first as they came, put
 *  before what the view shows already. */
export function loaded(view: View, page: StoredMessage[], stored: StoredRun[], full: boolean): View {
  const messages = [...page].reverse();
  const byId = new Map(stored.map((r) => [r.id, r]));
  const answers = new Map(
    messages.filter((m) => m.role === "assistant").map((m) => [m.run_id || `message-${m.id}`, m]),
  );
  // A question of a run is stored as guidance too; its answer is the last. A run that
  // ended between the look at it and at its messages seems to work on.
  const asks = (m: StoredMessage) => {
    if (m.response && m.response.type !== "guidance") return false;
    const id = m.run_id ?? "",
      status = byId.get(id)?.status;
    return (
      answers.get(id) !== undefined &&
      (answers.get(id)?.id !== m.id || Boolean(view.runs[id]) || status === "waiting" || status === "running")
    );
  };
  const items = itemsOfStored(messages, byId, asks);
  const runs = { ...view.runs };
  for (const item of items) {
    if (item.kind !== "run") continue;
    const last = answers.get(item.runId);
    runs[item.runId] ??= viewOf(byId.get(item.runId), item.runId, last && answerOf(last));
  }
  for (const m of messages) {
    const run = m.run_id && m.role === "assistant" && asks(m) ? runs[m.run_id] : undefined;
    if (run) runs[run.id] = { ...run, questions: [...run.questions, asked(m, run.id)] };
  }
  const mine = new Set(items.filter((i) => i.kind !== "user").map((i) => `${i.kind}-${"runId" in i ? i.runId : ""}`));
  const rest = view.items.filter((i) => i.kind === "user" || i.kind === "notice" || !mine.has(`${i.kind}-${i.runId}`));
  return { ...view, items: [...items, ...rest], runs, before: full ? (messages[0]?.id ?? 0) : 0 };
}

/** withOpen adds the runs that are still at work, and what they ask. */
export function withOpen(view: View, stored: StoredRun[]): View {
  return [...stored]
    .sort((a, b) => a.seq - b.seq)
    .reduce((v, run) => {
      if (ended({ status: run.status } as RunView)) return v;
      let next = v;
      if (!v.runs[run.id]) {
        const asked = v.items.some((i) => i.kind === "user" && i.runId === run.id);
        const items: Item[] =
          asked || !run.query
            ? v.items
            : [
                ...v.items,
                {
                  kind: "user",
                  key: `asked-${run.id}`,
                  runId: run.id,
                  clientMsgId: run.client_msg_id,
                  text: run.query,
                  at: run.created_at,
                  state: "sent",
                },
              ];
        next = {
          ...v,
          items: [...items, { kind: "run", key: `run-${run.id}`, runId: run.id }],
          runs: { ...v.runs, [run.id]: viewOf(run, run.id) },
        };
      }
      if (!run.interrupt) return patch(next, run.id, { status: run.status });
      const question = questionOf(run.interrupt, run.id);
      const earlier = (next.runs[run.id]?.questions ?? []).filter((q) => q.message !== question.message);
      return patch(next, run.id, {
        status: run.status,
        questions: [...earlier, question],
        plan: next.runs[run.id]?.plan ?? question.plan,
      });
    }, view);
}

/** modeOf is the mode that the newest answer left the page in. */
export function modeOf(view: View): string {
  for (const item of view.items.toReversed()) {
    if (item.kind !== "answer") continue;
    for (const part of Object.values(item.response?.data ?? {})) {
      const mode = (part.data as { ui_mode?: unknown } | null)?.ui_mode;
      if (typeof mode === "string") return mode;
    }
    return "chat";
  }
  return "chat";
}

// The one place where events become what is shown. Pure: the same events give
// the same view, on whichever tab and however often they come; what is over
// stays as it ended.
import type { Frame } from "../wire.ts";
import { answered, begun, ended, itemsOf, noticed, patch, runOf } from "./items.ts";
import { planOf, questionOf, stepsOf, withProgress } from "./plan.ts";
import { joined } from "./stream.ts";
import type { PlanChange, Response, RunView, View } from "./types.ts";

/** Things that the page itself knows, beside the frames of the server. */
export type Local =
  | { type: "local_asked"; clientMsgId: string; text: string; at: string }
  | { type: "local_failed"; clientMsgId: string; text: string }
  | { type: "local_notice"; text: string; code?: string; bad?: boolean }
  | { type: "local_rated"; runId: string; rating: "positive" | "negative" };

export type Happening = Frame | Local;

export function reduce(view: View, event: Happening): View {
  if (event.type.startsWith("local_")) return own(view, event as Local);
  const frame = event as Frame;
  const handle = handlers[frame.type];
  return handle ? handle(view, frame) : view;
}

function own(view: View, event: Local): View {
  switch (event.type) {
    case "local_asked":
      return {
        ...view,
        items: [
          ...view.items,
          {
            kind: "user",
            key: event.clientMsgId,
            clientMsgId: event.clientMsgId,
            text: event.text,
            at: event.at,
            state: "sending",
          },
        ],
      };
    case "local_failed":
      return {
        ...view,
        items: view.items.map((i) =>
          i.kind === "user" && i.clientMsgId === event.clientMsgId && i.state !== "sent"
            ? { ...i, state: "failed", error: event.text }
            : i,
        ),
      };
    case "local_rated":
      return patch(view, event.runId, { rating: event.rating });
    case "local_notice":
      return noticed(view, { text: event.text, code: event.code, bad: event.bad ?? true });
  }
}

type Handler = (view: View, frame: Frame) => View;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** A handler for what tells of a run's life; nothing follows its end. */
const ofRun =
  (handle: (view: View, run: RunView, frame: Frame) => View): Handler =>
  (view, frame) => {
    if (!frame.run_id) return view;
    const seen = begun(view, frame.run_id, frame.timestamp);
    const run = runOf(seen, frame.run_id);
    return ended(run) ? view : handle(seen, run, frame);
  };

const planned: Handler = ofRun((view, run, frame) =>
  patch(view, run.id, {
    plan: planOf(frame, run.plan),
    planShown: true,
    status: frame.type === "plan_ready" || run.status === "waiting" ? run.status : "running",
    message: text(frame.message) || run.message,
    position: undefined,
  }),
);

const finished: Handler = (view, frame) => {
  const response = (frame.response ?? { type: "answer" }) as Response;
  if (!frame.run_id) return noticed(view, { text: response.answer ?? response.message ?? "", bad: false });
  const seen = begun(view, frame.run_id, frame.timestamp);
  if (ended(runOf(seen, frame.run_id))) return view;
  return answered(seen, frame.run_id, response, frame.type === "run_cancelled", text(frame.timestamp));
};

// An error with a number ended its run; one without refused a command.
const failed: Handler = (view, frame) => {
  const words = text(frame.message) || text(frame.error);
  if (frame.seq && frame.run_id) {
    const seen = begun(view, frame.run_id, frame.timestamp);
    if (ended(runOf(seen, frame.run_id))) return view;
    return answered(
      seen,
      frame.run_id,
      { type: "error", message: words, error: text(frame.code) },
      false,
      text(frame.timestamp),
    );
  }
  if (
    frame.client_msg_id &&
    view.items.some((i) => i.kind === "user" && i.clientMsgId === frame.client_msg_id && i.state !== "sent")
  ) {
    return own(view, { type: "local_failed", clientMsgId: frame.client_msg_id, text: words });
  }
  return noticed(view, { text: words, code: text(frame.code), bad: true });
};

const handlers: Record<string, Handler> = {
  connected: (view, frame) => ({ ...view, assistant: text(frame.assistant) || view.assistant }),
  session_updated: (view, frame) => (frame.title ? { ...view, title: text(frame.title) } : view),
  session_started: (view, frame) =>
    typeof frame.started_session_id === "string"
      ? { ...view, started: [...view.started, frame.started_session_id] }
      : view,
  ui_mode_changed: (view, frame) => ({ ...view, mode: text(frame.ui_mode) || view.mode }),
  ack: (view, frame) =>
    frame.client_msg_id && frame.run_id ? itemsOf.acknowledged(view, frame.client_msg_id, frame.run_id) : view,
  run_loaded: (view, frame) => itemsOf.named(view, frame),
  run_queued: ofRun((view, run, frame) =>
    patch(view, run.id, { status: "queued", position: Number(frame.position) || undefined }),
  ),
  planning_start: ofRun((view, run, frame) =>
    patch(view, run.id, { status: "running", message: text(frame.message), position: undefined }),
  ),
  proactive: ofRun((view, run, frame) =>
    patch(view, run.id, {
      trigger: text(frame.trigger_event_type) || "event",
      message: text(frame.message) || run.message,
    }),
  ),
  analysis_ready: ofRun((view) => view),
  plan_ready: planned,
  execution_start: planned,
  plan_updated: ofRun((view, run, frame) =>
    patch(view, run.id, {
      plan: planOf(frame, run.plan),
      planShown: true,
      replanned: {
        reason: text(frame.reason),
        changes: Array.isArray(frame.changes) ? (frame.changes as PlanChange[]) : [],
      },
    }),
  ),
  todo_updated: ofRun((view, run, frame) =>
    patch(view, run.id, { plan: stepsOf(run.plan, frame.execution_steps), planShown: true }),
  ),
  step_progress: ofRun((view, run, frame) =>
    run.plan ? patch(view, run.id, { plan: withProgress(run.plan, frame) }) : view,
  ),
  data_reuse: ofRun((view, run, frame) =>
    patch(view, run.id, {
      reuse: { teams: Array.isArray(frame.teams) ? frame.teams.map(String) : [], fromRun: text(frame.from_run) },
    }),
  ),
  workflow_interrupted: ofRun((view, run, frame) => {
    const question = questionOf(frame, run.id);
    const known = run.questions.find((q) => q.id === question.id);
    if (known) return known.resolved ? view : patch(view, run.id, { status: "waiting" });
    return patch(view, run.id, {
      status: "waiting",
      questions: [...run.questions, question],
      plan: run.plan ?? question.plan,
      planShown: run.planShown || Boolean(question.plan),
    });
  }),
  interrupt_resolved: ofRun((view, run, frame) =>
    patch(view, run.id, {
      status: "running",
      questions: run.questions.map((q) =>
        q.id === frame.interrupt_id ? { ...q, resolved: { action: text(frame.action), by: text(frame.by) } } : q,
      ),
    }),
  ),
  answer_delta: ofRun((view, run, frame) =>
    itemsOf.streamed(view, run.id, (stream) => joined(stream, frame), text(frame.timestamp)),
  ),
  final_response: finished,
  run_cancelled: finished,
  error: failed,
};

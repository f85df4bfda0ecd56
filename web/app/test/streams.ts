// Streams as a server sent them, with what it stored meanwhile.
import { readFileSync } from "node:fs";
import { empty } from "../src/view/items.ts";
import { loaded, modeOf, withOpen } from "../src/view/load.ts";
import { reduce } from "../src/view/reduce.ts";
import type { Item, View } from "../src/view/types.ts";
import type { Frame, StoredMessage, StoredRun } from "../src/wire.ts";

export interface Stream {
  frames: Frame[];
  messages: StoredMessage[];
  runs: StoredRun[];
}

export const names = ["rent", "review", "tutor", "travel", "odd"] as const;

export const stream = (name: string): Stream =>
  JSON.parse(readFileSync(new URL(`streams/${name}.json`, import.meta.url), "utf8")) as Stream;

/** The view of the tab that asked. */
export function live(s: Stream, frames = s.frames): View {
  let view = empty("s");
  const asked = new Set<string>();
  for (const frame of frames) {
    const run = frame.type === "ack" && s.runs.find((r) => r.client_msg_id === frame.client_msg_id);
    if (run && !asked.has(run.id)) {
      asked.add(run.id);
      view = reduce(view, { type: "local_asked", clientMsgId: frame.client_msg_id ?? "", text: run.query, at: "" });
    }
    view = reduce(view, frame);
  }
  return view;
}

/** The view of a tab that only looks on, and asks for the words of each run. */
export function watched(s: Stream): View {
  let view = empty("s");
  for (const frame of s.frames.filter((f) => f.type !== "ack")) {
    view = reduce(view, frame);
    for (const run of s.runs)
      if (view.runs[run.id]) view = reduce(view, { ...run, type: "run_loaded", run_id: run.id, id: undefined });
  }
  return view;
}

export function reloaded(s: Stream): View {
  const view = withOpen(loaded(empty("s"), s.messages, s.runs, false), s.runs);
  return { ...view, mode: modeOf(view) };
}

/** What of a view is seen, without what names its parts. */
export function seen(view: View) {
  const item = (i: Item) => {
    switch (i.kind) {
      case "user":
        return ["user", i.text];
      case "run": {
        const run = view.runs[i.runId];
        return ["run", i.runId, run?.status, run?.teams, run?.planShown, run?.questions.map((q) => q.message)];
      }
      case "answer":
        return ["answer", i.runId, i.response];
      case "notice":
        return ["notice", i.text];
    }
  };
  return { mode: view.mode, items: view.items.filter((i) => i.kind !== "notice").map(item) };
}

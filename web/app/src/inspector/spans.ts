// Where a run's time went: its nodes by their checkpoints, its steps by what
// they tell of themselves. Pure, so that it can be tested.
import type { CheckpointEntry, RunResult } from "@madang/client";
import { members } from "./json.ts";
import { count, text, thing } from "../faces/data.ts";

export interface Span {
  key: string;
  kind: "node" | "step" | "call";
  name: string;
  note: string;
  /** Milliseconds since the run began. */
  from: number;
  to: number;
  status: string;
  /** Not over yet. */
  open: boolean;
  /** What a model's call took. */
  took?: { input: number; output: number; cost: number; unpriced: boolean };
}

interface Step {
  step_id?: string;
  team?: string;
  task?: string;
  status?: string;
  started_at?: string | null;
  completed_at?: string | null;
}

/** stepsIn are the steps of a state, wherever its assistant keeps them. */
export function stepsIn(value: unknown, depth = 0): Step[] {
  if (typeof value !== "object" || value === null || depth > 3) return [];
  const own = (value as Record<string, unknown>).execution_steps;
  if (Array.isArray(own) && own.length > 0) return own as Step[];
  for (const [, inner] of members(value)) {
    const steps = stepsIn(inner, depth + 1);
    if (steps.length > 0) return steps;
  }
  return [];
}

/** nodeSpans are the stays in nodes: a node works from the checkpoint before
 *  its first one to its last one. */
export function nodeSpans(points: readonly CheckpointEntry[], start: number): Span[] {
  const spans: Span[] = [];
  let before = 0;
  for (const p of points) {
    const at = Math.max(before, Date.parse(p.created_at) - start);
    const last = spans.at(-1);
    if (last?.name === p.node) {
      last.to = at;
      last.note = p.label;
    } else {
      spans.push({
        key: `n${p.step_no}`,
        kind: "node",
        name: p.node,
        note: p.label,
        from: before,
        to: at,
        status: p.phase,
        open: false,
      });
    }
    before = at;
  }
  return spans;
}

export function stepSpans(state: unknown, start: number, now: number): Span[] {
  return stepsIn(state).flatMap((s, i) => {
    if (!s.started_at) return [];
    const from = Math.max(0, Date.parse(s.started_at) - start);
    const to = s.completed_at ? Date.parse(s.completed_at) - start : now;
    return [
      {
        key: `s${s.step_id ?? i}`,
        kind: "step" as const,
        name: s.task || s.step_id || "",
        note: s.team ?? "",
        from,
        to: Math.max(from, to),
        status: s.status ?? "",
        open: !s.completed_at,
      },
    ];
  });
}

/** callSpans are the calls of models among a run's recorded results: each was
 *  recorded when it was over, and tells how long it took. */
export function callSpans(results: readonly RunResult[], start: number): Span[] {
  return results.flatMap((r): Span[] => {
    const heard = thing(r.result),
      answer = thing(heard?.answer),
      usage = thing(answer?.usage);
    if (!answer || !usage) return [];
    const to = Math.max(0, Date.parse(r.created_at) - start);
    return [
      {
        key: `c${r.name}`,
        kind: "call",
        name: text(heard?.prompt) || text(answer.prompt) || r.name,
        note: text(answer.model),
        from: Math.max(0, to - count(answer.latency_ms)),
        to,
        status: text(heard?.fallback),
        open: false,
        took: {
          input: count(usage.input_tokens),
          output: count(usage.output_tokens),
          cost: count(answer.cost_micros),
          unpriced: answer.unpriced === true,
        },
      },
    ];
  });
}

/** ticks are round places on an axis, about five. */
export function ticks(most: number): number[] {
  if (!(most > 0)) return [0];
  const raw = most / 5,
    power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw;
  const out: number[] = [];
  for (let t = 0; t <= most + step * 1e-9; t += step) out.push(Math.round(t * 1000) / 1000);
  return out;
}

/** lasted is a time as a developer reads it: 31ms, 1.25s, 2m 05s. */
export function lasted(ms: number): string {
  if (!Number.isFinite(ms)) return "–";
  const n = Math.max(0, ms);
  if (n < 1000) return `${Math.round(n)}ms`;
  if (n < 60_000) return `${(n / 1000).toFixed(n < 10_000 ? 2 : 1)}s`;
  const s = Math.round(n / 1000);
  return `${Math.floor(s / 60)}m ${String(s % 60).padStart(2, "0")}s`;
}

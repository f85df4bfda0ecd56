import type { Frame } from "../wire.ts";
import type { Option, Plan, Question, Step } from "./types.ts";

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : [];
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** stepsOf is the plan with a new array of steps; what a step said of its
 *  progress stays as long as it works. */
export function stepsOf(plan: Plan | undefined, raw: unknown): Plan {
  const before = new Map(plan?.steps.map((s) => [s.step_id, s]));
  const steps = (Array.isArray(raw) ? raw : [])
    .filter((s): s is Step => typeof s?.step_id === "string")
    .map((s) => {
      const old = before.get(s.step_id);
      const working = s.status === "in_progress";
      return {
        ...s,
        depends_on: texts(s.depends_on),
        task: text(s.task) || text(s.description) || text(s.agent_name),
        note: working ? old?.note : undefined,
        progress_percentage: working
          ? Math.max(s.progress_percentage ?? 0, old?.status === "in_progress" ? old.progress_percentage : 0)
          : (s.progress_percentage ?? 0),
      };
    });
  return { intent: "", strategy: "", estimated: 0, groups: [], ...plan, steps };
}

/** strategyOf is how steps were carried out where nobody says so: what waits
 *  for something else names it, and what ran at the same time overlaps. */
function strategyOf(steps: Step[]): string {
  if (steps.some((s) => s.depends_on.length > 0)) return "parallel";
  const ends = (s: Step) => [Date.parse(s.started_at ?? ""), Date.parse(s.completed_at ?? "") || Infinity] as const;
  const overlap = steps.some((a, i) =>
    steps.slice(i + 1).some((b) => {
      const [from, to] = ends(a),
        [begin, end] = ends(b);
      return from < end && begin < to;
    }),
  );
  return overlap ? "parallel" : "sequential";
}

export function planOf(raw: Record<string, unknown>, before?: Plan): Plan {
  const groups = Array.isArray(raw.parallel_groups) ? raw.parallel_groups.map(texts) : [];
  return {
    ...stepsOf(before, raw.execution_steps),
    intent: text(raw.intent),
    strategy: text(raw.execution_strategy),
    estimated: Number(raw.estimated_total_time) || 0,
    groups,
  };
}

export function withProgress(plan: Plan, frame: Frame): Plan {
  return {
    ...plan,
    steps: plan.steps.map((s) =>
      s.step_id === frame.step_id && (s.status === "in_progress" || s.status === "pending")
        ? {
            ...s,
            note: text(frame.message) || s.note,
            progress_percentage: Math.max(s.progress_percentage, Math.min(100, Number(frame.progress_percentage) || 0)),
          }
        : s,
    ),
  };
}

/** waves are the steps that may run side by side, in their order. */
export function waves(plan: Plan): Step[][] {
  const left = new Map(plan.steps.map((s) => [s.step_id, s]));
  const known = new Set(left.keys());
  const done = new Set<string>();
  const out: Step[][] = [];
  if ((plan.strategy || strategyOf(plan.steps)) === "sequential") return plan.steps.map((s) => [s]);
  while (left.size > 0) {
    const ready = [...left.values()].filter((s) => s.depends_on.every((d) => done.has(d) || !known.has(d)));
    const wave = ready.length > 0 ? ready : [...left.values()]; // a circle must not hang the page
    for (const s of wave) {
      left.delete(s.step_id);
      done.add(s.step_id);
    }
    out.push(wave);
  }
  return out;
}

function optionsOf(raw: unknown): Option[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((o) => {
    if (typeof o === "string") return [{ value: o, label: o }];
    const value = text(o?.value ?? o?.action),
      label = text(o?.label ?? o?.title);
    return value || label ? [{ value: value || label, label: label || value }] : [];
  });
}

export function questionOf(frame: Frame, runId: string): Question {
  const data = (frame.interrupt_data ?? {}) as Record<string, unknown>;
  const about = data.data as Record<string, unknown> | undefined;
  return {
    id: text(frame.interrupt_id),
    runId,
    type: text(frame.interrupt_type),
    message: text(data.message),
    options: optionsOf(data.options),
    schema: data.schema,
    plan: Array.isArray(about?.execution_steps) ? planOf(about) : undefined,
    expiresAt: text(frame.expires_at) || undefined,
    defaultAction: text(frame.default_action) || undefined,
    takesText: frame.takes_text === true,
    role: text(frame.for) || undefined,
  };
}

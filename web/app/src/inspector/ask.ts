// What the inspector asks of the server.
import type { Checkpoint, CheckpointEntry, MadangRest, Run, RunEvent } from "@madang/client";

export const mostPoints = 4000;
export const mostEvents = 4000;
const page = 500;

export const over = (run: Run | undefined): boolean =>
  run !== undefined && ["completed", "failed", "cancelled"].includes(run.status);

export const began = (run: Run): number => Date.parse(run.started_at ?? run.created_at);

/** points are a run's checkpoints, oldest first. */
export async function points(rest: MadangRest, sessionId: string, runId: string): Promise<CheckpointEntry[]> {
  const all: CheckpointEntry[] = [];
  for (let before = 0; all.length < mostPoints;) {
    const next = await rest.checkpoints(sessionId, { runId, limit: page, beforeStep: before });
    all.push(...next);
    if (next.length < page) break;
    before = next.at(-1)!.step_no;
  }
  return all.reverse();
}

export async function events(rest: MadangRest, runId: string): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for (let after = 0; all.length < mostEvents;) {
    const next = await rest.runEvents(runId, { limit: page, afterSeq: after });
    all.push(...next);
    if (next.length < page) break;
    after = next.at(-1)!.seq;
  }
  return all;
}

/** Intents by run, of the newest answers. */
export async function intents(rest: MadangRest, sessionId: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const t of await rest.turns(sessionId, { limit: 50 })) {
    const r = t.response as {
      structured_data?: { metadata?: { intent_type?: string } };
      detected_intent?: string;
    } | null;
    const intent = r?.structured_data?.metadata?.intent_type || r?.detected_intent;
    if (t.run_id && intent) found[t.run_id] = intent;
  }
  return found;
}

/** States never change once they are stored, so each is asked for once. */
export class States {
  readonly #rest: MadangRest;
  readonly #held = new Map<string, Promise<Checkpoint>>();

  constructor(rest: MadangRest) {
    this.#rest = rest;
  }

  of(sessionId: string, id: string): Promise<Checkpoint> {
    let asked = this.#held.get(id);
    if (!asked) {
      asked = this.#rest.sessionCheckpoint(sessionId, id);
      asked.catch(() => this.#held.delete(id));
      this.#held.set(id, asked);
      if (this.#held.size > 40) this.#held.delete(this.#held.keys().next().value!);
    }
    return asked;
  }
}

/** By which a run begins, and ends. */
const opening = new Set(["planning_start", "run_queued", "plan_ready"]);
const ending = new Set(["final_response", "run_cancelled", "error"]);

/** Where a client is in a session's stream of numbered events. */
export class Position {
  lastSeq: number | undefined;
  epoch: string | undefined;
  /** Runs under way, by the number before their first event. */
  #open = new Map<string, number>();

  constructor(lastSeq?: number, epoch?: string) {
    this.lastSeq = lastSeq;
    this.epoch = epoch;
  }

  /** over is the newest number up to which every run has ended; undefined before there is one. */
  get over(): number | undefined {
    if (this.lastSeq === undefined || this.lastSeq < 0) return undefined;
    return Math.min(this.lastSeq, ...this.#open.values());
  }

  /** follow notes the runs' beginnings and ends, of a numbered event. */
  follow(type: string, run: string | undefined, seq: number): void {
    if (run === undefined) return;
    if (ending.has(type)) this.#open.delete(run);
    else if (opening.has(type) && !this.#open.has(run)) this.#open.set(run, seq - 1);
  }

  /** take notes an event's number: `known` was seen before, `hole` comes after one that is missing. */
  take(seq: number, epoch: string | undefined): "fresh" | "known" | "hole" {
    if (this.lastSeq !== undefined) {
      if (seq <= this.lastSeq) return "known";
      if (seq !== this.lastSeq + 1) return "hole";
    }
    this.#at(seq, epoch);
    return "fresh";
  }

  /** jump goes on from another place. */
  jump(seq: number, epoch: string | undefined): void {
    if (seq !== this.lastSeq) this.#open.clear();
    this.#at(seq, epoch);
  }

  #at(seq: number, epoch: string | undefined): void {
    this.lastSeq = seq;
    if (epoch !== undefined) this.epoch = epoch;
  }

  /**
   * lose gives the position up: the server knows no negative one, and answers with a snapshot of
   * where the session stands.
   */
  lose(): void {
    this.lastSeq = -1;
  }
}

/** Where a client is in a session's stream of numbered events. */
export class Position {
  lastSeq: number | undefined;
  epoch: string | undefined;

  constructor(lastSeq?: number, epoch?: string) {
    this.lastSeq = lastSeq;
    this.epoch = epoch;
  }

  /** take notes an event's number: `known` was seen before, `hole` comes after one that is missing. */
  take(seq: number, epoch: string | undefined): "fresh" | "known" | "hole" {
    if (this.lastSeq !== undefined) {
      if (seq <= this.lastSeq) return "known";
      if (seq !== this.lastSeq + 1) return "hole";
    }
    this.jump(seq, epoch);
    return "fresh";
  }

  /** jump goes on from another place. */
  jump(seq: number, epoch: string | undefined): void {
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

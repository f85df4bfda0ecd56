import type { Ack, ClientCommand, ErrorFrame } from "./generated.js";
import { ProtocolError } from "./error.js";
import type { StoredQuery } from "./types.js";

/** A command on its way to the server. */
interface Pending {
  readonly id: string;
  readonly body: ClientCommand;
  /** Whether sending it twice does the thing once. */
  readonly again: boolean;
  /** Sent on this connection. */
  sent: boolean;
  /** When, and on how many. */
  sentAt: number;
  tries: number;
  resolve(ack: Ack): void;
  reject(error: ProtocolError): void;
}

/** Refusals that pass: the command was not carried out, or doing it again is harmless. */
const passing = new Set(["rate_limited", "server_draining", "backend_unavailable"]);

/** Commands in the order that they were given, each until the server has answered it. */
export class Outbox {
  #list: Pending[] = [];
  #heldUntil = 0;
  readonly #most: number;
  readonly #changed: () => void;

  constructor(most: number, changed: () => void) {
    this.#most = most;
    this.#changed = changed;
  }

  isEmpty(): boolean {
    return this.#list.length === 0;
  }

  /** add takes a command with its own id. */
  add(body: ClientCommand & { id: string }, again: boolean): Promise<Ack> {
    if (this.#list.length >= this.#most) {
      return Promise.reject(new ProtocolError("backlog_full", "too many commands wait for the connection"));
    }
    const { promise, ...ends } = deferred();
    this.#list.push({ id: body.id, body, again, sent: false, sentAt: 0, tries: 0, ...ends });
    if (body.type === "query") this.#changed();
    return promise;
  }

  /** restore puts what an earlier page left in front of all others. */
  restore(queries: readonly StoredQuery[]): void {
    const here = new Set(this.#list.map((p) => p.id));
    const kept = queries.filter((q) => q?.client_msg_id && q.query && !here.has(q.client_msg_id)).slice(0, this.#most);
    this.#list.unshift(
      ...kept.map((q): Pending => {
        const body = { ...q, type: "query" as const, id: q.client_msg_id };
        return {
          id: body.id,
          body,
          again: true,
          sent: false,
          sentAt: 0,
          tries: 0,
          resolve: () => {},
          reject: () => {},
        };
      }),
    );
  }

  /** queries are what is to be kept over a reload. */
  queries(): StoredQuery[] {
    return this.#list.flatMap(({ body }) => {
      if (body.type !== "query") return [];
      const { type: _, id, timestamp: __, enable_checkpointing: ___, ...rest } = body;
      return [{ ...rest, client_msg_id: body.client_msg_id ?? id! }];
    });
  }

  /**
   * flush sends what was not sent on this connection, up to a command that begins a run: what is behind
   * one waits for its answer, so that the order stays. It returns the milliseconds that everything is held for.
   */
  flush(send: (body: ClientCommand) => void): number {
    const held = this.#heldUntil - Date.now();
    if (held > 0) return this.#list.some((p) => !p.sent) ? held : 0;
    for (const p of this.#list) {
      if (!p.sent) {
        p.sent = true;
        p.sentAt = Date.now();
        p.tries++;
        send(p.body);
      }
      if (p.body.type === "query" || p.body.type === "retry") break;
    }
    return 0;
  }

  /** withdraw ends the waiting for a command's answer; one that was never sent will not be. */
  withdraw(id: string, error: ProtocolError): void {
    const p = this.#list.find((p) => p.id === id);
    p?.reject(error);
    if (p?.tries === 0) this.#take(id);
  }

  /** unanswered is for how long the oldest command on this connection has had no answer, in ms; 0 without one. */
  unanswered(): number {
    const oldest = this.#list.find((p) => p.sent);
    return oldest ? Date.now() - oldest.sentAt : 0;
  }

  confirm(ack: Ack): void {
    this.#take(ack.id ?? ack.client_msg_id)?.resolve(ack);
  }

  /** refuse takes the server's no; one that passes leaves the command to be sent again. */
  refuse(frame: ErrorFrame): void {
    const id = frame.id || frame.client_msg_id;
    const p = this.#list.find((p) => p.id === id);
    if (!p) return;
    if (passing.has(frame.code) && (p.again || frame.code === "rate_limited")) {
      p.sent = false;
      p.tries--;
      this.hold(frame.retry_after_ms ?? 1000);
      return;
    }
    this.#take(p.id)?.reject(ProtocolError.of(frame));
  }

  /** hold keeps everything back for a while, so that the order stays. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, Date.now() + ms);
  }

  /** cut follows the end of a connection: what may be sent again will be. */
  cut(): void {
    for (const p of this.#list.filter((p) => p.sent && !p.again)) {
      this.#take(p.id)?.reject(new ProtocolError("connection_lost", "the connection ended before the server's answer"));
    }
    for (const p of this.#list) p.sent = false;
  }

  /** abandon fails everything; what is kept over a reload stays kept. */
  abandon(error: ProtocolError): void {
    const list = this.#list;
    this.#list = [];
    for (const p of list) p.reject(error);
  }

  #take(id: string | undefined): Pending | undefined {
    const i = this.#list.findIndex((p) => p.id === id);
    if (i < 0) return undefined;
    const [p] = this.#list.splice(i, 1);
    if (p!.body.type === "query") this.#changed();
    return p;
  }
}

function deferred() {
  let resolve!: (ack: Ack) => void, reject!: (error: ProtocolError) => void;
  const promise = new Promise<Ack>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

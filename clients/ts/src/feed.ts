import { ProtocolError } from "./error.js";
import type { ServerEvent } from "./types.js";

/**
 * The name of a method by which `for await` reads. Hermes before 1.0 has no such symbol; there Babel's
 * loops look for this text.
 */
export const asyncIterator: typeof Symbol.asyncIterator = Symbol.asyncIterator ?? ("@@asyncIterator" as never);

/** One reader's events; bounded, because a reader can stop reading. */
export class Feed implements AsyncIterableIterator<ServerEvent> {
  #events: ServerEvent[] = [];
  #waiting: { resolve(r: IteratorResult<ServerEvent>): void; reject(e: unknown): void }[] = [];
  #over = false;
  #error: ProtocolError | undefined;
  readonly #most: number;
  readonly #left: (feed: Feed) => void;

  constructor(most: number, left: (feed: Feed) => void) {
    this.#most = most;
    this.#left = left;
  }

  /** push adds an event; when there is no room those that are not stored go first. */
  push(event: ServerEvent): void {
    if (this.#over) return;
    const reader = this.#waiting.shift();
    if (reader) return reader.resolve({ done: false, value: event });
    if (this.#events.length >= this.#most) {
      if (!isDurable(event)) return;
      const i = this.#events.findIndex((e) => !isDurable(e));
      if (i < 0) return this.end(new ProtocolError("too_slow", `the reader is ${this.#most} events behind`));
      this.#events.splice(i, 1);
    }
    this.#events.push(event);
  }

  /** end closes the feed behind what it holds, with an error or without one. */
  end(error?: ProtocolError): void {
    if (this.#over) return;
    this.#over = true;
    this.#error = error;
    this.#left(this);
    for (const reader of this.#waiting.splice(0)) this.#last(reader);
  }

  next(): Promise<IteratorResult<ServerEvent>> {
    const value = this.#events.shift();
    if (value) return Promise.resolve({ done: false, value });
    return new Promise((resolve, reject) => {
      if (this.#over) this.#last({ resolve, reject });
      else this.#waiting.push({ resolve, reject });
    });
  }

  return(): Promise<IteratorResult<ServerEvent>> {
    this.#events = [];
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [asyncIterator](): this {
    return this;
  }

  #last(reader: { resolve(r: IteratorResult<ServerEvent>): void; reject(e: unknown): void }): void {
    const error = this.#error;
    this.#error = undefined;
    if (error) reader.reject(error);
    else reader.resolve({ done: true, value: undefined });
  }
}

function isDurable(event: ServerEvent): boolean {
  return "seq" in event && event.seq !== undefined && event.type !== "connected" && event.type !== "resumed";
}

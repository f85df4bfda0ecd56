import type { ClientCommand } from "./generated.js";
import type { WebSocketConstructor, WebSocketLike } from "./types.js";

export interface LinkConfig {
  url: string;
  WebSocket: WebSocketConstructor;
  /** How long silence may last, and how long after it an answer may take, in ms. */
  silence: number;
  patience: number;
  opened(): void;
  /** A frame: a JSON object with a type. */
  frame(frame: Frame): void;
  /** Told once. */
  ended(code: number, reason: string, opened: boolean): void;
}

export interface Frame {
  type: string;
  [field: string]: unknown;
}

const abnormal = 1006;
/** How long the handshake and the greeting may take, in ms. */
const greetTime = 15_000;
/** Names the pings of this file; nobody else is told of their pongs. */
const beat = "beat";

/** One connection, from the handshake to its end. */
export class Link {
  readonly #c: LinkConfig;
  readonly #ws: WebSocketLike;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = Date.now();
  #allowed: number;
  #asked = false;
  #opened = false;
  #over = false;

  constructor(c: LinkConfig) {
    this.#c = c;
    this.#allowed = greetTime;
    this.#ws = new c.WebSocket(c.url, ["madang.v1"]);
    this.#ws.onopen = () => {
      this.#opened = true;
      this.#heard();
      c.opened();
    };
    this.#ws.onmessage = (e) => {
      this.#heard();
      this.#read(e.data);
    };
    this.#ws.onclose = (e) => this.#end(e.code ?? abnormal, e.reason ?? "");
    this.#ws.onerror = () => {}; // a close follows
    this.#arm(greetTime);
  }

  /** greeted lets silence last longer than a greeting may take. */
  greeted(): void {
    this.#allowed = this.#c.silence;
    this.#arm(this.#allowed);
  }

  send(body: ClientCommand): void {
    if (this.#over || this.#ws.readyState !== 1) return;
    this.#ws.send(JSON.stringify(body));
  }

  /** close ends the link without telling anybody but the server. */
  close(code: number): void {
    this.#over = true;
    this.#letGo(code);
  }

  /** fail ends the link as if the network had. */
  fail(reason: string): void {
    this.#end(abnormal, reason);
  }

  /** probe looks whether anybody is there still. */
  probe(): void {
    if (!this.#opened || this.#over || this.#asked) return;
    if (this.#slept()) return this.fail("the app slept");
    this.#ask(this.#c.patience / 2);
  }

  #read(data: unknown): void {
    if (typeof data !== "string" || this.#over) return;
    let frame: unknown;
    try {
      frame = JSON.parse(data);
    } catch {
      return; // was it an event, the next one shows that it is missing
    }
    if (!isFrame(frame) || (frame.type === "pong" && frame.id === beat)) return;
    this.#c.frame(frame);
  }

  #heard(): void {
    this.#heardAt = Date.now();
    this.#asked = false;
  }

  #ask(patience: number): void {
    this.#asked = true;
    this.send({ type: "ping", id: beat });
    this.#arm(patience);
  }

  #arm(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  /** look is the timer's: has anything been heard in time? */
  #look(): void {
    if (this.#asked || !this.#opened) return this.fail("nothing was heard");
    if (this.#slept()) return this.fail("the app slept");
    const quiet = Date.now() - this.#heardAt;
    if (quiet < this.#allowed) return this.#arm(this.#allowed - quiet);
    this.#ask(this.#c.patience);
  }

  /**
   * slept tells of a silence in which the timer should have asked long ago: the app was suspended, and
   * the server has given the connection up.
   */
  #slept(): boolean {
    return Date.now() - this.#heardAt > this.#allowed + this.#c.patience;
  }

  #end(code: number, reason: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#letGo(4000);
    this.#c.ended(code, reason, this.#opened);
  }

  /** letGo does not wait for the other side, which may be gone. */
  #letGo(code: number): void {
    clearTimeout(this.#timer);
    // React Native on Android opens a connection that was closed before it stood.
    this.#ws.onopen = this.#ws.readyState === 0 ? () => this.#ws.close(code) : null;
    this.#ws.onmessage = this.#ws.onclose = null;
    if (this.#ws.readyState < 2) this.#ws.close(code);
  }
}

function isFrame(v: unknown): v is Frame {
  return typeof v === "object" && v !== null && typeof (v as Frame).type === "string";
}

import { closeError, ProtocolError } from "./error.js";
import type { ClientCommand, HelloCommand } from "./generated.js";
import { watchPage } from "./hints.js";
import { call } from "./http.js";
import { Link, type Frame } from "./link.js";
import { fateOf, pause } from "./policy.js";
import { within } from "./time.js";
import type { ClientOptions, Status, StatusDetail, WebSocketConstructor } from "./types.js";

/** After so long a connection counts as a good one, in ms. */
const goodAfter = 10_000;
const tokenTime = 15_000;

/** What a line tells its client. */
export interface LineEvents {
  /** Done before the first attempt. */
  prepare(): Promise<void>;
  /** Where the client is. */
  hello(): Omit<HelloCommand, "token">;
  frame(frame: Frame): void;
  /** A connection has ended, with a code. */
  ended(code: number): void;
  status(status: Status, detail: StatusDetail): void;
  /** There will be no other; told before the status. */
  stopped(error: ProtocolError): void;
}

/** Keeps a connection up: one link after the other, with pauses between them. */
export class Line {
  readonly #o: ClientOptions;
  readonly #e: LineEvents;
  readonly #at: string;
  readonly #WebSocket: WebSocketConstructor;
  #status: Status = "idle";
  #link: Link | undefined;
  /** Counts the attempts; what belongs to an earlier one is over. */
  #generation = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  /** The server asked not to be called before. */
  #notBefore = 0;
  #openedAt = 0;
  #gained = false;
  #unwatch = () => {};
  /** Upgrades refused in a row although the session could be read. */
  #refused = 0;

  constructor(options: ClientOptions, events: LineEvents) {
    const WS = options.WebSocket ?? (globalThis as { WebSocket?: WebSocketConstructor }).WebSocket;
    if (!WS) throw new ProtocolError("offline", "there is no global WebSocket: give one in the options");
    if (!/^https?:\/\//.test(options.url)) {
      throw new ProtocolError("invalid_argument", `${options.url} is not an address like http://localhost:8000`);
    }
    this.#o = options;
    this.#e = events;
    this.#WebSocket = WS;
    this.#at = `${options.url.replace(/^http/, "ws").replace(/\/+$/, "")}/api/v1/chat/ws/${encodeURIComponent(options.sessionId)}`;
  }

  get status(): Status {
    return this.#status;
  }

  connect(): void {
    if (this.#status === "waiting") return this.wake();
    if (this.#status !== "idle" && this.#status !== "stopped") return;
    this.#attempt = 0;
    this.#unwatch = (this.#o.hints ?? watchPage)(
      () => this.wake(),
      () => this.#link?.probe(),
    );
    this.#dial();
  }

  stop(error: ProtocolError): void {
    if (this.#status === "stopped") return;
    this.#generation++;
    clearTimeout(this.#timer);
    this.#unwatch();
    this.#link?.close(1000);
    this.#link = undefined;
    this.#e.stopped(error);
    this.#enter("stopped", { error });
  }

  /** wake takes it that now is a good time. */
  wake(): void {
    if (this.#status === "open") this.#link?.probe();
    if (this.#status === "waiting") this.#dialIn(Math.max(0, this.#notBefore - Date.now()));
  }

  send(body: ClientCommand): void {
    this.#link?.send(body);
  }

  /** resumed tells that the connection does what it is for. */
  resumed(): void {
    this.#refused = 0;
    this.#openedAt = Date.now();
    this.#link?.greeted();
    this.#enter("open");
  }

  /** gained tells that the connection has brought something new. */
  gained(): void {
    this.#gained = true;
  }

  /** fail gives the connection up for another one. */
  fail(reason: string): void {
    this.#link?.fail(reason);
  }

  /** rest keeps the line from coming back for a while. */
  rest(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, Date.now() + ms);
  }

  #dialIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#dial(), ms);
  }

  #dial(): void {
    const generation = ++this.#generation;
    const now =
      <A extends unknown[]>(f: (...args: A) => void) =>
      (...args: A) => {
        if (generation === this.#generation) f(...args);
      };
    clearTimeout(this.#timer);
    this.#enter("connecting");
    this.#token()
      .then(now((token) => this.#open(token, now)))
      .catch(
        now((cause: unknown) => {
          this.#wait(new ProtocolError("offline", "the connection could not be prepared", { cause }), 1006);
        }),
      );
  }

  async #token(): Promise<string | undefined> {
    await this.#e.prepare();
    const token = this.#o.token?.();
    return typeof token === "string" || token === undefined ? token : within(token, tokenTime, "no token");
  }

  #open(token: string | undefined, now: <A extends unknown[]>(f: (...args: A) => void) => (...args: A) => void): void {
    this.#gained = false;
    this.#openedAt = 0;
    this.#link = new Link({
      url: this.#at,
      WebSocket: this.#WebSocket,
      silence: this.#o.silence ?? 45_000,
      patience: this.#o.patience ?? 10_000,
      opened: now(() => this.send({ ...this.#e.hello(), token })),
      frame: now((frame: Frame) => this.#e.frame(frame)),
      ended: now((code: number, reason: string, opened: boolean) => this.#ended(code, reason, opened, now)),
    });
  }

  #ended(
    code: number,
    reason: string,
    opened: boolean,
    now: <A extends unknown[]>(f: (...args: A) => void) => (...args: A) => void,
  ): void {
    this.#link = undefined;
    this.#e.ended(code);
    const error = closeError(code, reason);
    if (fateOf(code) === "stay-away") return this.stop(error);
    if (opened) return this.#wait(error, code);
    // A browser is not told why an upgrade was refused: ask for the session.
    void this.#lookUp().then(
      now((refusal) => {
        this.rest(refusal?.retryAfterMs ?? 0);
        if (refusal && [401, 403, 404].includes(refusal.status!)) return this.stop(refusal);
        // Once may be a server that has just come up.
        this.#refused = refusal ? 0 : this.#refused + 1;
        this.#wait(refusal ?? (this.#refused > 1 ? upgradeRefused() : error), code);
      }),
    );
  }

  /** lookUp is the server's refusal of the session over REST, if it refuses. */
  async #lookUp(): Promise<ProtocolError | undefined> {
    const { url, token, fetch, sessionId } = this.#o;
    const at = { url: url.replace(/\/+$/, ""), token, fetch, timeout: 5_000 };
    try {
      await call(at, "GET", `/api/v1/chat/${encodeURIComponent(sessionId)}`, {}, undefined, async () => {});
    } catch (e) {
      if (!(e instanceof ProtocolError)) return undefined;
      if (e.code === "offline" && (await this.#strange())) return originRefused();
      if (e.status || e.code === "offline" || e.code === "timeout") return e;
    }
    return undefined;
  }

  /** strange tells whether only the page's origin keeps it from the server: what may not be read can
   *  still be asked for. */
  async #strange(): Promise<boolean> {
    const origin = (globalThis as { location?: { origin?: string } }).location?.origin;
    if (!origin || origin === new URL(this.#o.url).origin) return false;
    const asked = (this.#o.fetch ?? fetch)(`${this.#o.url.replace(/\/+$/, "")}/health`, {
      mode: "no-cors",
      signal: AbortSignal.timeout(5_000),
    });
    return asked.then(
      () => true,
      () => false,
    );
  }

  /** wait pauses before the next attempt. */
  #wait(error: ProtocolError, code: number): void {
    if (this.#gained || (this.#openedAt && Date.now() - this.#openedAt > goodAfter)) this.#attempt = 0;
    const asked = Math.max(0, this.#notBefore - Date.now());
    const retryInMs = asked + pause(fateOf(code), this.#attempt++, this.#o.random ?? Math.random);
    this.#dialIn(retryInMs);
    this.#enter("waiting", { error, retryInMs });
  }

  #enter(status: Status, detail: StatusDetail = {}): void {
    this.#status = status;
    this.#e.status(status, detail);
  }
}

const originRefused = () =>
  new ProtocolError(
    "origin_refused",
    "the server does not let pages of this origin in: add it to its allowed origins",
    { recoverable: false, status: 403 },
  );

const upgradeRefused = () =>
  new ProtocolError(
    "upgrade_refused",
    "the session is there, but its WebSocket is refused: this origin is not allowed, or a proxy does not pass WebSockets on",
  );

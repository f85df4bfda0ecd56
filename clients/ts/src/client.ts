import { ProtocolError } from "./error.js";
import { asyncIterator, Feed } from "./feed.js";
import { frameTypes } from "./generated.js";
import type {
  Ack,
  ClientCommand,
  ConnectedFrame,
  ErrorFrame,
  FinalResponseEvent,
  FrameMap,
  HelloCommand,
  ResumedFrame,
  RunCancelledEvent,
  ServerFrame,
} from "./generated.js";
import { byteLength, newId } from "./id.js";
import { Saver } from "./keep.js";
import { Line } from "./line.js";
import type { Frame } from "./link.js";
import { Listeners, report } from "./listeners.js";
import { Outbox } from "./outbox.js";
import { closeLost } from "./policy.js";
import { Position } from "./position.js";
import { Question } from "./question.js";
import { within } from "./time.js";
import type {
  ClientOptions,
  EventMap,
  QueryOptions,
  Reply,
  ServerEvent,
  Status,
  StatusDetail,
  UnknownEvent,
} from "./types.js";

const known = new Set<string>(frameTypes);
const loadTime = 15_000;

/**
 * One session's line to the server. Events come in the order of their numbers and each once, however
 * often the connection is lost; commands are kept until the server has answered them.
 */
export class MadangClient implements AsyncIterable<ServerEvent> {
  readonly #o: ClientOptions;
  readonly #line: Line;
  readonly #position: Position;
  readonly #outbox: Outbox;
  readonly #question = new Question();
  readonly #listeners: Listeners;
  readonly #saver: Saver;
  readonly #report: (error: unknown) => void;
  readonly #feeds = new Set<Feed>();
  readonly #pings = new Map<string, (error?: ProtocolError) => void>();
  /** The numbering of this connection. */
  #epoch: string | undefined;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #answerTimer: ReturnType<typeof setInterval> | undefined;
  /** Only what was loaded may be saved over. */
  #loaded = false;
  /** A kept place is where to begin, not where to go back to. */
  #begun = false;
  #stopError: ProtocolError | undefined;

  constructor(options: ClientOptions) {
    this.#o = options;
    this.#report = options.onError ?? report;
    this.#listeners = new Listeners(this.#report);
    this.#saver = new Saver(options.keep, this.#report);
    this.#position = new Position(options.lastSeq, options.epoch);
    this.#outbox = new Outbox(options.maxQueued ?? 64, () => this.#save());
    this.#line = new Line(options, {
      prepare: () => this.#load(),
      hello: () => this.#hello(),
      frame: (frame) => this.#frame(frame),
      ended: (code) => this.#ended(code),
      status: (status, detail) => this.#listeners.tell("status", status, detail),
      stopped: (error) => this.#stopped(error),
    });
  }

  get status(): Status {
    return this.#line.status;
  }
  /** The newest event that was handed out; undefined before there is one. */
  get lastSeq(): number | undefined {
    return this.#position.lastSeq;
  }
  get epoch(): string | undefined {
    return this.#position.epoch;
  }

  /** connect opens the line, and opens it again after it was stopped. */
  connect(): void {
    this.#stopError = undefined;
    this.#line.connect();
  }

  /** close ends the line; commands without an answer fail, kept queries stay kept. */
  close(): void {
    this.#line.stop(new ProtocolError("closed", "the client was closed", { recoverable: false }));
  }

  /**
   * wake tells that now is a good time: the network is back, the app is in front. Browsers tell it
   * by themselves; elsewhere (React Native's AppState) call it.
   */
  wake(): void {
    this.#line.wake();
  }

  /** query asks a question; the promise is kept when the server has stored it. */
  query(text: string, o: QueryOptions = {}): Promise<Ack> {
    const id = o.clientMsgId ?? this.#id(),
      { signal } = o;
    if (signal?.aborted) return Promise.reject(aborted());
    const language = o.language ?? this.#o.language;
    const acked = this.#send(
      {
        type: "query",
        id,
        client_msg_id: id,
        query: text,
        on_busy: o.onBusy,
        language,
        review_plan: o.reviewPlan || undefined,
      },
      true,
    );
    if (!signal) return acked;
    const withdraw = () => this.#outbox.withdraw(id, aborted());
    signal.addEventListener("abort", withdraw);
    return acked.finally(() => signal.removeEventListener("abort", withdraw));
  }

  /**
   * ask is query, and then the end of its run, however often the connection is lost until then. It fails
   * where the server refuses, and where the client is stopped before the end. What the run asks back is
   * to be answered with reply.
   */
  async ask(text: string, o: QueryOptions = {}): Promise<FinalResponseEvent | RunCancelledEvent> {
    const feed = this[asyncIterator](); // from now on: the end may come before the ack of a query that is sent again
    const leave = () => void feed.return!();
    o.signal?.addEventListener("abort", leave);
    try {
      const { run_id } = await this.query(text, o);
      for (;;) {
        const { value: e, done } = await feed.next();
        if (done) throw o.signal?.aborted ? aborted() : this.#stopError;
        if (!isEnd(e) || e.run_id !== run_id) continue;
        if (e.type === "error") throw ProtocolError.of(e);
        return e;
      }
    } finally {
      o.signal?.removeEventListener("abort", leave);
      leave();
    }
  }

  // Without a run's id a second copy could mean another run: such a command is sent once.

  /** cancel ends a run, or the session's current one. */
  cancel(runId?: string): Promise<Ack> {
    return this.#send({ type: "cancel", id: this.#id(), run_id: runId }, runId !== undefined);
  }

  /** skip passes over a step. */
  skip(todoId: string, runId?: string): Promise<Ack> {
    return this.#send({ type: "todo_skip", id: this.#id(), todo_id: todoId, run_id: runId }, runId !== undefined);
  }

  /** retry asks a finished run's question again; the ack names the new run. */
  retry(runId: string): Promise<Ack> {
    const id = this.#id();
    return this.#send({ type: "retry", id, client_msg_id: id, run_id: runId }, true);
  }

  feedback(runId: string, rating: "positive" | "negative", comment?: string): Promise<Ack> {
    return this.#send({ type: "feedback", id: this.#id(), run_id: runId, rating, comment }, true);
  }

  /** reply answers a question; without an id the one that this client was asked last. */
  reply(r: Reply): Promise<Ack> {
    const asked = r.interruptId ?? this.#question.id;
    return this.#send(
      { type: "interrupt_response", id: this.#id(), interrupt_id: asked, action: r.action, payload: r.payload },
      asked !== undefined,
    );
  }

  /** ping measures the way to the server and back, in ms. */
  ping(): Promise<number> {
    if (this.status !== "open") return Promise.reject(new ProtocolError("offline", "there is no connection"));
    const id = this.#id(),
      begun = Date.now();
    const heard = new Promise<number>((resolve, reject) => {
      this.#pings.set(id, (error) => (error ? reject(error) : resolve(Date.now() - begun)));
    });
    this.#line.send({ type: "ping", id });
    return within(heard, this.#o.patience ?? 10_000, "no pong").finally(() => this.#pings.delete(id));
  }

  /** on calls fn for each event of a type and returns what ends that. */
  on<T extends keyof EventMap>(type: T, fn: (event: EventMap[T]) => void): () => void;
  on(type: "status", fn: (status: Status, detail: StatusDetail) => void): () => void;
  on(type: string, fn: (...args: any[]) => void): () => void {
    return this.#listeners.add(type, fn);
  }

  /** Events from now on, until the client is stopped; an error by which it was is thrown. */
  [asyncIterator](): AsyncIterableIterator<ServerEvent> {
    const feed = new Feed(this.#o.maxBuffered ?? 1024, (f) => this.#feeds.delete(f));
    if (this.status === "stopped") feed.end(failure(this.#stopError));
    else this.#feeds.add(feed);
    return feed;
  }

  #id(): string {
    return (this.#o.newId ?? newId)();
  }

  #send(body: ClientCommand & { id: string }, again: boolean): Promise<Ack> {
    if (this.#stopError) return Promise.reject(this.#stopError);
    if (byteLength(JSON.stringify(body)) > (this.#o.maxFrame ?? 128 << 10)) {
      return Promise.reject(new ProtocolError("query_too_large", "the command is too large to be sent"));
    }
    const answer = this.#outbox.add(body, again);
    this.#flush();
    return answer;
  }

  #flush(): void {
    clearTimeout(this.#sendTimer);
    if (this.status !== "open") return;
    const held = this.#outbox.flush((body) => this.#line.send(body));
    if (held > 0) this.#sendTimer = setTimeout(() => this.#flush(), held);
    clearInterval(this.#answerTimer);
    if (this.#outbox.isEmpty()) return;
    const patience = this.#o.patience ?? 10_000;
    this.#answerTimer = setInterval(() => {
      if (this.#outbox.unanswered() > 3 * patience) this.#line.fail("a command was not answered");
    }, patience);
  }

  #hello(): Omit<HelloCommand, "token"> {
    const { lastSeq, epoch } = this.#position;
    return { type: "hello", id: "hello", last_seq: lastSeq, epoch, capabilities: this.#o.capabilities };
  }

  #frame(raw: Frame): void {
    const frame = raw as unknown as ServerFrame;
    switch (frame.type) {
      case "connected":
        return this.#connected(frame);
      case "resumed":
        return this.#resumed(frame);
      case "ack":
        this.#outbox.confirm(frame);
        this.#flush();
        break;
      case "pong":
        this.#pings.get(frame.id ?? "")?.();
        break;
      case "error":
        if (frame.seq === undefined) this.#outbox.refuse(frame);
        break;
      case "server_draining":
        this.#line.rest(frame.retry_after_ms ?? 0);
        break;
    }
    if (typeof raw.seq === "number" && !this.#isNext(raw.seq)) return;
    this.#question.note(frame);
    this.#tell(raw);
    if (typeof raw.seq === "number") {
      this.#position.follow(raw.type, raw.run_id as string | undefined, raw.seq);
      this.#save();
    }
    if (frame.type === "error") this.#flush();
  }

  /** isNext takes a durable event's number. */
  #isNext(seq: number): boolean {
    switch (this.#position.take(seq, this.#epoch)) {
      case "known":
        return false;
      case "hole":
        this.#line.fail(`event ${seq} came after ${this.lastSeq}`);
        return false;
    }
    this.#line.gained();
    return true;
  }

  #connected(frame: ConnectedFrame): void {
    // Ours only with the first event of it: until then a cut must find our place in the old numbering.
    this.#epoch = frame.epoch;
    this.#tell(frame);
  }

  #resumed(frame: ResumedFrame): void {
    const { lastSeq } = this.#position;
    if (frame.recovered && lastSeq !== undefined && lastSeq < frame.seq) {
      return this.#line.fail(`events up to ${frame.seq} are missing after ${lastSeq}`);
    }
    this.#position.jump(frame.recovered && lastSeq !== undefined ? lastSeq : frame.seq, this.#epoch);
    this.#line.resumed();
    if (!frame.recovered && frame.snapshot) {
      this.#listeners.tell("snapshot", {
        type: "snapshot",
        reason: frame.reason ?? "",
        seq: frame.seq,
        snapshot: frame.snapshot,
      });
    }
    this.#tell(frame);
    this.#save();
    // Not before: what was missed tells which commands have been carried out.
    this.#flush();
  }

  #tell(frame: Frame | ServerFrame): void {
    const event = known.has(frame.type) ? (frame as ServerFrame) : unknownEvent(frame as Frame);
    this.#listeners.tell(event.type, event);
    this.#listeners.tell("*", event);
    for (const feed of [...this.#feeds]) feed.push(event);
  }

  #ended(code: number): void {
    if (code === closeLost) this.#position.lose();
    this.#lose();
  }

  #lose(): void {
    clearTimeout(this.#sendTimer);
    clearInterval(this.#answerTimer);
    for (const end of [...this.#pings.values()]) end(new ProtocolError("connection_lost", "the connection ended"));
    this.#outbox.cut();
  }

  #stopped(error: ProtocolError): void {
    this.#stopError = error;
    this.#loaded = false; // so that connect finds what stays kept
    this.#lose();
    this.#outbox.abandon(error);
    for (const feed of [...this.#feeds]) feed.end(failure(error));
  }

  async #load(): Promise<void> {
    const { keep } = this.#o;
    if (!keep || this.#loaded) return;
    try {
      const kept = await within(Promise.resolve(keep.load()), loadTime, "what was kept could not be read");
      this.#outbox.restore(kept?.queries ?? []);
      if (!this.#begun && typeof kept?.lastSeq === "number") this.#position.jump(kept.lastSeq, kept.epoch);
    } catch (e) {
      this.#report(e);
    }
    this.#begun = this.#loaded = true;
    this.#save();
  }

  #save(): void {
    if (!this.#loaded) return;
    const { over, epoch } = this.#position;
    void this.#saver.save({
      lastSeq: over,
      epoch: over === undefined ? undefined : epoch,
      queries: this.#outbox.queries(),
    });
  }
}

function isEnd(e: ServerEvent): e is FinalResponseEvent | RunCancelledEvent | ErrorFrame {
  return e.type === "final_response" || e.type === "run_cancelled" || (e.type === "error" && e.seq !== undefined);
}

const aborted = () => new ProtocolError("aborted", "the waiting was given up");

/** failure is what an iterator ends with; undefined when the client was closed on purpose. */
function failure(error: ProtocolError | undefined): ProtocolError | undefined {
  return error?.code === "closed" ? undefined : error;
}

function unknownEvent(frame: Frame): UnknownEvent {
  const { seq, run_id } = frame as { seq?: number; run_id?: string };
  return { type: "unknown", event_type: frame.type, seq, run_id, frame };
}

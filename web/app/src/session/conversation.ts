// One conversation: its line to the server, what is stored of it, and the
// view that both make. React looks at it and never changes it.
import { MadangClient, type MadangRest, type Status, type StoredQuery } from "@madang/client";
import { kept, places, uuid } from "../kept.ts";
import { empty, ended, open } from "../view/items.ts";
import { loaded, modeOf, withOpen } from "../view/load.ts";
import { planOf } from "../view/plan.ts";
import { reduce, type Happening } from "../view/reduce.ts";
import type { Plan, Question, View } from "../view/types.ts";
import type { Frame } from "../wire.ts";
import { type Backend, messageOf } from "./backend.ts";

export interface Glance {
  view: View;
  line: Status;
  loading: "first" | "older" | "";
  /** Why there is no connection, where trying again does not help. */
  refused: "" | "origin_refused" | "upgrade_refused";
  /** Why nothing can be shown. */
  trouble?: string;
  /** The conversation is not there (any more). */
  gone?: boolean;
}

const page = 50;
/** Refusals that the line itself gets over, or tells of. */
const refusedQuietly = new Set([
  "rate_limited",
  "server_draining",
  "backend_unavailable",
  "offline",
  "connection_lost",
  "closed",
]);

export class Conversation {
  #glance: Glance;
  readonly #listeners = new Set<() => void>();
  readonly #backend: Backend;
  readonly #client: MadangClient;
  readonly rest: MadangRest;
  #held: Frame[] | undefined = [];
  #waiting: Happening[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looked = new Set<string>();
  #closed = false;
  #oldestRun = 0;

  /** Begun by this page: nothing in it was there before. */
  readonly fresh: boolean;

  constructor(backend: Backend, sessionId: string, assistant = "", fresh = false) {
    this.#backend = backend;
    this.rest = backend.rest;
    this.fresh = fresh;
    const place = fresh ? { seq: 0, epoch: undefined } : places.of(sessionId);
    const key = `queue.${sessionId}`;
    const unsent = kept.read<StoredQuery[]>(key) ?? [];
    this.#client = new MadangClient({
      url: backend.url,
      sessionId,
      lastSeq: place?.seq,
      epoch: place?.epoch,
      keep: {
        load: () => ({ queries: kept.read<StoredQuery[]>(key) ?? [] }),
        save: ({ queries }) => (queries.length > 0 ? kept.write(key, queries) : kept.forget(key)),
      },
    });
    let view = empty(sessionId, assistant);
    for (const q of unsent)
      view = reduce(view, { type: "local_asked", clientMsgId: q.client_msg_id, text: q.query, at: "" });
    this.#glance = { view, line: "idle", refused: "", loading: fresh ? "" : "first" };
    if (fresh) this.#held = undefined;
    this.#client.on("*", (event) =>
      this.#hear((event.type === "unknown" ? (event as { frame: Frame }).frame : event) as Frame),
    );
    this.#client.on("snapshot", () => void this.#load());
    this.#client.on("status", (line, detail) => {
      const code = detail.error?.code,
        why = (["origin_refused", "upgrade_refused"] as const).find((r) => r === code);
      this.#set({ line, refused: line === "open" ? "" : (why ?? this.#glance.refused) });
      if (line === "open" && this.#held) void this.#load();
      if (line === "stopped" && detail.error?.status === 404) this.#set({ gone: true, loading: "" });
    });
  }

  start(): void {
    this.#client.connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#client.close();
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly snapshot = (): Glance => this.#glance;

  /** again tries to come back now. */
  again(): void {
    this.#client.connect();
    if (this.#glance.trouble) void this.#load();
  }

  // --- what the user does ---

  /** ask sends a question. In which language it is answered its words tell, not the page's: whoever writes English on a
   *  Korean page, or asks for English there, gets it. */
  ask(text: string, options: { reviewPlan?: boolean; clientMsgId?: string } = {}): void {
    const clientMsgId = options.clientMsgId ?? uuid();
    this.#now({ type: "local_asked", clientMsgId, text, at: new Date().toISOString() });
    this.#client
      .query(text, { ...options, clientMsgId, onBusy: "enqueue" })
      .catch(
        (e: { code?: string; message?: string }) =>
          e.code !== "closed" && this.#now({ type: "local_failed", clientMsgId, text: messageOf(e) }),
      );
  }

  /** askAgain sends once more what could not be sent. */
  askAgain(clientMsgId: string, text: string): void {
    this.#set({
      view: {
        ...this.#glance.view,
        items: this.#glance.view.items.filter((i) => !(i.kind === "user" && i.clientMsgId === clientMsgId)),
      },
    });
    this.ask(text);
  }

  stop(runId?: string): void {
    this.#do(this.#client.cancel(runId));
  }
  skip(stepId: string, runId: string): void {
    this.#do(this.#client.skip(stepId, runId));
  }
  retry(runId: string): void {
    this.#do(this.#client.retry(runId));
  }

  rate(runId: string, rating: "positive" | "negative", comment?: string): Promise<boolean> {
    return this.#client.feedback(runId, rating, comment).then(
      () => {
        this.#now({ type: "local_rated", runId, rating });
        return true;
      },
      () => false,
    ); // the refusal came as an event
  }

  reply(
    question: Question,
    action: "approve" | "modify" | "reject" | "answer" | "skip",
    payload?: unknown,
  ): Promise<boolean> {
    return this.#client.reply({ interruptId: question.id, action, payload }).then(
      () => true,
      (e) => {
        if (e?.code === "connection_lost" || e?.code === "offline")
          this.#now({ type: "local_notice", text: messageOf(e), bad: true });
        return false;
      },
    );
  }

  // Refusals come as events, which the view shows; nothing is to be done here.
  #do(promise: Promise<unknown>): void {
    promise.catch((e) => {
      if (e?.code === "connection_lost") this.#now({ type: "local_notice", text: messageOf(e), bad: true });
    });
  }

  // --- what is stored ---

  async older(): Promise<void> {
    const { view, loading } = this.#glance;
    if (loading || view.before <= 1) return;
    this.#set({ loading: "older" });
    try {
      const [messages, runs] = await Promise.all([
        this.#backend.messages(view.sessionId, page, view.before),
        this.#backend.runs(view.sessionId, page, this.#oldestRun),
      ]);
      this.#oldestRun = runs.at(-1)?.seq ?? this.#oldestRun;
      this.#set({ view: loaded(this.#glance.view, messages, runs, messages.length === page), loading: "" });
    } catch (e) {
      this.#set({ loading: "" });
      this.#now({ type: "local_notice", text: messageOf(e), bad: true });
    }
  }

  /** plan is how the steps of a run stand, from its newest checkpoint. */
  async plan(runId: string): Promise<Plan | undefined> {
    const raw = await this.#backend.planning(this.#glance.view.sessionId, runId);
    if (!raw) return undefined;
    const plan = planOf(raw);
    const { view } = this.#glance;
    const run = view.runs[runId];
    if (run && !run.plan) this.#set({ view: { ...view, runs: { ...view.runs, [runId]: { ...run, plan } } } });
    return plan;
  }

  async #load(): Promise<void> {
    const { view } = this.#glance;
    this.#held ??= [];
    try {
      // Runs first: the answer of one that is over by then is among the
      // messages. Read the other way, a run could be over and without it.
      const runs = await this.#backend.runs(view.sessionId, page);
      const messages = await this.#backend.messages(view.sessionId, page);
      if (this.#closed) return;
      this.#oldestRun = runs.at(-1)?.seq ?? 0;
      let next = loaded(
        { ...empty(view.sessionId, runs[0]?.assistant ?? view.assistant), title: view.title },
        messages,
        runs,
        messages.length === page,
      );
      next = withOpen(next, runs);
      next.mode = modeOf(next);
      const known = new Set(next.items.flatMap((i) => (i.kind === "user" && i.clientMsgId ? [i.clientMsgId] : [])));
      next.items = [
        ...next.items,
        ...view.items.filter(
          (i) => i.kind === "user" && i.state !== "sent" && i.clientMsgId && !known.has(i.clientMsgId),
        ),
      ];
      const held = this.#held ?? [];
      this.#held = undefined;
      this.#set({ view: held.reduce((v, f) => reduce(v, f), next), loading: "", trouble: undefined });
      this.#settle();
      const last = next.items.findLast((i) => i.kind === "run");
      for (const run of Object.values(this.#glance.view.runs)) {
        // What a run at work has shown is not told of it before it ends.
        if (!run.plan && (!ended(run) || (run.planShown && last?.kind === "run" && last.runId === run.id)))
          void this.plan(run.id).catch(() => {});
      }
    } catch (e) {
      if (this.#closed) return;
      const gone = (e as { status?: number }).status === 404;
      this.#set({ loading: "", gone, trouble: gone ? undefined : messageOf(e) });
    }
  }

  // --- what comes in ---

  #hear(frame: Frame): void {
    if (frame.type === "error" && !frame.seq && refusedQuietly.has(String(frame.code))) return;
    if (this.#held) return void this.#held.push(frame);
    this.#later(frame);
  }

  /** Events are shown together once a frame: a fast server sends many. */
  #later(event: Happening): void {
    this.#waiting.push(event);
    this.#timer ??= setTimeout(() => this.#flush(), document.visibilityState === "visible" ? 24 : 200);
  }

  #now(event: Happening): void {
    this.#waiting.push(event);
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const events = this.#waiting;
    this.#waiting = [];
    this.#set({ view: events.reduce(reduce, this.#glance.view) });
    this.#name();
    this.#settle();
  }

  /** name looks up what was asked in another tab. */
  #name(): void {
    for (const item of this.#glance.view.items) {
      if (item.kind !== "user" || item.text !== undefined || !item.runId || this.#looked.has(item.runId)) continue;
      const id = item.runId;
      this.#looked.add(id);
      this.#backend.run(id).then(
        (run) => {
          this.#now({ ...run, type: "run_loaded", run_id: run.id, id: undefined });
        },
        () => this.#looked.delete(id),
      );
    }
  }

  #settle(): void {
    const { lastSeq, epoch } = this.#client;
    const { view } = this.#glance;
    if (lastSeq !== undefined && lastSeq >= 0 && open(view).length === 0) places.note(view.sessionId, lastSeq, epoch);
  }

  #set(change: Partial<Glance>): void {
    this.#glance = { ...this.#glance, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

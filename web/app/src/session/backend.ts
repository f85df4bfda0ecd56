// What the page asks over REST, in the shapes that it shows.
import { MadangRest, type Memory, type Preference, ProtocolError } from "@madang/client";
import { userId } from "../kept.ts";
import type { Response } from "../view/types.ts";
import type { Assistant, DocumentEntry, Identity, SessionEntry, StoredMessage, StoredRun } from "../wire.ts";
import { words } from "../words/index.ts";

/** messageOf is what to say of a failure: the server's own words where it
 *  wrote them, else what this page knows of the code. */
export function messageOf(e: unknown): string {
  const t = words();
  const code = (e as { code?: string } | undefined)?.code ?? "";
  // Of a file the server says what is wrong with it.
  if (e instanceof ProtocolError && e.details?.file) return e.message;
  if (code in t.failures) return t.failures[code as keyof typeof t.failures];
  const text = e instanceof ProtocolError ? e.message : "";
  return text || t.failures.unknown;
}

/** What the server calls a conversation without a name, in every language. */
const unnamed = "새 대화";

/** A question that waits for somebody. */
export interface Waiting {
  interrupt_id: string;
  interrupt_type: string;
  role: string;
  session_id: string;
  session_title: string;
  query: string;
  assistant: string;
  asked_at: string;
  interrupt_data: { message?: string; options?: { value: string; label: string }[]; data?: unknown };
}

/** Somebody that a demonstration can be asked as. */
export interface Person {
  person_id: string;
  name: string;
  role: string;
  region: string;
  dept: string;
}

export class Backend {
  readonly url: string;
  readonly language: "ko" | "en";
  readonly rest: MadangRest;

  constructor(url: string, language: "ko" | "en") {
    this.url = url;
    this.language = language;
    this.rest = new MadangRest({ url, language });
  }

  assistants = (): Promise<Assistant[]> => this.rest.assistants();

  #identity: Promise<Identity> | undefined;

  /** Who asks; asked once, and again where the server could not be reached. */
  identity(): Promise<Identity> {
    this.#identity ??= (this.#call("GET", "/api/v1/auth") as Promise<Identity>).catch((e: unknown) => {
      this.#identity = undefined;
      throw e;
    });
    return this.#identity;
  }

  /** Whose things are asked for: who is signed in, or else this browser. */
  #user = (): Promise<string> =>
    this.identity().then(
      (i) => (i.required && i.user_id) || userId(),
      () => userId(),
    );

  /** signOut ends the session here; the answer is where to go to end the
   *  provider's. */
  signOut = (): Promise<string> => this.#call("POST", "/api/v1/auth/logout").then((a) => (a as { url: string }).url);

  start = async (assistant: string, person = ""): Promise<string> =>
    this.rest
      .startSession({
        user_id: await this.#user(),
        language: this.language,
        metadata: { client: "web", ...(person ? { person_id: person } : {}) },
        ...(assistant ? { assistant } : {}),
      })
      .then((s) => s.session_id);

  sessions = async (limit: number, offset: number): Promise<SessionEntry[]> =>
    (this.rest.sessions({ limit, offset, userId: await this.#user() }) as Promise<SessionEntry[]>).then((list) =>
      list.map((s) => (s.title === unnamed ? { ...s, title: words().untitled } : s)),
    );

  runs = (sessionId: string, limit: number, beforeSeq = 0): Promise<StoredRun[]> =>
    this.rest.runs(sessionId, { limit, beforeSeq }) as unknown as Promise<StoredRun[]>;

  run = (runId: string): Promise<StoredRun> => this.rest.run(runId) as unknown as Promise<StoredRun>;

  document = (id: string): Promise<DocumentEntry> => this.rest.document(id) as Promise<DocumentEntry>;

  documentsOf = (sessionId: string): Promise<DocumentEntry[]> =>
    this.rest.documents(sessionId) as unknown as Promise<DocumentEntry[]>;

  /** The name of the language model that is asked; "" where there is none. */
  model = (): Promise<string> => this.rest.health().then((h) => h.model ?? "");

  /** What is remembered of this browser's user. */
  async remembered(): Promise<{ preferences: Preference[]; exchanges: Memory[]; file: string }> {
    const user = await this.#user();
    const [preferences, exchanges] = await Promise.all([
      this.rest.preferences(user),
      this.rest.memories(user, { limit: 100 }),
    ]);
    return { preferences, exchanges, file: `/api/v1/users/${encodeURIComponent(user)}/export` };
  }

  setPreference = (key: string, value: string): Promise<unknown> =>
    this.#user().then((user) => this.rest.setPreference(user, key, value));
  forgetPreference = (key: string): Promise<unknown> =>
    this.#user().then((user) => this.rest.forgetPreference(user, key));
  forgetExchange = (id: string): Promise<unknown> => this.#user().then((user) => this.rest.forgetMemory(user, id));
  forgetExchanges = (): Promise<unknown> => this.#user().then((user) => this.rest.forgetMemories(user));
  /** What waits for a person in a role, not for the user of its chat. */
  waiting = async (): Promise<Waiting[]> =>
    ((await this.#call("GET", "/api/v1/interrupts?limit=100")) as { interrupts: Waiting[] }).interrupts.filter(
      (w) => w.role !== "user",
    );

  /** decide answers what waits, in the role that it waits for. */
  decide = (w: Waiting, action: string, payload?: unknown): Promise<unknown> =>
    this.#call("POST", `/api/v1/interrupts/${encodeURIComponent(w.interrupt_id)}`, {
      reply_id: crypto.randomUUID(),
      role: w.role,
      action,
      ...(payload === undefined ? {} : { payload }),
    });

  /** Who an assistant can be asked as; nobody where it has no such list. */
  people(assistant: Assistant): Promise<Person[]> {
    const path = assistant.views?.find((v) => v.endsWith("/people"));
    return path
      ? this.#call("GET", path).then(
          (p) => (p as { people: Person[] }).people,
          () => [],
        )
      : Promise.resolve([]);
  }

  /** eraseMe removes all that the server keeps of the user: conversations too. */
  eraseMe = (): Promise<unknown> =>
    this.#user().then((user) => this.#call("DELETE", `/api/v1/users/${encodeURIComponent(user)}`));

  /** A page of messages before one, newest first, with whole responses. */
  async messages(sessionId: string, limit: number, before = 0): Promise<StoredMessage[]> {
    const answer = await this.#call(
      "GET",
      `/api/v1/sessions/${encodeURIComponent(sessionId)}/messages?limit=${limit}&before_id=${before}`,
    );
    return answer as StoredMessage[];
  }

  /** The part of a run's newest checkpoint that holds its steps, wherever in
   *  its assistant's state that is. */
  async planning(sessionId: string, runId: string): Promise<Record<string, unknown> | undefined> {
    const [newest] = await this.rest.checkpoints(sessionId, { limit: 1, runId });
    if (!newest) return undefined;
    const { state } = await this.rest.sessionCheckpoint(sessionId, newest.id);
    const found = (v: unknown, depth: number): Record<string, unknown> | undefined => {
      if (typeof v !== "object" || v === null || depth > 2) return undefined;
      const here = v as Record<string, unknown>;
      const steps = here.execution_steps ?? here.plan;
      if (Array.isArray(steps) && steps.length > 0) return { ...here, execution_steps: steps };
      for (const part of Object.values(v)) {
        const inner = found(part, depth + 1);
        if (inner) return inner;
      }
      return undefined;
    };
    return found(state, 0);
  }

  /** All of a conversation, oldest first: what an export is made of. */
  async all(sessionId: string): Promise<StoredMessage[]> {
    const pages: StoredMessage[] = [];
    for (let before = 0; ;) {
      const page = await this.messages(sessionId, 500, before);
      pages.push(...page);
      const last = page.at(-1);
      if (page.length < 500 || !last || last.id <= 1) break;
      before = last.id;
    }
    return pages.reverse();
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const abort = AbortSignal.timeout(15_000);
    let res;
    try {
      const headers = {
        "Accept-Language": this.language,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      };
      res = await fetch(this.url + path, {
        method,
        headers,
        signal: abort,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (cause) {
      throw new ProtocolError(abort.aborted ? "timeout" : "offline", "", { cause });
    }
    const answer = (await res.json().catch(() => null)) as {
      message?: string;
      detail?: string;
      error_code?: string;
    } | null;
    if (!res.ok)
      throw new ProtocolError(answer?.error_code ?? `http_${res.status}`, answer?.message ?? answer?.detail ?? "", {
        status: res.status,
      });
    return answer;
  }
}

/** plainText is Markdown in a line, without its marks. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/[#*_`>|]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** plain is an answer's text. */
export const plain = (r: Response | undefined): string => r?.answer || r?.message || "";

import type {
  AnswerRequest,
  Answered,
  AssistantEntry,
  BranchEntry,
  Chapter,
  ChatDocument,
  ChatDocumentEntry,
  ChatMessage,
  Checkpoint,
  CheckpointDiff,
  CheckpointEntry,
  CleanupReply,
  CopyRequest,
  DeletedReply,
  EndedReply,
  ErasedReply,
  Feedback,
  FieldPage,
  FileText,
  ForgottenReply,
  ForkReply,
  ForkRequest,
  HealthReply,
  IdentityReply,
  LiveReply,
  Memory,
  MemoryHistory,
  PackEntry,
  Preference,
  Progress,
  Rating,
  ReadyReply,
  Replay,
  Run,
  RunEvent,
  RunResponse,
  RunResult,
  SessionDetail,
  SessionEntry,
  SessionUsageReply,
  SocketStats,
  SourceEntry,
  StartReply,
  StartRequest,
  StatsReply,
  StudyHistory,
  ThinnedReply,
  Trigger,
  TriggerRequest,
  Turn,
  UsageReply,
  Waiting,
  WaitingPage,
} from "./generated.js";
import { call, type HttpOptions, type Query } from "./http.js";

/** Where the server is and who asks. */
export type RestOptions = HttpOptions;

export interface Page {
  limit?: number;
  offset?: number;
}
export interface Steps {
  limit?: number;
  beforeStep?: number;
  runId?: string;
}
/** A message with all that was said to the client at that moment; null for what a user said. */
export type ChatTurn = Omit<Turn, "response"> & { response: RunResponse | null };
export type DocumentFormat = "md" | "docx" | "pdf" | "ics";

const base = "/api/v1/chat";
const more = "/api/v1";
const e = encodeURIComponent;

/** The REST door, typed. Each call fails with a ProtocolError. */
export class MadangRest {
  readonly #o: RestOptions;

  constructor(options: RestOptions) {
    this.#o = { ...options, url: options.url.replace(/\/+$/, "") };
  }

  // Conversations

  startSession(body: StartRequest = {}): Promise<StartReply> {
    return this.#call("POST", `${base}/start`, {}, body);
  }
  sessions(o: Page & { userId?: string } = {}): Promise<SessionEntry[]> {
    return this.#call("GET", `${base}/sessions`, { limit: o.limit, offset: o.offset, user_id: o.userId });
  }
  createSession(body: StartRequest = {}): Promise<SessionEntry> {
    return this.#call("POST", `${base}/sessions`, {}, body);
  }
  session(id: string): Promise<SessionDetail> {
    return this.#call("GET", `${base}/${e(id)}`);
  }
  renameSession(id: string, title: string): Promise<SessionEntry> {
    return this.#call("PATCH", `${base}/sessions/${e(id)}`, {}, { title });
  }
  /** deleteSession hides a conversation, which can be restored; `hard` erases it. */
  deleteSession(id: string, o: { hard?: boolean } = {}): Promise<DeletedReply> {
    return this.#call("DELETE", `${base}/sessions/${e(id)}`, { hard_delete: o.hard });
  }
  restoreSession(id: string): Promise<SessionEntry> {
    return this.#call("POST", `${base}/sessions/${e(id)}/restore`);
  }
  endSession(id: string): Promise<EndedReply> {
    return this.#call("DELETE", `${base}/${e(id)}`);
  }
  messages(id: string, o: Page = {}): Promise<ChatMessage[]> {
    return this.#call("GET", `${base}/sessions/${e(id)}/messages`, { ...o });
  }
  /** turns are messages with their whole responses, newest first: a page of them before an id. */
  turns(id: string, o: { limit?: number; beforeId?: number } = {}): Promise<ChatTurn[]> {
    return this.#call("GET", `${more}/sessions/${e(id)}/messages`, { limit: o.limit, before_id: o.beforeId });
  }
  assistants(): Promise<AssistantEntry[]> {
    return this.#call("GET", `${more}/assistants`);
  }
  /** who tells who the server takes the caller for, and whether it has to say so. */
  who(): Promise<IdentityReply> {
    return this.#call("GET", `${more}/auth`);
  }

  // Runs

  runs(sessionId: string, o: { limit?: number; beforeSeq?: number } = {}): Promise<Run[]> {
    return this.#call("GET", `${more}/sessions/${e(sessionId)}/runs`, { limit: o.limit, before_seq: o.beforeSeq });
  }
  run(id: string): Promise<Run> {
    return this.#call("GET", `${more}/runs/${e(id)}`);
  }
  /** runEvents are a run's stored events, oldest first, what is personal in them hidden. */
  runEvents(runId: string, o: { limit?: number; afterSeq?: number } = {}): Promise<RunEvent[]> {
    return this.#call("GET", `${more}/runs/${e(runId)}/events`, { limit: o.limit, after_seq: o.afterSeq });
  }
  /** runResults are what a run's calls outside brought, each recorded once. */
  runResults(runId: string): Promise<RunResult[]> {
    return this.#call("GET", `${more}/runs/${e(runId)}/results`);
  }
  cancelRun(id: string): Promise<Run> {
    return this.#call("POST", `${more}/runs/${e(id)}/cancel`);
  }
  /** replay carries a finished run out again, without writing, and compares. */
  replay(runId: string): Promise<Replay> {
    return this.#call("GET", `${more}/runs/${e(runId)}/replay`);
  }

  // States

  checkpoints(sessionId: string, o: Steps = {}): Promise<CheckpointEntry[]> {
    return this.#call("GET", `${more}/sessions/${e(sessionId)}/checkpoints`, steps(o));
  }
  sessionCheckpoint(sessionId: string, id: string): Promise<Checkpoint> {
    return this.#call("GET", `${more}/sessions/${e(sessionId)}/checkpoints/${e(id)}`);
  }
  /** diffOf compares two checkpoints, also of two conversations with one assistant, with the values of both sides. */
  diffOf(from: string, to: string): Promise<CheckpointDiff> {
    return this.#call("GET", `${more}/checkpoints/${e(from)}/diff/${e(to)}`);
  }
  /** fieldChanges are the checkpoints at which a field changed. */
  fieldChanges(sessionId: string, path: string, o: Omit<Steps, "runId"> = {}): Promise<FieldPage> {
    return this.#call("GET", `${more}/sessions/${e(sessionId)}/checkpoints/field`, { path, ...steps(o) });
  }
  /** removeCheckpoints leaves the newest ones. */
  removeCheckpoints(sessionId: string, keep: number): Promise<ThinnedReply> {
    return this.#call("DELETE", `${more}/sessions/${e(sessionId)}/checkpoints`, { keep });
  }
  fork(sessionId: string, body: ForkRequest): Promise<ForkReply> {
    return this.#call("POST", `${more}/sessions/${e(sessionId)}/fork`, {}, body);
  }
  /** forks are the tree of conversations that this one is part of. */
  forks(sessionId: string): Promise<BranchEntry[]> {
    return this.#call("GET", `${more}/sessions/${e(sessionId)}/forks`);
  }
  copySession(sessionId: string, body: CopyRequest = {}): Promise<ForkReply> {
    return this.#call("POST", `${more}/sessions/${e(sessionId)}/copy`, {}, body);
  }

  // Documents

  documents(sessionId: string): Promise<ChatDocumentEntry[]> {
    return this.#call("GET", `${more}/sessions/${e(sessionId)}/documents`);
  }
  document(id: string): Promise<ChatDocument> {
    return this.#call("GET", `${more}/documents/${e(id)}`);
  }
  /** documentURL is where a document can be downloaded. */
  documentURL(id: string, format: DocumentFormat = "md"): string {
    return `${this.#o.url}${more}/documents/${e(id)}/download?format=${format}`;
  }
  /** download is a document as a file. */
  download(id: string, format: DocumentFormat = "md"): Promise<Blob> {
    return call(this.#o, "GET", `${more}/documents/${e(id)}/download`, { format }, undefined, (res) => res.blob());
  }

  /** fileText is what a DOCX, PDF, TXT, MD or HTML file says, to be sent as a message; nothing of it is kept. */
  fileText(file: Blob, name: string): Promise<FileText> {
    const form = new FormData();
    form.append("file", new Blob([file]), name);
    return this.#call("POST", `${more}/files/text`, {}, form);
  }

  // What is kept of a user

  memories(userId: string, o: { limit?: number } = {}): Promise<Memory[]> {
    return this.#call("GET", `${more}/users/${e(userId)}/memories`, { ...o });
  }
  forgetMemory(userId: string, memoryId: string): Promise<ForgottenReply> {
    return this.#call("DELETE", `${more}/users/${e(userId)}/memories/${e(memoryId)}`);
  }
  forgetMemories(userId: string): Promise<ForgottenReply> {
    return this.#call("DELETE", `${more}/users/${e(userId)}/memories`);
  }
  memoryHistory(o: { limit?: number; userId?: string } = {}): Promise<MemoryHistory> {
    return this.#call("GET", `${base}/memory/history`, { limit: o.limit, user_id: o.userId });
  }
  preferences(userId: string): Promise<Preference[]> {
    return this.#call("GET", `${more}/users/${e(userId)}/preferences`);
  }
  setPreference(userId: string, key: string, value: string): Promise<Preference> {
    return this.#call("PUT", `${more}/users/${e(userId)}/preferences/${e(key)}`, {}, { value });
  }
  forgetPreference(userId: string, key: string): Promise<ForgottenReply> {
    return this.#call("DELETE", `${more}/users/${e(userId)}/preferences/${e(key)}`);
  }

  /** exportUser is all that is kept of a user, as a ZIP archive of JSON lines and documents. */
  exportUser(userId: string): Promise<Blob> {
    return call(this.#o, "GET", `${more}/users/${e(userId)}/export`, {}, undefined, (res) => res.blob());
  }
  /** eraseUser removes all that is kept of a user; what is under way is cancelled. */
  eraseUser(userId: string): Promise<ErasedReply> {
    return this.#call("DELETE", `${more}/users/${e(userId)}`);
  }

  // Ratings

  rateRun(runId: string, body: Rating): Promise<Feedback> {
    return this.#call("POST", `${more}/runs/${e(runId)}/feedback`, {}, body);
  }
  rating(runId: string): Promise<Feedback> {
    return this.#call("GET", `${more}/runs/${e(runId)}/feedback`);
  }
  /** ratings are rated runs, the latest first; since is in seconds since 1970. */
  ratings(
    o: Page & { rating?: Rating["rating"]; assistant?: string; userId?: string; since?: number } = {},
  ): Promise<Feedback[]> {
    return this.#call("GET", `${more}/feedback`, {
      rating: o.rating,
      assistant: o.assistant,
      user_id: o.userId,
      since: o.since,
      limit: o.limit,
      offset: o.offset,
    });
  }

  // Questions that wait, and conversations that assistants begin

  /** waiting are questions to somebody, newest first; before is the next of the page before. */
  waiting(
    o: { role?: string; assistant?: string; session_id?: string; limit?: number; before?: string } = {},
  ): Promise<WaitingPage> {
    return this.#call("GET", `${more}/interrupts`, { ...o });
  }
  waitingQuestion(interruptId: string): Promise<Waiting> {
    return this.#call("GET", `${more}/interrupts/${e(interruptId)}`);
  }
  /** answer gives a role's answer; the same reply_id again changes nothing. */
  answer(interruptId: string, body: AnswerRequest): Promise<Answered> {
    return this.#call("POST", `${more}/interrupts/${e(interruptId)}`, {}, body);
  }
  /** trigger begins a conversation by an event, once; the same event again is the trigger as it stands. */
  trigger(body: TriggerRequest): Promise<Trigger> {
    return this.#call("POST", `${more}/triggers`, {}, body);
  }
  triggered(eventId: string): Promise<Trigger> {
    return this.#call("GET", `${more}/triggers/${e(eventId)}`);
  }
  withdrawTrigger(eventId: string): Promise<Trigger> {
    return this.#call("DELETE", `${more}/triggers/${e(eventId)}`);
  }

  // Knowledge, and what language models took

  knowledge(): Promise<PackEntry[]> {
    return this.#call("GET", `${more}/knowledge`);
  }
  knowledgeSources(pack: string, o: Page = {}): Promise<SourceEntry[]> {
    return this.#call("GET", `${more}/knowledge/${e(pack)}/sources`, { ...o });
  }
  /** usage is by day and model; days are YYYY-MM-DD. */
  usage(o: { userId?: string; from?: string; to?: string } = {}): Promise<UsageReply> {
    return this.#call("GET", `${more}/usage`, { user_id: o.userId, from: o.from, to: o.to });
  }
  sessionUsage(sessionId: string): Promise<SessionUsageReply> {
    return this.#call("GET", `${more}/sessions/${e(sessionId)}/usage`);
  }
  forgetUsage(userId: string): Promise<ForgottenReply> {
    return this.#call("DELETE", `${more}/users/${e(userId)}/usage`);
  }

  // The tutor

  tutorChapters(): Promise<Chapter[]> {
    return this.#call("GET", `${more}/tutor/chapters`);
  }
  tutorProgress(userId: string): Promise<Progress> {
    return this.#call("GET", `${more}/tutor/users/${e(userId)}/progress`);
  }
  tutorHistory(userId: string, o: { limit?: number } = {}): Promise<StudyHistory> {
    return this.#call("GET", `${more}/tutor/users/${e(userId)}/sessions`, { ...o });
  }
  tutorChatProgress(sessionId: string): Promise<Progress> {
    return this.#call("GET", `${more}/tutor/chats/${e(sessionId)}/progress`);
  }
  tutorChatHistory(sessionId: string, o: { limit?: number } = {}): Promise<StudyHistory> {
    return this.#call("GET", `${more}/tutor/chats/${e(sessionId)}/sessions`, { ...o });
  }

  // Operations

  sessionStats(): Promise<StatsReply> {
    return this.#call("GET", `${base}/stats/sessions`);
  }
  socketStats(): Promise<SocketStats> {
    return this.#call("GET", `${base}/stats/websockets`);
  }
  cleanupSessions(): Promise<CleanupReply> {
    return this.#call("POST", `${base}/cleanup/sessions`);
  }
  health(): Promise<HealthReply> {
    return this.#call("GET", "/health");
  }
  live(): Promise<LiveReply> {
    return this.#call("GET", "/livez");
  }
  ready(): Promise<ReadyReply> {
    return this.#call("GET", "/readyz");
  }

  #call<T>(method: string, path: string, query: Query = {}, body?: unknown): Promise<T> {
    return call(this.#o, method, path, query, body, (res) => res.json() as Promise<T>);
  }
}

function steps(o: Steps): Query {
  return { limit: o.limit, before_step: o.beforeStep, run_id: o.runId };
}

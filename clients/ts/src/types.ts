import type { FrameMap, ServerFrame, Snapshot } from "./generated.js";
import type { ProtocolError } from "./error.js";

/** The part of the WHATWG WebSocket that is used; browsers, React Native, Node 22 and `ws` have it. */
export interface WebSocketLike {
  readonly readyState: number;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  send(data: string): void;
  close(code?: number, reason?: string): void;
}

export type WebSocketConstructor = new (url: string, protocols?: string | string[]) => WebSocketLike;

/** Where a connection is: `waiting` is the pause before the next attempt. */
export type Status = "idle" | "connecting" | "open" | "waiting" | "stopped";

/** Why a status came about. */
export interface StatusDetail {
  /** What ended the connection, or stopped the client. */
  error?: ProtocolError;
  /** Of `waiting`: milliseconds until the next attempt. */
  retryInMs?: number;
}

/** A query that waits for its ack, as it is kept. */
export interface StoredQuery {
  client_msg_id: string;
  query: string;
  on_busy?: "enqueue" | "reject" | "interrupt";
  language?: "ko" | "en";
  review_plan?: boolean;
}

/** Keeps queries that were not acknowledged over a reload, one store a session. */
export interface QueueStore {
  load(): readonly StoredQuery[] | Promise<readonly StoredQuery[]>;
  save(queries: readonly StoredQuery[]): void | Promise<void>;
}

export interface ClientOptions {
  /** http(s)://host[:port] */
  url: string;
  sessionId: string;
  /**
   * The newest event that is known. 0 asks for all of them, which is right for a session that was
   * just made; undefined for those that the session's other sockets were not sent.
   */
  lastSeq?: number;
  /** The numbering that lastSeq is of. */
  epoch?: string;
  /** Asked before each attempt to connect. */
  token?: () => string | undefined | Promise<string | undefined>;
  /** What is asked for besides, e.g. `state_changed`. */
  capabilities?: string[];
  /** The language of queries that name none. */
  language?: "ko" | "en";
  /** The constructor where there is no global one, as in Node 20. */
  WebSocket?: WebSocketConstructor;
  /** Keeps unacknowledged queries over a reload. */
  queue?: QueueStore;
  /** How many commands may wait for the connection (64). */
  maxQueued?: number;
  /** How many events an iterator holds for a reader that is behind (1024). */
  maxBuffered?: number;
  /** The most that a command may have on the wire, in bytes (128 KiB, the server's limit). */
  maxFrame?: number;
  /**
   * After how much silence the server is asked for a sign, in ms (45,000), and how long it has for it
   * (10,000); for the answer to a command it has three times as long.
   */
  silence?: number;
  patience?: number;
  random?: () => number;
  fetch?: typeof fetch;
}

export interface QueryOptions {
  /** A UUID; sending the same one again is harmless. */
  clientMsgId?: string;
  onBusy?: "enqueue" | "reject" | "interrupt";
  language?: "ko" | "en" | (string & {});
  reviewPlan?: boolean;
}

export interface Reply {
  /** Without it: the question that waits. */
  interruptId?: string;
  action: "approve" | "modify" | "reject" | "answer" | "skip";
  payload?: unknown;
}

/** A frame of a type that this version does not know. */
export interface UnknownEvent {
  type: "unknown";
  /** Its type on the wire. */
  event_type: string;
  seq?: number;
  run_id?: string;
  frame: { readonly type: string; readonly [field: string]: unknown };
}

/** The missed events can't be had any more: start from here, with messages read over REST. */
export interface SnapshotEvent {
  type: "snapshot";
  reason: string;
  seq: number;
  snapshot: Snapshot;
}

/** What `for await` and `on("*")` give. */
export type ServerEvent = ServerFrame | UnknownEvent;

/** What `on` takes, by name. */
export interface EventMap extends FrameMap {
  unknown: UnknownEvent;
  snapshot: SnapshotEvent;
  "*": ServerEvent;
}

/** The types of frames. */
export type EventType = keyof FrameMap | "unknown";

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

/** What a client leaves to the one that comes after it. */
export interface Kept {
  /**
   * Where to go on: the newest event of which all is over. It is behind what was shown while a run is
   * under way, so that who comes next is shown that run from its beginning.
   */
  lastSeq?: number;
  /** The numbering that lastSeq is of. */
  epoch?: string;
  /** Queries without an ack, in the order that they were asked. */
  queries: readonly StoredQuery[];
}

/** Keeps a client's notes over a reload, or the end of the app; one a session. `keepIn` makes it of a storage. */
export interface Keep {
  load(): Partial<Kept> | undefined | Promise<Partial<Kept> | undefined>;
  /** Called with the next state only when it has done with the one before. */
  save(kept: Kept): void | Promise<void>;
}

/** The part of React Native's AsyncStorage, or of a page's localStorage, that is used. */
export interface KeyValueStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/**
 * Tells when the app or the network comes and goes, until the function that it returns is called: `good`
 * is a good time to come back, `doubt` one to look whether anybody is there.
 */
export type Hints = (good: () => void, doubt: () => void) => () => void;

/** The part of React Native's AppState that is used. */
export interface AppStateLike {
  addEventListener(type: "change", listener: (state: string) => void): { remove(): void };
}

/** The part of NetInfo (@react-native-community/netinfo) that is used. */
export interface NetInfoLike {
  addEventListener(listener: (state: { type?: string; isConnected: boolean | null }) => void): () => void;
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
  /** Keeps queries without an ack, and the place in the stream, over a reload or the end of the app. What was kept goes before lastSeq and epoch. */
  keep?: Keep;
  /** The network's news: a browser's own unless given (`nativeHints` in React Native). */
  hints?: Hints;
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
  /** From 0 up to 1, for the pauses between attempts (Math.random). */
  random?: () => number;
  /** Makes commands' ids, unlikely to come twice in a session (UUIDs). */
  newId?: () => string;
  /** What asks over HTTP why a connection was refused (the global one). */
  fetch?: typeof fetch;
  /** Told what has no caller to be thrown to: what a listener threw, and why notes were not kept. Without it they are reported as uncaught errors are. */
  onError?: (error: unknown) => void;
}

export interface QueryOptions {
  /** A UUID; sending the same one again is harmless. */
  clientMsgId?: string;
  /** What happens while another run is under way: it waits (the default), is refused, or ends that run. */
  onBusy?: "enqueue" | "reject" | "interrupt";
  /** The language of the answer; without it that of the client's options, else of the words. */
  language?: "ko" | "en";
  /** Shows the plan, and asks, before it is carried out. */
  reviewPlan?: boolean;
  /** Ends the waiting, with the error `aborted`. A query that was not sent is taken back; for one that was there is cancel. */
  signal?: AbortSignal;
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

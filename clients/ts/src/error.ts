import type { ErrorFrame } from "./generated.js";
import { fateOf } from "./policy.js";

/** The server's closed list of codes. */
export type ServerErrorCode = ErrorFrame["code"];

/** What goes wrong on this side. */
export type ClientErrorCode =
  | "closed" // close() was called
  | "aborted" // by the caller's signal
  | "offline" // there is no connection
  | "connection_lost" // it ended before the answer, and sending again could do the thing twice
  | "dismissed" // the server closed with a code that says "stay away"
  | "backlog_full" // too many commands wait
  | "too_slow" // an iterator's reader fell behind
  | "timeout"
  | "forbidden"
  | "origin_refused" // the server is there, but not for pages of this origin
  | "upgrade_refused" // the session can be read, but no WebSocket comes about
  | "bad_answer"; // not what the protocol says

export type ErrorCode = ServerErrorCode | ClientErrorCode | (string & {});

export interface ErrorInfo {
  recoverable?: boolean;
  retryAfterMs?: number;
  runId?: string;
  /** HTTP status of a REST call. */
  status?: number;
  /** The WebSocket's close code. */
  closeCode?: number;
  /** What is wrong, by field. */
  details?: Record<string, string>;
  cause?: unknown;
}

/** A refusal by the server, or why it could not be asked. `message` is in the user's language where the server wrote it. */
export class ProtocolError extends Error {
  readonly code: ErrorCode;
  /** Whether the same client may go on. */
  readonly recoverable: boolean;
  readonly retryAfterMs?: number;
  readonly runId?: string;
  readonly status?: number;
  readonly closeCode?: number;
  readonly details?: Record<string, string>;

  constructor(code: ErrorCode, message: string, info: ErrorInfo = {}) {
    super(message, info.cause === undefined ? undefined : { cause: info.cause });
    this.name = "ProtocolError";
    this.code = code;
    this.recoverable = info.recoverable ?? true;
    this.retryAfterMs = info.retryAfterMs;
    this.runId = info.runId;
    this.status = info.status;
    this.closeCode = info.closeCode;
    this.details = info.details;
  }

  /** of is the error that a frame of type error tells. */
  static of(frame: ErrorFrame): ProtocolError {
    return new ProtocolError(frame.code, frame.message || frame.error, {
      recoverable: frame.recoverable,
      retryAfterMs: frame.retry_after_ms,
      runId: frame.run_id,
      details: frame.details,
    });
  }
}

/** closeError says why a connection was closed. */
export function closeError(code: number, reason: string): ProtocolError {
  const info = { closeCode: code, recoverable: fateOf(code) !== "stay-away" };
  switch (code) {
    case 4501:
      return new ProtocolError("unauthenticated", reason, info);
    case 4503:
    case 4506:
      return new ProtocolError("forbidden", reason, info);
  }
  return new ProtocolError(
    info.recoverable ? "connection_lost" : "dismissed",
    reason || `the connection was closed with ${code}`,
    info,
  );
}

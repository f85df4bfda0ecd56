import type { Frame } from "../wire.ts";
import type { Stream } from "./types.ts";

/** The stream with one more piece. Pieces are not stored and may be lost:
 *  what comes after a hole is left out until the whole text is there. */
export function joined(stream: Stream | undefined, frame: Frame): Stream {
  const messageId = String(frame.message_id ?? "");
  const index = Number(frame.index ?? 0);
  const delta = typeof frame.delta === "string" ? frame.delta : "";
  if (index === 0) return { messageId, next: 1, text: delta, broken: false };
  if (!stream || stream.messageId !== messageId) return { messageId, next: index + 1, text: "", broken: true };
  if (stream.broken || index < stream.next) return stream;
  if (index > stream.next) return { ...stream, broken: true };
  return { ...stream, next: index + 1, text: stream.text + delta };
}

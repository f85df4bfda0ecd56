/**
 * newId is a random UUID (version 4). Pages without TLS and React Native have no crypto.randomUUID,
 * some not even crypto; an id must be unlikely to come twice in one session, not secret.
 */
export function newId(): string {
  const crypto = globalThis.crypto as Crypto | undefined;
  if (crypto?.randomUUID) return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  if (crypto?.getRandomValues) crypto.getRandomValues(bytes);
  else for (let i = 0; i < 16; i++) bytes[i] = Math.random() * 256;
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** byteLength is a text's length in UTF-8. */
export function byteLength(text: string): number {
  let n = text.length;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0x800)
      n += c >= 0xd800 && c <= 0xdfff ? 1 : 2; // a pair's two halves make four bytes
    else if (c >= 0x80) n += 1;
  }
  return n;
}

/**
 * watchHints listens to what a browser knows of the network and of its page: `good` is a good time to
 * come back, `doubt` one to look whether anybody is there. Where there is no page it does nothing.
 */
export function watchHints(good: () => void, doubt: () => void): () => void {
  const page = (globalThis as { document?: Document }).document;
  if (!page || typeof globalThis.addEventListener !== "function") return () => {};
  const seen = () => { if (page.visibilityState === "visible") good(); };
  globalThis.addEventListener("online", good);
  globalThis.addEventListener("offline", doubt);
  page.addEventListener("visibilitychange", seen);
  return () => {
    globalThis.removeEventListener("online", good);
    globalThis.removeEventListener("offline", doubt);
    page.removeEventListener("visibilitychange", seen);
  };
}

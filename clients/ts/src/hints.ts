import type { AppStateLike, Hints, NetInfoLike } from "./types.js";

/** watchPage takes a browser's hints; where there is no page it does nothing. */
export const watchPage: Hints = (good, doubt) => {
  const page = (globalThis as { document?: Document }).document;
  if (typeof page?.addEventListener !== "function" || typeof globalThis.addEventListener !== "function")
    return () => {};
  const seen = () => {
    if (page.visibilityState === "visible") good();
  };
  globalThis.addEventListener("online", good);
  globalThis.addEventListener("offline", doubt);
  page.addEventListener("visibilitychange", seen);
  return () => {
    globalThis.removeEventListener("online", good);
    globalThis.removeEventListener("offline", doubt);
    page.removeEventListener("visibilitychange", seen);
  };
};

/**
 * nativeHints are React Native's: its `AppState`, and the `NetInfo` of @react-native-community/netinfo
 * where the app has it.
 */
export function nativeHints(app: AppStateLike, net?: NetInfoLike): Hints {
  return (good, doubt) => {
    let before: string | undefined;
    const shown = app.addEventListener("change", (state) => {
      if (state === "active") good();
    });
    const leave = net?.addEventListener(({ type, isConnected }) => {
      const now = `${type} ${isConnected}`;
      if (now === before) return; // it tells of each bar of the signal, too
      before = now;
      if (isConnected === false) doubt();
      else good();
    });
    return () => {
      shown.remove();
      leave?.();
    };
  };
}

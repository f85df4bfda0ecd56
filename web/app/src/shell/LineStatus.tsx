import type { Status } from "@madang/client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useWords } from "../words/index.ts";

const useOnline = () =>
  useSyncExternalStore(
    (changed) => {
      addEventListener("online", changed);
      addEventListener("offline", changed);
      return () => {
        removeEventListener("online", changed);
        removeEventListener("offline", changed);
      };
    },
    () => navigator.onLine,
  );

/** LineStatus is one quiet line, and only when something is worth saying: a
 *  connection that comes at once, or is back at once, is not. */
export function LineStatus({
  status,
  refused,
  onAgain,
}: {
  status: Status;
  refused: "" | "origin_refused" | "upgrade_refused";
  onAgain(): void;
}) {
  const t = useWords();
  const online = useOnline();
  const wrong = !online
    ? "offline"
    : status === "waiting" || status === "connecting"
      ? status
      : status === "stopped"
        ? "stopped"
        : "";
  const [shown, setShown] = useState("");
  useEffect(() => {
    if (wrong === "") return setShown("");
    const timer = setTimeout(
      () => setShown(wrong === "connecting" ? "waiting" : wrong),
      wrong === "connecting" ? 1500 : 400,
    );
    return () => clearTimeout(timer);
  }, [wrong]);
  return (
    <div className="line" role="status" aria-live="polite">
      {shown && (
        <p data-line={shown}>
          <span className="line-dot" aria-hidden="true" />
          {refused && shown !== "offline" ? t.line[refused] : t.line[shown as keyof typeof t.line]}
          {shown !== "offline" && (
            <button type="button" className="link" onClick={onAgain}>
              {t.line.again}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

// How a part of the inspector waits for what it asked.
import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "../session/backend.ts";

export interface Loaded<T> {
  value: T | undefined;
  trouble: string;
  loading: boolean;
  again(): void;
}

/** useLoaded asks anew when its key changes. What was there stays in sight
 *  until the answer comes; `keep` says whether it is still about the same. */
export function useLoaded<T>(key: string, load: () => Promise<T>, keep = false): Loaded<T> {
  const [state, setState] = useState<{ key: string; value?: T; trouble: string }>({ key: "", trouble: "" });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!key) return;
    let here = true;
    latest.current().then(
      (value) => here && setState({ key, value, trouble: "" }),
      (e) => here && setState((s) => ({ key, value: keep ? s.value : undefined, trouble: messageOf(e) })),
    );
    return () => {
      here = false;
    };
  }, [key, turn, keep]);
  const again = useCallback(() => setTurn((n) => n + 1), []);
  const current = state.key === key;
  return {
    value: current || keep ? state.value : undefined,
    trouble: current ? state.trouble : "",
    loading: key !== "" && !current,
    again,
  };
}

// The list of conversations, with what can be done to one of them.
import { useCallback, useEffect, useRef, useState } from "react";
import { type Backend, messageOf } from "../session/backend.ts";
import type { SessionEntry } from "../wire.ts";

const page = 50;
const enough = 2000;

export interface Sessions {
  list: SessionEntry[];
  hasMore: boolean;
  trouble: string;
  refresh(): void;
  more(): void;
  /** all reads on to the end, for a search. */
  all(): void;
  rename(id: string, title: string): Promise<void>;
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  retitle(id: string, title: string): void;
}

export function useSessions(backend: Backend): Sessions {
  const [list, setList] = useState<SessionEntry[]>([]);
  const [hasMore, setHasMore] = useState(false);
  const [trouble, setTrouble] = useState("");
  const busy = useRef(false);
  const length = useRef(0);
  length.current = list.length;

  const read = useCallback(async (want: number) => {
    if (busy.current) return;
    busy.current = true;
    try {
      const all: SessionEntry[] = [];
      let last = 0;
      do {
        const part = await backend.sessions(Math.min(200, Math.max(page, want - all.length)), all.length);
        last = part.length;
        all.push(...part);
      } while (all.length < want && last >= page);
      setList([...new Map(all.map((s) => [s.id, s])).values()]);
      setHasMore(all.length >= want && last > 0);
      setTrouble("");
    } catch (e) {
      setTrouble(messageOf(e));
    } finally {
      busy.current = false;
    }
  }, [backend]);

  const refresh = useCallback(() => void read(Math.max(page, length.current)), [read]);
  useEffect(refresh, [refresh]);
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && refresh();
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    return () => { document.removeEventListener("visibilitychange", look); removeEventListener("online", look); };
  }, [refresh]);

  const retitle = useCallback((id: string, title: string) =>
    setList((l) => (l.some((s) => s.id === id && s.title !== title) ? l.map((s) => (s.id === id ? { ...s, title } : s)) : l)), []);

  return {
    list, hasMore, trouble, refresh,
    more: () => void read(length.current + page),
    all: () => void (hasMore && length.current < enough && read(enough)),
    retitle,
    rename: async (id, title) => {
      const entry = await backend.rest.renameSession(id, title);
      setList((l) => l.map((s) => (s.id === id ? { ...s, title: entry.title } : s)));
    },
    remove: async (id) => {
      await backend.rest.deleteSession(id);
      setList((l) => l.filter((s) => s.id !== id));
    },
    restore: async (id) => {
      await backend.rest.restoreSession(id);
      await read(Math.max(page, length.current));
    },
  };
}

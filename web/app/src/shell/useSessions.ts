// The list of conversations, with what can be done to one of them.
import { useCallback, useEffect, useRef, useState } from "react";
import { type Backend, messageOf } from "../session/backend.ts";
import type { SessionEntry } from "../wire.ts";

const page = 50;
const enough = 2000;

export interface Sessions {
  list: SessionEntry[];
  hasMore: boolean;
  /** Whether a list was read at all. */
  known: boolean;
  trouble: string;
  refresh(): void;
  more(): void;
  /** all reads on to the end, for a search. */
  all(): void;
  /** whole reads the list anew and to the end. */
  whole(): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  retitle(id: string, title: string): void;
  /** Conversations that assistants began and nobody has opened yet. */
  unread: ReadonlySet<string>;
  arrived(ids: string[]): void;
  opened(id: string): void;
}

export function useSessions(backend: Backend): Sessions {
  const [list, setList] = useState<SessionEntry[]>([]);
  const [hasMore, setHasMore] = useState(false);
  const [known, setKnown] = useState(false);
  const [trouble, setTrouble] = useState("");
  const busy = useRef<Promise<void>>(undefined);
  const length = useRef(0);
  length.current = list.length;

  const read = useCallback(
    async (want: number) => {
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
        setKnown(true);
        setTrouble("");
      } catch (e) {
        setTrouble(messageOf(e));
      }
    },
    [backend],
  );

  /** begin reads unless that is being done. */
  const begin = useCallback(
    (want: number): Promise<void> =>
      (busy.current ??= read(want).finally(() => {
        busy.current = undefined;
      })),
    [read],
  );
  const whole = useCallback(async () => {
    await busy.current;
    await begin(enough);
  }, [begin]);

  const refresh = useCallback(() => void begin(Math.max(page, length.current)), [begin]);
  useEffect(refresh, [refresh]);
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && refresh();
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
    };
  }, [refresh]);

  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const told = useRef(new Set<string>());
  const arrived = useCallback(
    (ids: string[]) => {
      const fresh = ids.filter((id) => !told.current.has(id));
      if (fresh.length === 0) return;
      for (const id of fresh) told.current.add(id);
      setUnread((u) => new Set([...u, ...fresh]));
      // What is being read may have begun before they did.
      void Promise.resolve(busy.current).then(refresh);
    },
    [refresh],
  );
  const opened = useCallback(
    (id: string) => setUnread((u) => (u.has(id) ? new Set([...u].filter((other) => other !== id)) : u)),
    [],
  );

  const retitle = useCallback(
    (id: string, title: string) =>
      setList((l) =>
        l.some((s) => s.id === id && s.title !== title) ? l.map((s) => (s.id === id ? { ...s, title } : s)) : l,
      ),
    [],
  );

  return {
    list,
    hasMore,
    known,
    trouble,
    refresh,
    more: () => void begin(length.current + page),
    all: () => void (hasMore && length.current < enough && begin(enough)),
    whole,
    retitle,
    unread,
    arrived,
    opened,
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
      await busy.current;
      await begin(Math.max(page, length.current));
    },
  };
}

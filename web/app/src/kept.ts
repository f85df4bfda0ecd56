// What this browser remembers. Storage may be forbidden or full: what did not
// go in is held by the page until it does, and its user is told once.
const name = (key: string) => `madang.${key}`;

const held = new Map<string, string>();
let full: (() => void) | undefined;
let told = false;

/** onFull is told once that something could not be stored. */
export function onFull(tell: () => void): () => void {
  full = tell;
  if (held.size > 0) hold();
  return () => {
    full = undefined;
  };
}

function hold(): void {
  if (told || !full) return;
  told = true;
  full();
}

export const kept = {
  read<T>(key: string): T | undefined {
    try {
      const own = held.get(key);
      if (own !== undefined) return JSON.parse(own) ?? undefined;
      return JSON.parse(localStorage.getItem(name(key)) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(name(key), text);
      held.delete(key);
    } catch {
      held.set(key, text);
      hold();
    }
  },
  forget(key: string): void {
    held.delete(key);
    try {
      localStorage.removeItem(name(key));
    } catch {
      /* private mode */
    }
  },
};

const most = 40;

/** A conversation that this browser did not begin, opened by its link. */
export interface Linked {
  id: string;
  title: string;
}

/** linked are those that its user wants in the list. They are somebody else's
 *  or nobody's: only their names are kept, and only here. */
export const linked = {
  all: (): Linked[] =>
    (kept.read<Linked[]>("linked") ?? []).filter((l) => typeof l?.id === "string" && typeof l.title === "string"),
  keep(id: string, title: string): Linked[] {
    return linked.write([{ id, title }, ...linked.all().filter((l) => l.id !== id)].slice(0, most));
  },
  drop: (id: string): Linked[] => linked.write(linked.all().filter((l) => l.id !== id)),
  write(list: Linked[]): Linked[] {
    kept.write("linked", list);
    return list;
  },
};

/** forgetConversations leaves nothing of what was said: drafts, what waits to
 *  be sent, and how far conversations were seen. */
export function forgetConversations(): void {
  held.clear();
  try {
    for (const key of Object.keys(localStorage))
      if (/^madang\.(?:draft\.|queue\.|places$|linked$)/.test(key)) localStorage.removeItem(key);
  } catch {
    /* private mode */
  }
}

/** uuid also works on pages without a secure context. */
export function uuid(): string {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = ((b[6] ?? 0) & 15) | 64;
  b[8] = ((b[8] ?? 0) & 63) | 128;
  const hex = [...b].map((n) => n.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** userId is this browser's name towards the server: its own conversations
 *  and its own progress, without a sign-in. */
export function userId(): string {
  let id = kept.read<string>("user");
  if (!id) kept.write("user", (id = `web-${uuid()}`));
  return id;
}

type Places = Record<string, { seq: number; epoch?: string; at: number }>;

/** places are the numbers up to which conversations are settled, so that a
 *  reload hears again only what was still going on. */
export const places = {
  of: (sessionId: string) => kept.read<Places>("places")?.[sessionId],
  note(sessionId: string, seq: number, epoch?: string) {
    const all = { ...kept.read<Places>("places"), [sessionId]: { seq, epoch, at: Date.now() } };
    const newest = Object.entries(all)
      .sort((a, b) => b[1].at - a[1].at)
      .slice(0, most);
    kept.write("places", Object.fromEntries(newest));
  },
};

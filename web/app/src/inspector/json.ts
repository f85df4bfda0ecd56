// A JSON value as the rows of a tree. Pure, so that it can be tested.

export type Kind = "object" | "list" | "text" | "number" | "boolean" | "null";

export interface Row {
  path: string;
  name: string;
  depth: number;
  kind: Kind;
  value: unknown;
  /** How many members an object or a list has. */
  size: number;
  open: boolean;
  /** Where it stands among its parent's shown members, from 1, of how many. */
  place: number;
  of: number;
}

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "list";
  const type = typeof value;
  return type === "object" ? "object" : type === "string" ? "text" : type === "number" ? "number" : "boolean";
}

export const joined = (path: string, name: string): string => (path ? `${path}.${name}` : name);

export function members(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((v, i) => [String(i), v]);
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** The server writes this in the place of what is personal. */
export const redacted = (value: unknown): boolean => value === "[redacted]";

/** rows are what is to be seen of a value: members of what is open. With a
 *  search only what matches and the way to it. */
export function rows(value: unknown, open: ReadonlySet<string>, search = "", base = ""): Row[] {
  const out: Row[] = [];
  const wanted = search.trim().toLowerCase();
  const hits = wanted ? matching(value, wanted, base) : undefined;
  const walk = (list: [string, unknown][], parent: string, depth: number) => {
    const shown = hits ? list.filter(([name]) => hits.has(joined(parent, name))) : list;
    shown.forEach(([name, v], i) => {
      const path = joined(parent, name),
        kind = kindOf(v),
        inner = members(v);
      const within = hits && inner.some(([n]) => hits.has(joined(path, n)));
      const isOpen = inner.length > 0 && (hits ? Boolean(within) : open.has(path));
      out.push({ path, name, depth, kind, value: v, size: inner.length, open: isOpen, place: i + 1, of: shown.length });
      if (isOpen) walk(inner, path, depth + 1);
    });
  };
  walk(members(value), base, 1);
  return out;
}

/** matches tells whether a row itself is what is looked for. */
export function matches(name: string, value: unknown, wanted: string): boolean {
  if (name.toLowerCase().includes(wanted)) return true;
  return typeof value !== "object" && value !== null && String(value).toLowerCase().includes(wanted);
}

function matching(value: unknown, wanted: string, base: string): Set<string> {
  const hits = new Set<string>();
  const walk = (v: unknown, path: string): boolean => {
    let any = false;
    for (const [name, inner] of members(v)) {
      const at = joined(path, name);
      const below = walk(inner, at);
      if (below || matches(name, inner, wanted)) {
        hits.add(at);
        any = true;
      }
    }
    return any;
  };
  walk(value, base);
  return hits;
}

/** found counts the rows that match by themselves. */
export function found(list: Row[], search: string): number {
  const wanted = search.trim().toLowerCase();
  return wanted ? list.filter((r) => matches(r.name, r.value, wanted)).length : 0;
}

/** branches are the paths that can be opened, down to a depth, at most some. */
export function branches(value: unknown, depth = 99, base = "", most = 2000): string[] {
  const out: string[] = [];
  const walk = (v: unknown, path: string, left: number) => {
    if (left === 0 || out.length >= most) return;
    for (const [name, inner] of members(v)) {
      if (out.length >= most) return;
      if (members(inner).length === 0) continue;
      const at = joined(path, name);
      out.push(at);
      walk(inner, at, left - 1);
    }
  };
  walk(value, base, depth);
  return out;
}

/** above is the path of what a row is in. */
export function above(list: Row[], i: number): number {
  const depth = list[i]?.depth ?? 0;
  for (let k = i - 1; k >= 0; k--) if (list[k]!.depth < depth) return k;
  return i;
}

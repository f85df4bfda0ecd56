// A JSON value as a tree that is walked with the arrow keys.
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { Icon } from "../shell/Icon.tsx";
import { above, branches, type Row, rows } from "./json.ts";
import { Scalar } from "./parts.tsx";
import { useInspectorWords } from "./words.ts";

const page = 300;

interface Props {
  value: unknown;
  label: string;
  /** The path of the value itself. */
  base?: string;
  search?: string;
  /** How deep it is open at first. */
  depth?: number;
  open?: ReadonlySet<string>;
  onOpen?(open: ReadonlySet<string>): void;
  chosen?: string;
  onChoose?(path: string, value: unknown): void;
}

export function Tree({
  value,
  label,
  base = "",
  search = "",
  depth = 0,
  open: given,
  onOpen,
  chosen = "",
  onChoose,
}: Props) {
  const t = useInspectorWords();
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set(branches(value, depth, base)));
  const [at, setAt] = useState("");
  const [most, setMost] = useState(page);
  const box = useRef<HTMLDivElement>(null);
  const open = given ?? own;
  const all = useMemo(() => rows(value, open, search, base), [value, open, search, base]);
  const list = all.slice(0, most);
  const here = Math.max(
    0,
    list.findIndex((r) => r.path === (at || chosen)),
  );

  const turn = (row: Row, to = !row.open) => {
    if (row.size === 0) return;
    const next = new Set(open);
    if (to) next.add(row.path);
    else next.delete(row.path);
    (onOpen ?? setOwn)(next);
  };
  const go = (i: number) => {
    const row = list[Math.min(list.length - 1, Math.max(0, i))];
    if (!row) return;
    setAt(row.path);
    box.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus();
  };
  const key = (e: KeyboardEvent, i: number) => {
    if (e.target !== e.currentTarget) return;
    const row = list[i]!;
    const act: Record<string, () => void> = {
      ArrowDown: () => go(i + 1),
      ArrowUp: () => go(i - 1),
      Home: () => go(0),
      End: () => go(list.length - 1),
      ArrowRight: () => (row.open ? go(i + 1) : turn(row, true)),
      ArrowLeft: () => (row.open && !search ? turn(row, false) : go(above(list, i))),
      Enter: () => {
        onChoose?.(row.path, row.value);
        turn(row);
      },
      " ": () => {
        onChoose?.(row.path, row.value);
        turn(row);
      },
    };
    if (!act[e.key] || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    act[e.key]!();
  };
  return (
    <div className="insp-tree-box">
      <div role="tree" aria-label={label} className="insp-tree" ref={box}>
        {list.map((row, i) => (
          <div
            key={row.path}
            role="treeitem"
            data-path={row.path}
            data-depth={Math.min(row.depth, 12)}
            tabIndex={i === here ? 0 : -1}
            aria-level={row.depth}
            aria-posinset={row.place}
            aria-setsize={row.of}
            aria-expanded={row.size > 0 ? row.open : undefined}
            aria-selected={row.path === chosen}
            onKeyDown={(e) => key(e, i)}
            onFocus={(e) => e.target === e.currentTarget && setAt(row.path)}
            onClick={() => {
              setAt(row.path);
              onChoose?.(row.path, row.value);
              if (row.size > 0) turn(row);
            }}
          >
            <span className="insp-twist" data-open={row.open || undefined}>
              {row.size > 0 && <Icon name="down" size={13} />}
            </span>
            <span className="insp-name">
              <Marked text={row.name} search={search} />
            </span>
            <Scalar value={row.value} focusable={i === here} />
          </div>
        ))}
      </div>
      {all.length > most && (
        <button type="button" className="link" onClick={() => setMost(most + page)}>
          {t.more(Math.min(page, all.length - most))}
        </button>
      )}
    </div>
  );
}

function Marked({ text, search }: { text: string; search: string }): ReactNode {
  const wanted = search.trim().toLowerCase();
  const i = wanted ? text.toLowerCase().indexOf(wanted) : -1;
  if (i < 0) return text;
  return (
    <>
      {text.slice(0, i)}
      <mark>{text.slice(i, i + wanted.length)}</mark>
      {text.slice(i + wanted.length)}
    </>
  );
}

/** Piece is a value within a list: a scalar, or a tree of its own. */
export function Piece({
  value,
  exists = true,
  base,
  label,
}: {
  value: unknown;
  exists?: boolean;
  base: string;
  label: string;
}) {
  if (!exists || typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return <Scalar value={value} exists={exists} />;
  return <Tree value={value} base={base} label={label} />;
}

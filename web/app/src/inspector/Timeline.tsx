// A run's transitions, as a list that is walked with the arrow keys; of a
// long one only what is in sight is drawn.
import type { CheckpointEntry } from "@madang/client";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useSlice } from "./slice.ts";
import { lasted } from "./spans.ts";
import { useInspectorWords } from "./words.ts";

const row = 56; // px, as in inspector.css

interface Props {
  points: readonly CheckpointEntry[];
  start: number;
  chosen: string;
  base: string;
  onChoose(id: string): void;
  onBase(id: string): void;
}

export function Timeline({ points, start, chosen, base, onChoose, onBase }: Props) {
  const t = useInspectorWords();
  const id = useId();
  const box = useRef<HTMLUListElement>(null);
  const [first, last] = useSlice(box, points.length, row);
  const at = points.findIndex((p) => p.id === chosen);

  useEffect(() => {
    // what was chosen elsewhere comes into sight too
    const el = box.current;
    if (!el || at < 0) return;
    if (at * row < el.scrollTop) el.scrollTop = at * row;
    else if ((at + 1) * row > el.scrollTop + el.clientHeight) el.scrollTop = (at + 1) * row - el.clientHeight;
  }, [at]);

  const key = (e: KeyboardEvent) => {
    const far = Math.max(1, Math.floor((box.current?.clientHeight ?? row) / row) - 1);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: points.length - 1,
      PageDown: at + far,
      PageUp: at - far,
    }[e.key];
    if (e.key === "b" && chosen && !e.ctrlKey && !e.metaKey) return onBase(chosen);
    if (to === undefined) return;
    e.preventDefault();
    const p = points[Math.min(points.length - 1, Math.max(0, to))];
    if (p) onChoose(p.id);
  };
  return (
    <div className="insp-line">
      <p className="insp-line-head" id={`${id}head`}>
        <span>{t.points(points.length)}</span> <span className="tiny quiet insp-keys">{t.keys}</span>
      </p>
      <ul
        role="listbox"
        className="insp-list"
        ref={box}
        tabIndex={0}
        aria-labelledby={`${id}head`}
        aria-activedescendant={at >= first && at < last ? `${id}${at}` : undefined}
        onKeyDown={key}
      >
        <li
          role="presentation"
          ref={(el) => {
            if (el) el.style.height = `${first * row}px`;
          }}
        />
        {points.slice(first, last).map((p, k) => (
          <li
            key={p.id}
            id={`${id}${first + k}`}
            role="option"
            aria-selected={p.id === chosen}
            aria-posinset={first + k + 1}
            aria-setsize={points.length}
            className="insp-point"
            onClick={() => onChoose(p.id)}
          >
            <span className="insp-no">{p.step_no}</span>
            <span className="insp-point-body">
              <span className="insp-point-label">{p.label || p.node}</span>
              <span className="tiny quiet">
                {p.node} · {p.phase}
              </span>
            </span>
            <span className="insp-point-end">
              <span className="tiny insp-time">+{lasted(Date.parse(p.created_at) - start)}</span>
              {p.id === base && <span className="tag">{t.base}</span>}
            </span>
          </li>
        ))}
        <li
          role="presentation"
          ref={(el) => {
            if (el) el.style.height = `${Math.max(0, points.length - last) * row}px`;
          }}
        />
      </ul>
    </div>
  );
}

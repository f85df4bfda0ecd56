// The whole state at one point: looked through, searched, and its paths taken.
import type { Checkpoint } from "@madang/client";
import { Input } from "antd";
import { useDeferredValue, useMemo, useState } from "react";
import { branches, found, rows } from "./json.ts";
import { EditField } from "./Edit.tsx";
import { Copy } from "./parts.tsx";
import { Tree } from "./Tree.tsx";
import { useInspectorWords } from "./words.ts";

interface Props {
  point: Checkpoint;
  chosen: string;
  onChoose(path: string): void;
  onHistory(path: string): void;
  open: ReadonlySet<string>;
  onOpen(open: ReadonlySet<string>): void;
  /** gives a field another value for the next fork. */
  onEdit(path: string, value: unknown): void;
}

export function StateTree({ point, chosen, onChoose, onHistory, open, onOpen, onEdit }: Props) {
  const t = useInspectorWords();
  const [typed, setTyped] = useState("");
  const [editing, setEditing] = useState("");
  const search = useDeferredValue(typed);
  const count = useMemo(() => found(rows(point.state, open, search), search), [point.state, open, search]);
  return (
    <div className="insp-state">
      <div className="row wrap">
        <Input
          className="insp-find"
          allowClear
          value={typed}
          placeholder={t.find}
          aria-label={t.find}
          onChange={(e) => setTyped(e.target.value)}
        />
        <span className="row">
          <button type="button" className="mini" onClick={() => onOpen(new Set(branches(point.state)))}>
            {t.openAll}
          </button>
          <button type="button" className="mini" onClick={() => onOpen(new Set())}>
            {t.closeAll}
          </button>
        </span>
      </div>
      <p className="tiny quiet insp-found" aria-live="polite">
        {search.trim() ? t.found(count) : ""}
      </p>
      <div className="insp-path">
        {chosen ? (
          <>
            <code>{chosen}</code>
            <span className="row wrap">
              <Copy label={t.copyPath} text={() => chosen} />
              <Copy label={t.copyValue} text={() => valueText(point.state, chosen)} />
              <button type="button" className="mini" onClick={() => onHistory(chosen)}>
                {t.history}
              </button>
              <button type="button" className="mini" onClick={() => setEditing(chosen)}>
                {t.editValue}
              </button>
            </span>
          </>
        ) : (
          <span className="tiny quiet">{t.choosePath}</span>
        )}
      </div>
      {editing && editing === chosen && (
        <EditField
          key={editing}
          path={editing}
          value={valueAt(point.state, editing)}
          onCancel={() => setEditing("")}
          onDone={(v) => {
            onEdit(editing, v);
            setEditing("");
          }}
        />
      )}
      <Tree
        value={point.state}
        label={t.parts.state}
        search={search}
        open={open}
        onOpen={onOpen}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}

/** valueAt is the value at a path of a tree. */
function valueAt(state: unknown, path: string): unknown {
  const every = new Set(branches(state, 99, "", Number.MAX_SAFE_INTEGER));
  return rows(state, every).find((r) => r.path === path)?.value;
}

/** valueText is that value to be pasted elsewhere. */
function valueText(state: unknown, path: string): string {
  const value = valueAt(state, path);
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

// Other values for fields of a state, before a conversation goes on from it.
import { Button, Input } from "antd";
import { useState } from "react";
import { useInspectorWords } from "./words.ts";

/** Changes are new values by the paths of their fields. */
export type Changes = Readonly<Record<string, unknown>>;

/** EditField takes another value: JSON, where it is no text. */
export function EditField({
  path,
  value,
  onDone,
  onCancel,
}: {
  path: string;
  value: unknown;
  onDone(value: unknown): void;
  onCancel(): void;
}) {
  const t = useInspectorWords();
  const text = typeof value === "string";
  const [typed, setTyped] = useState(() => (text ? value : JSON.stringify(value, null, 2)));
  const [wrong, setWrong] = useState(false);
  const done = () => {
    if (text) return onDone(typed);
    try {
      onDone(JSON.parse(typed));
    } catch {
      setWrong(true);
    }
  };
  return (
    <form
      className="insp-edit"
      onSubmit={(e) => {
        e.preventDefault();
        done();
      }}
    >
      <label>
        <span className="tiny quiet">
          {t.newValue} <code>{path}</code>
        </span>
        <Input.TextArea
          value={typed}
          autoSize={false}
          rows={Math.min(8, typed.split("\n").length + 1)}
          autoFocus
          onChange={(e) => {
            setTyped(e.target.value);
            setWrong(false);
          }}
        />
      </label>
      {wrong && (
        <p className="notice bad" role="alert">
          {t.notJson}
        </p>
      )}
      <span className="row">
        <Button htmlType="submit" type="primary">
          {t.take}
        </Button>
        <Button onClick={onCancel}>{t.leave}</Button>
      </span>
    </form>
  );
}

/** ChangeList are the changes that the next fork begins with. */
export function ChangeList({ changes, onDrop }: { changes: Changes; onDrop(path: string): void }) {
  const t = useInspectorWords();
  const paths = Object.keys(changes);
  if (paths.length === 0) return null;
  return (
    <div className="insp-changes" role="group" aria-label={t.changed(paths.length)}>
      <p className="tiny">{t.changed(paths.length)}</p>
      <ul>
        {paths.map((p) => (
          <li key={p} className="row">
            <code>{p}</code>
            <span className="insp-changed">{short(changes[p])}</span>
            <button type="button" className="mini push" aria-label={`${t.undo}: ${p}`} onClick={() => onDrop(p)}>
              {t.undo}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const short = (value: unknown) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

import type { Preference } from "@madang/client";
import { Button, Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { useLanguage, useWords } from "../words/index.ts";
import { plainSum, won } from "../words/money.ts";

/** PreferenceRow is one thing that was learned, with what it was learned from. */
export function PreferenceRow({
  preference: p,
  onSave,
  onForget,
}: {
  preference: Preference;
  onSave(value: string): Promise<boolean>;
  onForget(): Promise<boolean>;
}) {
  const words = useWords();
  const t = words.memory;
  const language = useLanguage();
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const label = t.keys[p.key] ?? p.key;
  const sum = /^\d{1,15}$/.test(p.value);
  const value = sum ? won(Number(p.value), language) : (t.values[p.key]?.[p.value] ?? p.value);
  const during = (deed: Promise<boolean>) => {
    setBusy(true);
    return deed.finally(() => setBusy(false));
  };
  const earlier = (p.history ?? []).slice(1);
  return (
    <li className="preference" data-key={p.key}>
      <div className="preference-line">
        <span className="preference-key">{label}</span>
        {editing ? (
          <Editor
            name={label}
            value={sum && language === "en" ? Number(p.value).toLocaleString("en") : t.values[p.key] ? p.value : value}
            choices={t.values[p.key]}
            busy={busy}
            onCancel={() => setEditing(false)}
            onSave={(v) => void during(onSave(plainSum(v))).then((done) => done && setEditing(false))}
          />
        ) : (
          <strong>{value}</strong>
        )}
        {!editing && (
          <span className="push row">
            <button
              type="button"
              className="mini"
              disabled={busy}
              aria-label={`${label}: ${t.correct}`}
              onClick={() => setEditing(true)}
            >
              {t.correct}
            </button>
            <button
              type="button"
              className="mini"
              disabled={busy}
              aria-label={`${label}: ${t.forget}`}
              onClick={() => void during(onForget())}
            >
              {t.forget}
            </button>
          </span>
        )}
      </div>
      <p className="tiny faint">
        {p.source === "user" ? t.byYou : `${t.learned}: “${p.evidence ?? ""}”`} ·{" "}
        {new Date(p.updated_at).toLocaleDateString(language)}
      </p>
      {earlier.length > 0 && (
        <details className="more tight">
          <summary>{t.earlier(earlier.length)}</summary>
          <ul>
            {earlier.map((h, i) => (
              <li key={i} className="tiny faint">
                “{h.words}” · {new Date(h.at).toLocaleDateString(language)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Editor({
  name,
  value,
  choices,
  busy,
  onSave,
  onCancel,
}: {
  name: string;
  value: string;
  choices?: Record<string, string>;
  busy: boolean;
  onSave(value: string): void;
  onCancel(): void;
}) {
  const words = useWords();
  const [text, setText] = useState(value);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("input, select")?.focus(), []);
  return (
    <form
      ref={box}
      className="row wrap preference-edit"
      onSubmit={(e) => {
        e.preventDefault();
        if (text.trim()) onSave(text.trim());
      }}
      onKeyDown={(e) => {
        if (e.key === "Escape") {
          e.preventDefault();
          e.stopPropagation();
          onCancel();
        }
      }}
    >
      {choices ? (
        <select value={text} aria-label={name} onChange={(e) => setText(e.target.value)}>
          {Object.entries(choices).map(([v, l]) => (
            <option key={v} value={v}>
              {l}
            </option>
          ))}
        </select>
      ) : (
        <Input size="small" value={text} maxLength={200} aria-label={name} onChange={(e) => setText(e.target.value)} />
      )}
      <Button size="small" type="primary" htmlType="submit" disabled={busy || !text.trim()}>
        {words.save}
      </Button>
      <Button size="small" onClick={onCancel}>
        {words.cancel}
      </Button>
    </form>
  );
}

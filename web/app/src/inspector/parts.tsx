// Small parts that all views of the inspector are made of.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../shell/Icon.tsx";
import { kindOf, members, redacted } from "./json.ts";
import type { Loaded } from "./load.ts";
import { useInspectorWords } from "./words.ts";

/** Tabs are views of which one is shown. */
export function Tabs<K extends string>({
  label,
  names,
  chosen,
  onChoose,
  small,
  children,
}: {
  label: string;
  names: Record<K, string>;
  chosen: K;
  onChoose(key: K): void;
  small?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const keys = Object.keys(names) as K[];
  const move = (e: KeyboardEvent) => {
    const i = keys.indexOf(chosen);
    const to =
      e.key === "ArrowRight"
        ? (i + 1) % keys.length
        : e.key === "ArrowLeft"
          ? (i + keys.length - 1) % keys.length
          : e.key === "Home"
            ? 0
            : e.key === "End"
              ? keys.length - 1
              : -1;
    if (to < 0) return;
    e.preventDefault();
    onChoose(keys[to]!);
    (list.current?.children[to] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className="insp-tabs" data-small={small || undefined}>
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {keys.map((k) => (
          <button
            key={k}
            type="button"
            role="tab"
            id={`${id}${k}`}
            aria-selected={k === chosen}
            aria-controls={`${id}panel`}
            tabIndex={k === chosen ? 0 : -1}
            onClick={() => onChoose(k)}
          >
            {names[k]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`} className="insp-panel">
        {children}
      </div>
    </div>
  );
}

/** Wait shows a value, that it is on its way, or why it did not come. */
export function Wait<T>({ of, children }: { of: Loaded<T>; children(value: T): ReactNode }) {
  const t = useInspectorWords();
  return (
    <>
      {of.trouble && (
        <div className="notice bad row between" role="alert">
          <span>{of.trouble}</span>
          <button type="button" className="link" onClick={of.again}>
            {t.retry}
          </button>
        </div>
      )}
      {of.value !== undefined
        ? children(of.value)
        : of.loading && (
            <p className="insp-wait quiet">
              <Late text={t.loading} />
            </p>
          )}
    </>
  );
}

/** Late says something only when the wait is long enough to be noticed. */
function Late({ text }: { text: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <span className="pulse">{text}</span> : null;
}

/** Copy puts a text on the clipboard and says that it did. */
export function Copy({ label, text }: { label: string; text: () => string }) {
  const t = useInspectorWords();
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text()))
      .then(
        () => setSaid(t.copied),
        () => setSaid(t.copyFailed),
      );
  return (
    <button type="button" className="mini" onClick={() => void copy()}>
      <Icon name="copy" size={13} /> <span aria-live="polite">{said || label}</span>
    </button>
  );
}

const short = 140;

/** Scalar is a value without members: marked by what it is, cut when long. */
export function Scalar({
  value,
  exists = true,
  focusable = true,
}: {
  value: unknown;
  exists?: boolean;
  focusable?: boolean;
}) {
  const t = useInspectorWords();
  const [whole, setWhole] = useState(false);
  if (!exists) return <span className="quiet">{t.none}</span>;
  if (redacted(value))
    return (
      <span className="tag warm" title={t.hiddenHint}>
        {t.hidden}
      </span>
    );
  const kind = kindOf(value);
  if (kind === "object" || kind === "list") return <span className="quiet">{t.size(kind, members(value).length)}</span>;
  if (kind !== "text")
    return (
      <span className="insp-value" data-kind={kind}>
        {String(value)}
      </span>
    );
  const text = value as string;
  if (text === "") return <span className="quiet">{t.empty}</span>;
  const long = text.length > short || text.includes("\n");
  return (
    <span className="insp-value" data-kind="text" data-whole={whole || undefined}>
      {whole ? text : long ? `${text.slice(0, short).replaceAll("\n", " ")}…` : text}
      {long && (
        <button
          type="button"
          className="link tiny"
          tabIndex={focusable ? 0 : -1}
          aria-expanded={whole}
          onClick={(e) => {
            e.stopPropagation();
            setWhole(!whole);
          }}
        >
          {whole ? t.showLess : t.showAll(text.length)}
        </button>
      )}
    </span>
  );
}

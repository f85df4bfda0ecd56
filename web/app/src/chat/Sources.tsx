// Where an answer comes from, and how it came about: one click away, with
// what each source says and how far that was checked.
import { useEffect, useId, useRef } from "react";
import { text } from "../faces/data.ts";
import { Icon } from "../shell/Icon.tsx";
import type { Response } from "../view/types.ts";
import { useWords } from "../words/index.ts";
import type { Fact, Origin } from "./sourcesOf.ts";

/** What is open, and which source the reader was led to; each time anew. */
export interface Shown {
  open: boolean;
  at?: { index: number };
}

export function Sources({
  response,
  origins,
  shown,
  onShow,
}: {
  response: Response;
  origins: Origin[];
  shown: Shown;
  onShow(shown: Shown): void;
}) {
  const t = useWords();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const m = response.structured_data?.metadata ?? {};
  const by = m.answered_by === "model" ? [text(m.model), text(m.prompt)].filter(Boolean).join(" · ") : "";
  useEffect(() => {
    const to = shown.at && list.current?.children[shown.at.index];
    if (!(to instanceof HTMLElement)) return;
    to.focus({ preventScroll: true });
    to.scrollIntoView({ block: "nearest" });
  }, [shown.at]);
  if (origins.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="chip"
        aria-expanded={shown.open}
        aria-controls={id}
        onClick={() => onShow({ open: !shown.open })}
      >
        <Icon name="book" size={15} />
        {t.sources(origins.length)}
      </button>
      <ul id={id} ref={list} hidden={!shown.open}>
        {shown.open &&
          origins.map((o, i) => (
            <li key={o.name} tabIndex={-1} data-at={shown.at?.index === i || undefined}>
              <p className="source-head">
                <strong>{o.name}</strong>
                {o.url && (
                  <a
                    className="tiny"
                    href={o.url}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={`${o.name}: ${t.original} (${t.newTab})`}
                  >
                    {t.original}
                  </a>
                )}
              </p>
              {o.facts.map((f, j) => (
                <FactLine key={f.id || j} fact={f} name={o.name} />
              ))}
            </li>
          ))}
      </ul>
      {shown.open && by && (
        <p className="tiny faint">
          {t.model}: {by}
        </p>
      )}
    </>
  );
}

function FactLine({ fact, name }: { fact: Fact; name: string }) {
  const t = useWords();
  const status = t.checked[fact.status];
  return (
    <div className="fact">
      {(fact.title || fact.kind || status) && (
        <p className="fact-line">
          {fact.title && fact.title !== name && <span>{fact.title}</span>}
          {fact.kind && <span className="tag">{t.kinds[fact.kind] ?? fact.kind}</span>}
          {status && <span className={fact.status === "verified" ? "tag good" : "tag warm"}>{status}</span>}
          {fact.asOf && <span className="tiny faint">{t.asOf(fact.asOf)}</span>}
        </p>
      )}
      {fact.text && <p className="fact-text">{fact.text}</p>}
      {!(fact.title || fact.kind || status) && fact.asOf && <p className="tiny faint">{t.asOf(fact.asOf)}</p>}
    </div>
  );
}

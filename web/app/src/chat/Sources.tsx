// Where an answer comes from: one click away, with what the source says.
import { useId, useState } from "react";
import { Icon } from "../shell/Icon.tsx";
import type { Response } from "../view/types.ts";
import { useLanguage, useWords } from "../words/index.ts";

interface Found { title: string; gist: string; asOf: string; source: string }

const text = (v: unknown): string => (typeof v === "string" ? v : "");

/** foundOf is what the teams brought along for a source: any entry of their
 *  results that goes by its name. */
function foundOf(response: Response, language: "ko" | "en"): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const team of Object.values(response.data ?? {})) {
    const lists = typeof team.data === "object" && team.data !== null ? Object.values(team.data).filter(Array.isArray) : [];
    for (const entry of lists.flat() as Record<string, unknown>[]) {
      if (typeof entry !== "object" || entry === null) continue;
      const about = (entry.product ?? entry.guarantee ?? entry) as Record<string, unknown>;
      const pick = (name: string) => (language === "en" && text(about[`${name}_en`])) || text(about[name]);
      const of: Found = { title: pick("title") || pick("name"), gist: pick("gist") || pick("snippet") || pick("text") || pick("rates"), asOf: text(about.as_of), source: text(about.source) };
      const name = text(entry.citation) || text(entry.source) || text(about.source);
      if (name && !found.has(name)) found.set(name, of);
    }
  }
  return found;
}

export function Sources({ response }: { response: Response }) {
  const t = useWords();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const id = useId();
  const metadata = response.structured_data?.metadata ?? {};
  const sources = (metadata.sources ?? []).map(String);
  const missing = (metadata.missing ?? []).map(String);
  const found = open ? foundOf(response, language) : new Map<string, Found>();
  const degraded = metadata.degraded === true || typeof metadata.degraded === "string" && metadata.degraded !== "";
  if (sources.length === 0 && !metadata.sample_data && !degraded && missing.length === 0) return null;
  return (
    <div className="sources">
      {degraded && <p className="notice-line"><Icon name="info" size={15} />{t.degraded}</p>}
      {metadata.sample_data && <p className="notice-line"><Icon name="info" size={15} />{t.sample}</p>}
      {missing.length > 0 && <p className="notice-line"><Icon name="info" size={15} />{t.missing}: {missing.join(", ")}</p>}
      {sources.length > 0 && (
        <button type="button" className="chip" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Icon name="book" size={15} />{t.sources(sources.length)}
        </button>
      )}
      <ul id={id} hidden={!open}>
        {open && sources.map((name) => {
          const of = found.get(name);
          return (
            <li key={name}>
              <strong>{name}</strong>{of?.title && of.title !== name && <span> · {of.title}</span>}
              {of?.gist && <p>{of.gist}</p>}
              {of && (of.asOf || of.source) && <p className="tiny faint">{[of.source !== name && of.source, of.asOf && `${t.asOf} ${of.asOf}`].filter(Boolean).join(" · ")}</p>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

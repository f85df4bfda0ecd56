// Where an answer comes from, source by source: the facts that the server
// names, and for what has none the entries that the teams brought along.
import { text, texts, things } from "../faces/data.ts";
import type { Response } from "../view/types.ts";

export interface Fact {
  id: string;
  kind: string;
  title: string;
  text: string;
  asOf: string;
  status: string;
}
export interface Origin {
  name: string;
  url: string;
  facts: Fact[];
}

export function sourcesOf(response: Response, language: "ko" | "en"): Origin[] {
  const all = new Map<string, Origin>();
  const of = (name: string) => all.get(name) ?? all.set(name, { name, url: "", facts: [] }).get(name)!;
  const { sources, metadata } = response.structured_data ?? {};
  for (const s of things(sources)) {
    const name = text(s.source) || text(s.title);
    if (!name) continue;
    const origin = of(name);
    if (!origin.url && /^https?:\/\//i.test(text(s.url))) origin.url = text(s.url);
    origin.facts.push({
      id: text(s.id),
      kind: text(s.kind),
      title: text(s.title),
      text: text(s.text),
      asOf: text(s.as_of),
      status: text(s.status),
    });
  }
  const names = texts(metadata?.sources).filter((n) => n && !all.has(n));
  if (names.length === 0) return [...all.values()];
  const found = broughtAlong(response, language);
  for (const name of names) {
    const fact = found.get(name);
    of(name).facts.push(...(fact ? [{ ...fact, title: fact.title === name ? "" : fact.title }] : []));
  }
  return [...all.values()];
}

/** broughtAlong is any entry of the teams' results, by the name of its source. */
function broughtAlong(response: Response, language: "ko" | "en"): Map<string, Fact> {
  const found = new Map<string, Fact>();
  for (const team of Object.values(response.data ?? {})) {
    const lists =
      typeof team.data === "object" && team.data !== null ? Object.values(team.data).filter(Array.isArray) : [];
    for (const entry of lists.flat() as Record<string, unknown>[]) {
      if (typeof entry !== "object" || entry === null) continue;
      const about = (entry.product ?? entry.guarantee ?? entry) as Record<string, unknown>;
      const pick = (name: string) => (language === "en" && text(about[`${name}_en`])) || text(about[name]);
      const name = text(entry.citation) || text(entry.source) || text(about.source);
      if (!name || found.has(name)) continue;
      found.set(name, {
        id: "",
        kind: "",
        title: pick("title") || pick("name"),
        text: pick("gist") || pick("snippet") || pick("text") || pick("rates"),
        asOf: text(about.as_of),
        status: "",
      });
    }
  }
  return found;
}

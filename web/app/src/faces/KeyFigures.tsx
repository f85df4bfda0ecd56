// The numbers that an answer comes down to, by the keys of its data.
import type { Response } from "../view/types.ts";
import { said, useLanguage, useWords } from "../words/index.ts";
import { inUnit } from "../words/money.ts";
import { chartsOf, count, part, text, thing, things } from "./data.ts";

const most = 4;

export function KeyFigures({ response }: { response: Response }) {
  const t = useWords().figures;
  const language = useLanguage();
  const analysis = part(response, "analysis");
  const metrics = thing(analysis?.metrics) ?? {};
  const loans = things(thing(analysis?.raw_analysis)?.loans)
    .filter((l) => count(l.max_loan) > 0)
    .map((l) => ({ key: text(l.product), name: said(l.name, language), value: count(l.max_loan), unit: "won" }));
  const named = Object.entries(t.names).flatMap(([key, name]) =>
    typeof metrics[key] === "number"
      ? [{ key, name, value: count(metrics[key]), unit: key.endsWith("_pct") ? "percent" : "won" }]
      : [],
  );
  // What is drawn or tiled below needs no tile here.
  const drawn = new Set(chartsOf(response).flatMap((c) => c.series.flatMap((s) => s.values)));
  const shown = [...named, ...loans.map((l) => ({ ...l, name: t.upTo(l.name) }))]
    .filter((f) => !drawn.has(f.value))
    .slice(0, most);
  if (shown.length === 0) return null;
  return (
    <dl className="tiles key-figures" aria-label={t.title}>
      {shown.map((f) => (
        <div key={f.key} className="tile">
          <dt>{f.name}</dt>
          <dd>{inUnit(f.value, f.unit, language)}</dd>
        </div>
      ))}
    </dl>
  );
}

// How a table of numbers came about: what was asked of which data, for which
// time, with which filters, and what was taken for granted.
import { useWords } from "../words/index.ts";
import { text, type Thing, thing, texts } from "./data.ts";

export default function Computed({ table }: { table: Thing }) {
  const t = useWords().computed;
  const period = text(thing(table.period)?.text),
    compare = text(thing(table.compare)?.text);
  const rows: [string, string[]][] = [
    [t.period, [period, compare && t.against(compare)].filter((e) => e !== "")],
    [t.filters, texts(table.filters)],
    [t.assumed, texts(table.assumptions)],
    [t.notes, texts(table.notes)],
    [t.sources, texts(table.sources)],
    [t.day, [text(table.data_day)].filter((e) => e !== "")],
  ];
  return (
    <details className="more computed">
      <summary>
        {t.title}
        {text(table.title) && `: ${text(table.title)}`}
      </summary>
      <dl>
        {rows.map(
          ([name, values]) =>
            values.length > 0 && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{values.join(" · ")}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}

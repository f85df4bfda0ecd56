// Numbers as a chart, and as the table that it is drawn from. The drawing
// comes later and takes the place that was kept for it.
import { lazy, Suspense, useState } from "react";
import { useLanguage, useWords } from "../words/index.ts";
import { inCell, inUnit } from "../words/money.ts";
import type { ChartData } from "./data.ts";

const Chart = lazy(() => import("./Chart.tsx"));

export function ChartCard({ chart }: { chart: ChartData }) {
  const t = useWords();
  const language = useLanguage();
  const [table, setTable] = useState(false);
  if (!worthDrawing(chart)) return <Tiles chart={chart} />;
  return (
    <figure className="card chart">
      <figcaption>{chart.title || t.chart}</figcaption>
      {table ? (
        <div className="scroll-x" tabIndex={0} role="group" aria-label={chart.title || t.chart}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.label}</th>
                {chart.series.map((s) => (
                  <th scope="col" key={s.name} align="right">
                    {s.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {chart.labels.map((label, i) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {chart.series.map((s) => (
                    <td key={s.name} align="right">
                      {s.values[i] == null ? "–" : inCell(s.values[i], s.unit, language)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Suspense fallback={<div className="chart-space" data-kind={chart.kind} />}>
          <Chart chart={chart} />
        </Suspense>
      )}
      <button type="button" className="link tiny" aria-pressed={table} onClick={() => setTable(!table)}>
        {table ? t.chart : t.table}
      </button>
    </figure>
  );
}

/** worthDrawing is false where a few numbers say more than a drawing of them. */
const worthDrawing = (c: ChartData): boolean => c.labels.length > (c.kind === "line" || c.series.length > 1 ? 2 : 3);

/** A few values are better read than drawn. */
function Tiles({ chart }: { chart: ChartData }) {
  const t = useWords().figures;
  const language = useLanguage();
  const many = chart.labels.length > 1;
  // How many there were is said beside the value that it is of.
  const [first, ...others] = chart.series;
  const beside = (i: number) =>
    others
      .flatMap((s) =>
        s.values[i] == null
          ? []
          : [s.unit === "count" ? t.cases(s.values[i]) : `${s.name} ${inUnit(s.values[i], s.unit, language)}`],
      )
      .join(" · ");
  return (
    <figure className="tile-figure">
      {chart.title && many && <figcaption>{chart.title}</figcaption>}
      <dl className="tiles" aria-label={chart.title}>
        {chart.labels.map(
          (label, i) =>
            first?.values[i] != null && (
              <div key={label} className="tile" data-own={chart.own.includes(i) || undefined}>
                <dt>
                  {label}
                  {!many && first.name && ` · ${first.name}`}
                  {chart.own.includes(i) && label !== t.own && <span className="tag good">{t.own}</span>}
                </dt>
                <dd>{inUnit(first.values[i], first.unit, language)}</dd>
                {beside(i) && <dd className="tile-beside">{beside(i)}</dd>}
              </div>
            ),
        )}
      </dl>
    </figure>
  );
}

// Numbers as a chart, and as the table that it is drawn from. The drawing
// comes later and takes the place that was kept for it.
import { lazy, Suspense, useState } from "react";
import { useLanguage, useWords, won, type Language } from "../words/index.ts";
import type { ChartData } from "./data.ts";

const Chart = lazy(() => import("./Chart.tsx"));

export function inUnit(value: number, unit: string, language: Language): string {
  if (unit.startsWith("won")) return won(value, language) + (unit === "won_per_m2" ? "/㎡" : unit === "won_per_pyeong" ? (language === "en" ? "/pyeong" : "/평") : "");
  const n = value.toLocaleString(language, { maximumFractionDigits: 2 });
  return unit === "percent" || unit === "pct" ? `${n}%` : n;
}

export function ChartCard({ chart }: { chart: ChartData }) {
  const t = useWords();
  const language = useLanguage();
  const [table, setTable] = useState(false);
  if (chart.labels.length === 1) return <Tiles chart={chart} />;
  return (
    <figure className="card chart">
      <figcaption>{chart.title || t.chart}</figcaption>
      {table ? (
        <div className="scroll-x" tabIndex={0} role="group" aria-label={chart.title || t.chart}>
          <table>
            <thead><tr><th scope="col">{t.label}</th>{chart.series.map((s) => <th scope="col" key={s.name}>{s.name}</th>)}</tr></thead>
            <tbody>
              {chart.labels.map((label, i) => (
                <tr key={label}><th scope="row">{label}</th>{chart.series.map((s) => <td key={s.name}>{s.values[i] == null ? "–" : inUnit(s.values[i], s.unit, language)}</td>)}</tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Suspense fallback={<div className="chart-space" />}><Chart chart={chart} /></Suspense>
      )}
      <button type="button" className="link tiny" aria-pressed={table} onClick={() => setTable(!table)}>{table ? t.chart : t.table}</button>
    </figure>
  );
}

/** One value is better read than drawn. */
function Tiles({ chart }: { chart: ChartData }) {
  const language = useLanguage();
  return (
    <dl className="tiles" aria-label={chart.title}>
      {chart.series.map((s) => s.values[0] != null && (
        <div key={s.name} className="tile"><dt>{chart.labels[0]} · {s.name}</dt><dd>{inUnit(s.values[0], s.unit, language)}</dd></div>
      ))}
    </dl>
  );
}

import { Icon } from "../shell/Icon.tsx";
import { said, useLanguage, useWords } from "../words/index.ts";
import { ChartCard } from "./ChartCard.tsx";
import { count, text, type Thing, thing, things } from "./data.ts";

/** ProgressCard is what a learner has done, chapter by chapter. */
export function ProgressCard({ progress }: { progress: Thing }) {
  const t = useWords().progress;
  const language = useLanguage();
  const trend = things(progress.score_trend).slice(-20);
  const next = said(thing(progress.recommendation)?.text, language);
  return (
    <div role="group" className="card progress" aria-label={t.title}>
      <p className="face-title">
        <Icon name="chart" size={17} /> {t.title}
      </p>
      <dl className="tiles">
        <div className="tile">
          <dt>{t.average}</dt>
          <dd>{t.points(Math.round(count(progress.average_score)))}</dd>
        </div>
        <div className="tile">
          <dt>{t.sessions}</dt>
          <dd>{t.times(count(progress.total_sessions))}</dd>
        </div>
        <div className="tile">
          <dt>{t.streak}</dt>
          <dd>{t.days(count(progress.streak_days))}</dd>
        </div>
      </dl>
      <ol className="chapters">
        {things(progress.chapters).map((c) => {
          const done = count(c.sessions) > 0;
          return (
            <li key={count(c.chapter)} data-passed={c.passed === true || undefined}>
              <span className="chapter-name">
                {count(c.chapter)}. {said(c.title, language)}
              </span>
              <span className="bar still" aria-hidden="true">
                <i style={{ transform: `scaleX(${Math.min(1, count(c.best_score) / 100)})` }} />
              </span>
              <span className="tiny faint">
                {!done
                  ? t.none
                  : c.passed === true
                    ? `${t.passed} · ${t.points(Math.round(count(c.best_score)))}`
                    : t.points(Math.round(count(c.average_score)))}
              </span>
            </li>
          );
        })}
      </ol>
      {trend.length > 2 && (
        <ChartCard
          chart={{
            kind: "line",
            title: t.trend,
            labels: trend.map((_, i) => `${i + 1}`),
            series: [{ name: t.average, unit: "points", values: trend.map((s) => count(s.score)) }],
            own: [],
          }}
        />
      )}
      {things(progress.weak_topics).length > 0 && (
        <p className="tiny faint">
          {t.weak}:{" "}
          {things(progress.weak_topics)
            .map((w) => said(w.title, language) || text(w.topic))
            .join(", ")}
        </p>
      )}
      {next && (
        <p className="notice-line">
          <Icon name="bulb" size={15} />
          {t.next}: {next}
        </p>
      )}
    </div>
  );
}

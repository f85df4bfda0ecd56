// One day of a trip as a line of time: where one is, and the way between.
import { said, useLanguage, useWords } from "../words/index.ts";
import { won } from "../words/money.ts";
import { count, text, type Thing, things } from "./data.ts";
import { numberOf, tints } from "./Map.tsx";

function dayOf(date: string, language: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime())
    ? date
    : at.toLocaleDateString(language, { month: "short", day: "numeric", weekday: "short", timeZone: "UTC" });
}

export function Day({ days, at }: { days: Thing[]; at: number }) {
  const t = useWords().trip;
  const language = useLanguage();
  const d = days[at] ?? {};
  const places = things(d.places),
    kind = text(d.kind);
  return (
    <li className="card day" data-tint={at % tints}>
      <div className="day-head">
        <strong>{t.day(count(d.day) || at + 1)}</strong>
        <span>{dayOf(text(d.date), language)}</span>
        {kind !== "full" && kind && <span className="tag">{t.kinds[kind] ?? kind}</span>}
        <span className="faint day-area">{said(d.area, language)}</span>
      </div>
      {places.length === 0 ? (
        <p className="faint">{t.free}</p>
      ) : (
        <ol className="places">
          {places.map((p, j) => (
            <Place key={j} place={p} number={numberOf(days, at, j)} />
          ))}
        </ol>
      )}
    </li>
  );
}

function Place({ place, number }: { place: Thing; number: number }) {
  const t = useWords().trip;
  const language = useLanguage();
  const facts = [
    said(place.area, language),
    text(place.hours) && `${t.hours} ${text(place.hours).replaceAll("-", "–")}`,
    count(place.entry) > 0 && `${t.entry} ${won(count(place.entry), language)}`,
  ].filter(Boolean);
  return (
    <>
      {count(place.travel_minutes) > 0 && <li className="leg tiny faint">{t.move(count(place.travel_minutes))}</li>}
      <li className="place">
        <time className="place-time">
          {text(place.start)}
          <span className="faint">{text(place.end) && `–${text(place.end)}`}</span>
        </time>
        <span className="place-mark" aria-hidden="true">
          {number}
        </span>
        <div>
          <p className="place-name">
            {said(place.name, language)}
            {place.book_ahead === true && <span className="tag warm">{t.book}</span>}
          </p>
          <p className="tiny faint">{facts.join(" · ")}</p>
        </div>
      </li>
    </>
  );
}

// A trip: its days as cards and its plans side by side.
import { Button } from "antd";
import { useDeeds } from "../chat/context.ts";
import { Icon } from "../shell/Icon.tsx";
import type { Response } from "../view/types.ts";
import { said, useLanguage, useWords, won } from "../words/index.ts";
import { count, part, text, type Thing, thing, things, texts } from "./data.ts";

export default function Trip({ response, last }: { response: Response; last: boolean }) {
  const itinerary = part(response, "itinerary");
  const plans = part(response, "plans");
  return (
    <div className="trip">
      {things(plans?.plans).length > 0 && <Plans plans={plans ?? {}} last={last} />}
      {things(itinerary?.days).length > 0 && <Days itinerary={itinerary ?? {}} />}
    </div>
  );
}

function dayOf(date: string, language: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? date : at.toLocaleDateString(language, { month: "short", day: "numeric", weekday: "short", timeZone: "UTC" });
}

function Days({ itinerary }: { itinerary: Thing }) {
  const t = useWords().trip;
  const language = useLanguage();
  const rain = said(itinerary.rain_option, language);
  return (
    <div role="group" aria-label={t.itinerary}>
      <h3 className="face-title">{t.itinerary}</h3>
      <ol className="days">
        {things(itinerary.days).map((d, i) => {
          const places = things(d.places);
          const kind = text(d.kind);
          return (
            <li key={i} className="card day">
              <div className="day-head">
                <strong>{t.day(count(d.day) || i + 1)}</strong>
                <span>{dayOf(text(d.date), language)}</span>
                {kind !== "full" && kind && <span className="tag">{t.kinds[kind] ?? kind}</span>}
                <span className="faint day-area">{said(d.area, language)}</span>
              </div>
              {places.length === 0 ? <p className="faint">{t.free}</p> : (
                <ol className="places">{places.map((p, j) => <Place key={j} place={p} />)}</ol>
              )}
            </li>
          );
        })}
      </ol>
      {rain && <p className="notice-line"><Icon name="rain" size={16} />{t.rain}: {rain}</p>}
    </div>
  );
}

function Place({ place }: { place: Thing }) {
  const t = useWords().trip;
  const language = useLanguage();
  const facts = [
    said(place.area, language), count(place.travel_minutes) > 0 && t.move(count(place.travel_minutes)),
    text(place.hours) && `${t.hours} ${text(place.hours)}`, count(place.entry) > 0 && `${t.entry} ${won(count(place.entry), language)}`,
  ].filter(Boolean);
  return (
    <li className="place">
      <time className="place-time">{text(place.start)}<span className="faint">{text(place.end) && `–${text(place.end)}`}</span></time>
      <div>
        <p className="place-name">{said(place.name, language)}{place.book_ahead === true && <span className="tag warm">{t.book}</span>}</p>
        <p className="tiny faint">{facts.join(" · ")}</p>
      </div>
    </li>
  );
}

function Plans({ plans, last }: { plans: Thing; last: boolean }) {
  const words = useWords();
  const t = words.trip;
  const language = useLanguage();
  const { ask } = useDeeds();
  const best = thing(plans.recommendation);
  const chosen = text(thing(plans.chosen_plan)?.type) || text(plans.chosen_plan);
  return (
    <div role="group" aria-label={t.plans}>
      <h3 className="face-title">{t.plans}</h3>
      <ul className="plans">
        {things(plans.plans).map((p) => {
          const type = text(p.type), name = t.types[type] ?? type;
          const costs = thing(p.costs) ?? {};
          const recommended = type === text(best?.type);
          const over = count(costs.over_by);
          return (
            <li key={type} className="card offer" data-best={recommended || undefined}>
              <div className="offer-head">
                <strong>{name}</strong>
                {recommended && <span className="tag good">{t.recommended}</span>}
                {chosen === type && <span className="tag">{t.chosen}</span>}
              </div>
              <p className="offer-total">{won(count(costs.total), language)}</p>
              <p className="tiny faint">{t.each} {won(count(costs.per_person), language)}</p>
              <p className={over > 0 ? "tiny bad" : "tiny good"}>{over > 0 ? `${t.over} ${won(over, language)}` : `${t.left} ${won(count(costs.remaining), language)}`}</p>
              <Share costs={costs} />
              <dl className="facts">
                <div><dt><Icon name="plane" size={15} /> {t.flight}</dt><dd><Flight flight={thing(p.flight)} /></dd></div>
                <div><dt><Icon name="bed" size={15} /> {t.hotel}</dt><dd><Hotel hotel={thing(p.hotel)} /></dd></div>
                <div><dt><Icon name="pin" size={15} /> {t.daily}</dt><dd>{won(count(costs.daily), language)}</dd></div>
              </dl>
              {last && !chosen && <Button onClick={() => ask(t.pick(name))} aria-label={`${name}: ${t.pickLabel}`}>{t.pickLabel}</Button>}
            </li>
          );
        })}
      </ul>
      {texts(best?.reasons).length > 0 && <ul className="reasons">{texts(best?.reasons).map((r) => <li key={r}>{r}</li>)}</ul>}
    </div>
  );
}

/** What the costs are made of, as one line against the budget. */
function Share({ costs }: { costs: Thing }) {
  const budget = Math.max(count(costs.budget), count(costs.total), 1);
  const width = (n: unknown) => ({ flexBasis: `${(count(n) / budget) * 100}%` });
  return <div className="share" aria-hidden="true"><i style={width(costs.flights)} /><i style={width(costs.hotel)} /><i style={width(costs.daily)} /></div>;
}

function Flight({ flight }: { flight?: Thing }) {
  const t = useWords().trip;
  const language = useLanguage();
  if (!flight) return <span className="faint">{t.none}</span>;
  const hours = count(flight.minutes);
  return (
    <>
      {won(count(flight.price), language)}
      <span className="tiny faint"> {text(flight.from)}→{text(flight.to)} · {count(flight.stops) === 0 ? t.nonstop : t.stops(count(flight.stops))}{hours > 0 && ` · ${t.hoursOf(Math.floor(hours / 60), hours % 60)}`}</span>
    </>
  );
}

function Hotel({ hotel }: { hotel?: Thing }) {
  const t = useWords().trip;
  const language = useLanguage();
  if (!hotel) return <span className="faint">{t.none}</span>;
  return (
    <>
      {won(count(hotel.total_price), language)}
      <span className="tiny faint"> {said(hotel.area, language)} · {t.nights(count(hotel.nights))}{count(hotel.rooms) > 1 && ` · ${t.rooms(count(hotel.rooms))}`}</span>
    </>
  );
}

// A trip: its days as cards and its plans side by side.
import { Button } from "antd";
import { useDeeds } from "../chat/context.ts";
import { Icon } from "../shell/Icon.tsx";
import type { Response } from "../view/types.ts";
import { said, useLanguage, useWords } from "../words/index.ts";
import { won } from "../words/money.ts";
import { Day } from "./Day.tsx";
import { TripMap } from "./Map.tsx";
import { count, part, text, type Thing, thing, things } from "./data.ts";

/** A dot stays with what it follows. */
const dot = "\u00a0· ";

export default function Trip({ response, last }: { response: Response; last: boolean }) {
  const itinerary = part(response, "itinerary");
  const plans = part(response, "plans");
  return (
    <div className="trip">
      {things(plans?.plans).length > 0 && (
        <Plans plans={plans ?? {}} people={count(part(response, "slots")?.num_people) || 1} last={last} />
      )}
      {things(itinerary?.days).length > 0 && <Days itinerary={itinerary ?? {}} response={response} />}
      {last && <Next />}
    </div>
  );
}

/** Next is what is usually said once a trip is there. */
function Next() {
  const t = useWords().trip;
  const { ask, fill } = useDeeds();
  return (
    <div className="row wrap trip-next">
      <Button size="small" onClick={() => ask(t.saySave)}>
        {t.save}
      </Button>
      <Button size="small" onClick={() => fill("", t.beginBudget)}>
        {t.rebudget}
      </Button>
    </div>
  );
}

function Days({ itinerary, response }: { itinerary: Thing; response: Response }) {
  const t = useWords().trip;
  const { showTrip } = useDeeds();
  const language = useLanguage();
  const rain = said(itinerary.rain_option, language);
  const days = things(itinerary.days);
  return (
    <div role="group" aria-label={t.itinerary}>
      <h3 className="face-title">
        {t.itinerary}
        <button type="button" className="chip push" onClick={() => showTrip(response)}>
          <Icon name="pin" size={15} />
          {t.beside}
        </button>
      </h3>
      <TripMap days={days} />
      <ol className="days">
        {days.map((_, i) => (
          <Day key={i} days={days} at={i} />
        ))}
      </ol>
      {rain && (
        <p className="notice-line">
          <Icon name="rain" size={16} />
          {t.rain}: {rain}
        </p>
      )}
    </div>
  );
}

function Plans({ plans, people, last }: { plans: Thing; people: number; last: boolean }) {
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
          const type = text(p.type),
            name = t.types[type] ?? type;
          const costs = thing(p.costs) ?? {};
          const recommended = type === text(best?.type);
          const over = count(costs.over_by),
            left = count(costs.remaining);
          return (
            <li key={type} className="card offer" data-best={recommended || undefined}>
              <div className="offer-head">
                <strong>{name}</strong>
                {recommended && <span className="tag good">{t.recommended}</span>}
                {chosen === type && <span className="tag">{t.chosen}</span>}
              </div>
              <p className="offer-total">{won(count(costs.total), language)}</p>
              <p className="tiny faint">
                {t.each} {won(count(costs.per_person), language)}
              </p>
              {count(costs.budget) > 0 && (
                <p className={over > 0 ? "tiny bad" : "tiny good"}>
                  {over > 0 && `${t.over} ${won(over, language)}`}
                  {over === 0 && (left > 0 ? `${t.left} ${won(left, language)}` : t.exact)}
                </p>
              )}
              <Share costs={costs} />
              <dl className="facts">
                <div>
                  <dt>
                    <Icon name="plane" size={15} /> {t.flight}
                  </dt>
                  <dd>
                    <Flight flight={thing(p.flight)} sum={count(costs.flights)} people={people} />
                  </dd>
                </div>
                <div>
                  <dt>
                    <Icon name="bed" size={15} /> {t.hotel}
                  </dt>
                  <dd>
                    <Hotel hotel={thing(p.hotel)} sum={count(costs.hotel)} />
                  </dd>
                </div>
                <div>
                  <dt>
                    <Icon name="pin" size={15} /> {t.daily}
                  </dt>
                  <dd>{won(count(costs.daily), language)}</dd>
                </div>
                <div className="offer-sum">
                  <dt>{t.total}</dt>
                  <dd>{won(count(costs.total), language)}</dd>
                </div>
              </dl>
              {last && !chosen && (
                <Button onClick={() => ask(t.pick(name))} aria-label={`${name}: ${t.pickLabel}`}>
                  {t.pickLabel}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** What the costs are made of, as one line against the budget. */
function Share({ costs }: { costs: Thing }) {
  const budget = Math.max(count(costs.budget), count(costs.total), 1);
  const width = (n: unknown) => ({ flexBasis: `${(count(n) / budget) * 100}%` });
  return (
    <div className="share" aria-hidden="true">
      <i style={width(costs.flights)} />
      <i style={width(costs.hotel)} />
      <i style={width(costs.daily)} />
    </div>
  );
}

function Flight({ flight, sum, people }: { flight?: Thing; sum: number; people: number }) {
  const t = useWords().trip;
  const language = useLanguage();
  if (!flight) return <span className="faint">{t.none}</span>;
  const hours = count(flight.minutes);
  return (
    <>
      {won(sum, language)}
      <span className="tiny faint">
        {" "}
        {people > 1 && `${t.times(won(count(flight.price), language), people)}${dot}`}
        {text(flight.from)}→{text(flight.to)}
        {dot}
        {count(flight.stops) === 0 ? t.nonstop : t.stops(count(flight.stops))}
        {hours > 0 && `${dot}${t.hoursOf(Math.floor(hours / 60), hours % 60)}`}
      </span>
    </>
  );
}

function Hotel({ hotel, sum }: { hotel?: Thing; sum: number }) {
  const t = useWords().trip;
  const language = useLanguage();
  if (!hotel) return <span className="faint">{t.none}</span>;
  return (
    <>
      {won(sum, language)}
      <span className="tiny faint">
        {" "}
        {said(hotel.area, language)}
        {dot}
        {t.nights(count(hotel.nights))}
        {count(hotel.rooms) > 1 && `${dot}${t.rooms(count(hotel.rooms))}`}
      </span>
    </>
  );
}

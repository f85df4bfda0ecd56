// A trip beside its talk: the map, and day by day when one is where.
import { useState } from "react";
import type { Response } from "../view/types.ts";
import { useWords } from "../words/index.ts";
import { part, things } from "./data.ts";
import { Day } from "./Day.tsx";
import { TripMap } from "./Map.tsx";

export default function TripView({ response }: { response: Response }) {
  const t = useWords().trip;
  const [only, setOnly] = useState<number>();
  const days = things(part(response, "itinerary")?.days);
  return (
    <div className="trip canvas-trip">
      <div className="row wrap" role="group" aria-label={t.itinerary}>
        <button type="button" className="chip" aria-pressed={only === undefined} onClick={() => setOnly(undefined)}>
          {t.allDays}
        </button>
        {days.map((_, i) => (
          <button
            key={i}
            type="button"
            className="chip"
            data-tint={i}
            aria-pressed={only === i}
            onClick={() => setOnly(i)}
          >
            {t.day(i + 1)}
          </button>
        ))}
      </div>
      <TripMap days={days} only={only} names={only !== undefined || days.length === 1} />
      <ol className="days">
        {days.map((_, i) => (only === undefined || only === i) && <Day key={i} days={days} at={i} />)}
      </ol>
    </div>
  );
}

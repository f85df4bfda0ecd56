// A map without tiles: the places of a trip where they lie to each other, with
// the way of each day and how far a length on it is.
import { useLayoutEffect, useRef, useState } from "react";
import { useLanguage, useWords, said } from "../words/index.ts";
import { count, type Thing } from "./data.ts";
import { type Pin, pinsOf, scaleOf } from "./geo.ts";

export const tints = 6;

export function TripMap({ days, only, names }: { days: Thing[]; only?: number; names?: boolean }) {
  const t = useWords().trip;
  const language = useLanguage();
  const box = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([e]) => setRoom(Math.round(e?.contentRect.width ?? 0)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const { pins, width, height, perKm } = pinsOf(days, Math.max(300, Math.min(room, 560)));
  if (pins.length < 2) return null;
  const scale = scaleOf(perKm, width);
  const ways = new Map<number, Pin[]>();
  for (const p of pins) ways.set(p.day, [...(ways.get(p.day) ?? []), p]);
  const away = (day: number) => (only !== undefined && only !== day) || undefined;
  const list = pins.map((p) => `${p.number} ${said(p.place.name, language)}`).join(", ");
  return (
    <figure ref={box} className="trip-map">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.map(list)}>
        {[...ways].map(([day, way]) => (
          <polyline
            key={day}
            className="way"
            data-tint={day % tints}
            data-away={away(day)}
            points={way.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ")}
          />
        ))}
        {pins.map((p) => (
          <g key={p.number} className="pin" data-tint={p.day % tints} data-away={away(p.day)}>
            <circle cx={p.x} cy={p.y} r={12} />
            <text x={p.x} y={p.y} textAnchor="middle" dominantBaseline="central">
              {p.number}
            </text>
            {names && !away(p.day) && (
              <text
                className="pin-name"
                x={p.x > width * 0.7 ? p.x - 17 : p.x + 17}
                y={p.y}
                textAnchor={p.x > width * 0.7 ? "end" : "start"}
                dominantBaseline="central"
              >
                {said(p.place.name, language)}
              </text>
            )}
          </g>
        ))}
        <g className="scale" aria-hidden="true">
          <path d={`M16 ${height - 14} v4 h${(scale * perKm).toFixed(1)} v-4`} />
          <text x={22 + scale * perKm} y={height - 11} dominantBaseline="central">
            {t.km(scale)}
          </text>
        </g>
      </svg>
      <figcaption className="tiny faint">{t.mapNote}</figcaption>
    </figure>
  );
}

/** numbersOf are the numbers that places have on the map, by day and place. */
export const numberOf = (days: Thing[], day: number, at: number): number =>
  days.slice(0, day).reduce((n, d) => n + (Array.isArray(d.places) ? d.places.length : 0), 0) + at + 1;

/** known tells whether a place stands on the map. */
export const known = (place: Thing): boolean => count(place.lat) !== 0 || count(place.lon) !== 0;

// Where places of a trip stand on a drawing: degrees as kilometres, north up.
import { count, type Thing, things } from "./data.ts";

export interface Pin {
  number: number;
  day: number;
  place: Thing;
  x: number;
  y: number;
}
export interface Drawn {
  pins: Pin[];
  width: number;
  height: number;
  perKm: number;
}

const degree = 111.2,
  edge = 34;
/** Pins whose circles would cover each other are moved apart. */
const apart = 26;

/** pinsOf lays out what has coordinates, numbered through the trip, about as
 *  wide as it is shown: what is written on it would shrink with the drawing. */
export function pinsOf(days: Thing[], width: number): Drawn {
  const pins: Pin[] = [];
  let number = 0;
  days.forEach((d, day) => {
    for (const place of things(d.places)) {
      number++;
      if (count(place.lat) !== 0 || count(place.lon) !== 0)
        pins.push({ number, day, place, x: count(place.lon), y: count(place.lat) });
    }
  });
  if (pins.length === 0) return { pins, width, height: 0, perKm: 1 };
  const span = (of: (p: Pin) => number) => {
    const all = pins.map(of);
    return { low: Math.min(...all), high: Math.max(...all) };
  };
  const lat = span((p) => p.y),
    lon = span((p) => p.x);
  const narrow = Math.cos(((lat.low + lat.high) / 2) * (Math.PI / 180));
  const wide = Math.max((lon.high - lon.low) * narrow * degree, 0.5),
    tall = Math.max((lat.high - lat.low) * degree, 0.5);
  const height = Math.round(Math.max(220, Math.min(420, (tall / wide) * (width - 2 * edge) + 2 * edge)));
  const perKm = Math.min((width - 2 * edge) / wide, (height - 2 * edge - 16) / tall);
  const left = (width - wide * perKm) / 2,
    top = (height - 16 - tall * perKm) / 2;
  for (const p of pins) {
    p.x = left + (p.x - lon.low) * narrow * degree * perKm;
    p.y = top + (lat.high - p.y) * degree * perKm;
  }
  spread(pins, width, height);
  return { pins, width, height, perKm };
}

function spread(pins: Pin[], width: number, height: number): void {
  // Places at one spot go apart in different directions.
  pins.forEach((p, i) => {
    p.x += Math.cos(i * 2.4);
    p.y += Math.sin(i * 2.4);
  });
  for (let round = 0; round < 40; round++) {
    for (const [i, a] of pins.entries()) {
      for (const b of pins.slice(i + 1)) {
        const dx = b.x - a.x,
          dy = b.y - a.y,
          far = Math.hypot(dx, dy);
        if (far >= apart) continue;
        const push = (apart - far) / 2,
          ux = far > 0 ? dx / far : 1,
          uy = far > 0 ? dy / far : 0;
        a.x -= ux * push;
        a.y -= uy * push;
        b.x += ux * push;
        b.y += uy * push;
      }
    }
  }
  for (const p of pins) {
    p.x = Math.max(14, Math.min(width - 14, p.x));
    p.y = Math.max(14, Math.min(height - 30, p.y));
  }
}

/** scaleOf is a round number of kilometres that is about a fifth of the
 *  drawing's width. */
export function scaleOf(perKm: number, width: number): number {
  const wanted = width / 5 / perKm,
    power = 10 ** Math.floor(Math.log10(wanted));
  return [5, 2, 1].map((n) => n * power).find((n) => n <= wanted) ?? power;
}

// What the teams' data holds, read by its shape and not by who made it.
import type { Response } from "../view/types.ts";

export type Thing = Record<string, unknown>;

export const thing = (v: unknown): Thing | undefined =>
  typeof v === "object" && v !== null && !Array.isArray(v) ? (v as Thing) : undefined;
export const things = (v: unknown): Thing[] =>
  Array.isArray(v) ? (v as unknown[]).map(thing).filter((e) => e !== undefined) : [];
export const text = (v: unknown): string => (typeof v === "string" ? v : "");
export const texts = (v: unknown): string[] =>
  Array.isArray(v) ? v.filter((e): e is string => typeof e === "string") : [];
export const count = (v: unknown): number => (typeof v === "number" && Number.isFinite(v) ? v : 0);

/** part is the data of one team, when it went well. */
export const part = (r: Response, name: string): Thing | undefined => thing(r.data?.[name]?.data);

/** hasDays tells whether an answer has a trip's days. */
export const hasDays = (r: Response): boolean => things(part(r, "itinerary")?.days).length > 0;

export interface ChartData {
  kind: "bar" | "line" | "stacked";
  title: string;
  labels: string[];
  series: { name: string; unit: string; values: (number | null)[] }[];
  own: number[];
}

/** chartsOf are the charts that any team drew. */
export function chartsOf(r: Response): ChartData[] {
  return Object.values(r.data ?? {}).flatMap((team) => {
    const drawn = thing(thing(team.data)?.visualization_data)?.charts;
    return things(drawn).flatMap((c): ChartData[] => {
      const labels = Array.isArray(c.labels) ? c.labels.map(String) : [];
      const series = things(c.series).map((s) => ({
        name: text(s.name),
        unit: text(s.unit),
        values: (Array.isArray(s.values) ? s.values : []).map((v) => (typeof v === "number" ? v : null)),
      }));
      const kind = c.kind === "line" || c.kind === "stacked" ? c.kind : "bar";
      return labels.length > 0 && series.length > 0
        ? [{ kind, title: text(c.title), labels, series, own: ownOf(c.own, labels.length) }]
        : [];
    });
  });
}

/** ownOf are the places of the user's own numbers, where there are others. */
function ownOf(v: unknown, of: number): number[] {
  const own = (Array.isArray(v) ? v : []).map(count);
  return own.length < of ? own : [];
}

/** outcomeOf is what a check against rules found, whichever team made it. */
export function outcomeOf(r: Response): Thing | undefined {
  for (const team of Object.values(r.data ?? {})) {
    const outcome = thing(thing(team.data)?.outcome);
    if (outcome && text(outcome.risk_level)) return outcome;
  }
  return undefined;
}

/** tablesOf are tables of numbers that say what they were made of. */
export const tablesOf = (r: Response): Thing[] =>
  Object.values(r.data ?? {})
    .flatMap((team) => things(thing(team.data)?.tables))
    .filter((table) => thing(table.period) !== undefined);

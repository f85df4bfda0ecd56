import { describe, expect, test } from "vitest";
import { linesOf } from "../src/faces/difference.ts";
import { pinsOf, scaleOf } from "../src/faces/geo.ts";

const place = (lat: number, lon: number) => ({ lat, lon });

describe("a map of a trip", () => {
  test("north is up, east is right, and numbers go through the days", () => {
    const days = [
      { places: [place(34.7, 135.4)] },
      { places: [place(34.6, 135.5), { name: "unknown" }, place(34.65, 135.45)] },
    ];
    const { pins, width, height } = pinsOf(days, 340);
    expect(pins.map((p) => [p.number, p.day])).toEqual([
      [1, 0],
      [2, 1],
      [4, 1],
    ]);
    const [north, east] = pins;
    expect(north!.y).toBeLessThan(east!.y);
    expect(north!.x).toBeLessThan(east!.x);
    for (const p of pins) expect(p.x >= 0 && p.x <= width && p.y >= 0 && p.y <= height).toBe(true);
  });
  test("places at one spot are moved apart, the same way each time", () => {
    const days = [{ places: Array.from({ length: 4 }, () => place(34.65, 135.5)) }];
    const { pins } = pinsOf(days, 560);
    for (const [i, a] of pins.entries())
      for (const b of pins.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(20);
    expect(pinsOf(days, 560)).toEqual(pinsOf(days, 560));
  });
  test("nothing known is no map, and a scale is a round number", () => {
    expect(pinsOf([{ places: [{}] }, {}], 560).pins).toEqual([]);
    expect([scaleOf(28, 560), scaleOf(2, 560), scaleOf(400, 560)]).toEqual([2, 50, 0.2]);
  });
});

describe("what changed in a document", () => {
  test("lines that went and came, with a little around them", () => {
    const before = Array.from({ length: 12 }, (_, i) => `line ${i}`).join("\n");
    const lines = linesOf(before, before.replace("line 6", "another"));
    expect(lines.filter((l) => l.kind !== "same").map((l) => [l.kind, l.text || l.count])).toEqual([
      ["skipped", 4],
      ["gone", "line 6"],
      ["added", "another"],
      ["skipped", 3],
    ]);
  });
  test("nothing changed, and all of a long text changed", () => {
    expect(linesOf("a\nb", "a\nb").every((l) => l.kind === "skipped")).toBe(true);
    const many = (w: string) => Array.from({ length: 1500 }, (_, i) => `${w} ${i}`).join("\n");
    const began = performance.now();
    expect(linesOf(many("a"), many("b")).length).toBe(3000);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

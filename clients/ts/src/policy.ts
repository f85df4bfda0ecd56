/** What becomes of a client when its connection has ended. */
export type Fate = "return" | "return-slowly" | "stay-away";

/**
 * fateOf tells by a close code's range whether to come back, so that it does right on codes that it
 * has never heard of. 1006 is what browsers say of a lost network.
 */
export function fateOf(code: number): Fate {
  if (code === 4008 || code === 4009) return "return-slowly";
  if (code >= 4000 && code <= 4499) return "return";
  switch (code) {
    case 1001:
    case 1006:
    case 1011:
    case 1012:
    case 1013:
      return "return";
  }
  return "stay-away"; // 1000 and 1005 were meant; after the others it is this side that is at fault
}

/** The server's word that it can't serve a position. */
export const closeLost = 4006;

const quick = { base: 500, most: 30_000, floor: 0 };
const slow = { base: 4_000, most: 60_000, floor: 2_000 };

/** pause is how long to wait before attempt n (from 0): full jitter over a window that doubles. */
export function pause(fate: Fate, attempt: number, random: () => number): number {
  const { base, most, floor } = fate === "return-slowly" ? slow : quick;
  return floor + Math.floor(random() * Math.min(most, base * 2 ** Math.min(attempt, 16)));
}

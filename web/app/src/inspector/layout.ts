// Where a graph's nodes stand when it is drawn from left to right. Pure, so
// that it can be tested.
export interface Edge {
  from: string;
  to: string;
}
export interface Place {
  name: string;
  x: number;
  y: number;
}
export interface Drawn {
  nodes: Place[];
  /** low is the lower edge of the nodes that a way passes by. */
  edges: { from: Place; to: Place; back: boolean; low: number }[];
  width: number;
  height: number;
}

export const box = { width: 132, height: 44, gapX: 36, gapY: 22, edge: 12 };

/** Above and below the nodes is room for ways that would cross others. */
const lane = 34;

/** layout puts each node to the right of all that lead to it; ways back, such
 *  as a question that is asked again, don't count. */
export function layout(start: string, edges: readonly Edge[]): Drawn {
  const next = new Map<string, string[]>();
  for (const e of edges) next.set(e.from, [...(next.get(e.from) ?? []), e.to]);
  const depth = new Map<string, number>(),
    onWay = new Set<string>(),
    back = new Set<string>();
  const done: string[] = [];
  const visit = (name: string) => {
    if (depth.has(name)) return;
    depth.set(name, 0);
    onWay.add(name);
    for (const to of next.get(name) ?? []) {
      if (onWay.has(to)) back.add(`${name} ${to}`);
      else visit(to);
    }
    onWay.delete(name);
    done.push(name);
  };
  visit(start);
  for (const name of done.toReversed()) {
    for (const to of next.get(name) ?? [])
      if (!back.has(`${name} ${to}`)) depth.set(to, Math.max(depth.get(to)!, depth.get(name)! + 1));
  }
  const columns: string[][] = [];
  for (const [name, d] of depth) (columns[d] ??= []).push(name);
  const tallest = Math.max(...columns.map((c) => c.length));
  const height = tallest * (box.height + box.gapY) - box.gapY + 2 * lane;
  const nodes = columns.flatMap((c, x) =>
    c.map((name, i) => {
      const own = c.length * (box.height + box.gapY) - box.gapY;
      return { name, x: box.edge + x * (box.width + box.gapX), y: (height - own) / 2 + i * (box.height + box.gapY) };
    }),
  );
  const at = new Map(nodes.map((n) => [n.name, n]));
  return {
    nodes,
    height,
    width: 2 * box.edge + columns.length * (box.width + box.gapX) - box.gapX,
    edges: edges.flatMap((e) => {
      const from = at.get(e.from),
        to = at.get(e.to);
      return from && to ? [{ from, to, back: back.has(`${e.from} ${e.to}`), low: lowest(nodes, from, to) }] : [];
    }),
  };
}

const lowest = (nodes: readonly Place[], from: Place, to: Place): number =>
  Math.max(...nodes.filter((n) => n.x >= from.x && n.x <= to.x).map((n) => n.y + box.height), 0);

/** way is the line of an edge: over the nodes where it goes back or stays,
 *  below them where it leaves some out. */
export function way(from: Place, to: Place, back: boolean, low: number): string {
  const y1 = from.y + box.height / 2,
    y2 = to.y + box.height / 2;
  if (back || from === to) {
    const x1 = from.x + box.width / 2,
      x2 = to.x + box.width / 2,
      top = Math.min(from.y, to.y) - lane;
    return `M${x1} ${from.y}C${x1} ${top} ${x2} ${top} ${x2 + (from === to ? 14 : 0)} ${to.y}`;
  }
  if (to.x - from.x > box.width + box.gapX) {
    const x1 = from.x + box.width / 2,
      x2 = to.x + box.width / 2,
      // Of such a curve the middle comes three quarters of the way down.
      top = Math.max(from.y, to.y) + box.height,
      pull = top + (low + lane / 3 - top) / 0.75;
    return `M${x1} ${from.y + box.height}C${x1} ${pull} ${x2} ${pull} ${x2} ${to.y + box.height}`;
  }
  const x1 = from.x + box.width,
    x2 = to.x,
    bend = Math.max(16, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

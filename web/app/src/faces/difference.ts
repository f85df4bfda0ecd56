// What changed between two texts, line by line; long stretches that did not
// are left out.
export interface Line {
  kind: "same" | "added" | "gone" | "skipped";
  text: string;
  count?: number;
}

/** Beyond this the lines between the first and the last change are shown as
 *  gone and come, for comparing them takes their product. */
const most = 600;
const around = 2;

export function linesOf(before: string, after: string): Line[] {
  const a = before.split("\n").filter((l) => l.trim()),
    b = after.split("\n").filter((l) => l.trim());
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  let end = 0;
  while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const same = (text: string): Line => ({ kind: "same", text });
  return fold([
    ...a.slice(0, from).map(same),
    ...middle(a.slice(from, a.length - end), b.slice(from, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]);
}

function middle(a: string[], b: string[]): Line[] {
  const gone = (text: string): Line => ({ kind: "gone", text }),
    added = (text: string): Line => ({ kind: "added", text });
  if (a.length > most || b.length > most) return [...a.map(gone), ...b.map(added)];
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = longest[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let i = 0,
    j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: "same", text: a[i] ?? "" });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) lines.push(gone(a[i++] ?? ""));
    else lines.push(added(b[j++] ?? ""));
  }
  return lines;
}

function fold(lines: Line[]): Line[] {
  const near = lines.map((_, i) => lines.slice(Math.max(0, i - around), i + around + 1).some((l) => l.kind !== "same"));
  const out: Line[] = [];
  lines.forEach((line, i) => {
    const last = out.at(-1);
    if (near[i]) out.push(line);
    else if (last?.kind === "skipped") last.count = (last.count ?? 0) + 1;
    else out.push({ kind: "skipped", text: "", count: 1 });
  });
  return out;
}

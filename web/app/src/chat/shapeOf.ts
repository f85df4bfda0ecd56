// An answer's text in its parts: the verdict first, then the sections that the
// server names. Only the server's own headings divide it.
import type { Response, Section } from "../view/types.ts";
import { tablesOf } from "../faces/data.ts";
import { plain } from "../session/backend.ts";

export interface Part {
  section: Section;
  text: string;
  folded: boolean;
}
export interface Shape {
  verdict: string;
  lead: string;
  parts: Part[];
}

/** Grounds and calculations, which stand behind an answer and not in it. */
const behind = new Set(["scale", "chart"]);

/** shapeOf is undefined for a text that is not made of the answer's sections:
 *  it is shown as it is. */
export function shapeOf(r: Response): Shape | undefined {
  // A table stands in the text without a heading of its own.
  const sections = (r.structured_data?.sections ?? [])
    .slice(1)
    .filter((s) => s.type !== "table" && s.type !== "missing");
  const text = plain(r);
  if (sections.length === 0 || r.structured_data?.metadata?.answered_by === "model") return undefined;
  const parts: Part[] = [];
  let lead = text;
  let from = 0;
  for (const section of sections) {
    const head = `### ${section.title}\n`;
    const at = text.indexOf(head, from);
    if (at < 0 || (at > 0 && text[at - 1] !== "\n")) return undefined;
    const before = text.slice(from, at).trim();
    const last = parts.at(-1);
    if (last) last.text = before;
    else lead = before;
    // A table is what was asked for.
    parts.push({ section, text: "", folded: section.expandable === true && behind.has(section.icon ?? "") });
    from = at + head.length;
  }
  const end = parts.at(-1);
  if (end) end.text = text.slice(from).trim();
  for (const p of parts) if (/^\|.*\|\s*$/m.test(p.text)) p.folded = false;
  // How numbers were computed has a face of its own, from data.
  const told = tablesOf(r).length > 0;
  return { ...headOf(lead), parts: parts.filter((p) => !(told && p.section.type === "basis")) };
}

/** headOf takes the first paragraph for the verdict, if it is a line or two
 *  of plain text. */
export function headOf(text: string): { verdict: string; lead: string } {
  const [first = "", ...rest] = text.split(/\n{2,}/);
  if (first.length > 220 || /\n|^[#>|\-*]/.test(first)) return { verdict: "", lead: text };
  return { verdict: first, lead: rest.join("\n\n") };
}

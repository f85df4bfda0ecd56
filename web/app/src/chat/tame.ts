// Markdown's grammar lets a short text cost a parser minutes: links that never
// end, marks without their other half, quotes in quotes. No answer needs so
// many, so they are made plain text before the parser sees them.

const marks = /[[\]*_~`<!]/g;
const most = 200;
const deepest = 8;
/** A line that begins a block of its own. */
const begins = /^\s*(?:$|[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|\||>)/;
const fence = /^\s{0,3}(?:```|~~~)/;

export function tame(text: string): string {
  const out: string[] = [];
  let block: string[] = [];
  let count = 0;
  let code = false;
  const flush = () => {
    out.push(...(count > most ? block.map((line) => line.replace(marks, "\\$&")) : block));
    block = [];
    count = 0;
  };
  for (const raw of text.split("\n")) {
    if (fence.test(raw)) {
      flush();
      code = !code;
      out.push(raw);
      continue;
    }
    if (code) {
      out.push(raw);
      continue;
    }
    const line = shallow(raw);
    if (begins.test(line)) flush();
    block.push(line);
    count += line.match(marks)?.length ?? 0;
  }
  flush();
  return out.join("\n");
}

/** shallow keeps quotes and lists from nesting without end. */
function shallow(line: string): string {
  const quotes = /^(?:\s{0,3}>)+/.exec(line)?.[0] ?? "";
  const depth = quotes.split(">").length - 1;
  const kept = depth > deepest ? "> ".repeat(deepest) + line.slice(quotes.length) : line;
  const indent = /^ */.exec(kept)?.[0].length ?? 0;
  return indent > 4 * deepest ? kept.slice(indent - 4 * deepest) : kept;
}

// References in an answer's text, "(주택임대차보호법 제7조)", lead to the source
// that they name. Only names of the answer's own sources are taken for one.
import type { XMarkdownProps } from "@ant-design/x-markdown";
import { createContext } from "react";

/** What is done when a reference is followed, by the number of its source. */
export const CiteContext = createContext<((index: number) => void) | null>(null);

type Extension = NonNullable<NonNullable<XMarkdownProps["config"]>["extensions"]>[number];

const literal = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const escape = (s: string) => s.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** citedOf is the number of the source that a link of cite() leads to. */
export function citedOf(href: string): number {
  const found = /^#cite-(\d{1,3})$/.exec(href);
  return found ? Number(found[1]) : -1;
}

export function cite(names: string[]): Extension {
  const any = [...names]
    .sort((a, b) => b.length - a.length)
    .map(literal)
    .join("|");
  const whole = new RegExp(`^\\((?:${any})(?:(?:[,;]| ·) (?:${any}))*\\)`);
  const each = new RegExp(any, "g");
  return {
    name: "cite",
    level: "inline",
    start: (src) => {
      const at = src.search(new RegExp(`\\((?:${any})`));
      return at < 0 ? undefined : at;
    },
    tokenizer(src) {
      const found = whole.exec(src);
      return found ? { type: "cite", raw: found[0] } : undefined;
    },
    renderer({ raw }) {
      let out = "",
        at = 0;
      for (const m of raw.matchAll(each)) {
        out += `${escape(raw.slice(at, m.index))}<a href="#cite-${names.indexOf(m[0])}">${escape(m[0])}</a>`;
        at = m.index + m[0].length;
      }
      return out + escape(raw.slice(at));
    },
  };
}

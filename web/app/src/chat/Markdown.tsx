// An answer's Markdown as elements. The text is never trusted: HTML in it is
// shown as text, nothing is loaded from elsewhere, and a link is one only
// when it leads to http(s), mail or a path of this server.
import { XMarkdown, type XMarkdownProps } from "@ant-design/x-markdown";
import { memo, type ReactNode, use, useDeferredValue, useMemo, useState } from "react";
import { Fence } from "../shell/Fence.tsx";
import { useWords } from "../words/index.ts";
import { unbroken } from "../words/money.ts";
import { cite, CiteContext, citedOf } from "./cite.ts";
import { tame } from "./tame.ts";

const safe = /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i;
const tags = [
  "p",
  "br",
  "hr",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "strong",
  "em",
  "del",
  "code",
  "pre",
  "blockquote",
  "ul",
  "ol",
  "li",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "a",
  "img",
  "input",
  "sup",
  "sub",
];

const purify: XMarkdownProps["dompurifyConfig"] = {
  ALLOWED_TAGS: tags,
  ALLOWED_ATTR: ["href", "title", "start", "alt", "type", "checked", "align"],
  ALLOWED_URI_REGEXP: safe,
  // No addresses; else their values would have to look like one.
  ADD_URI_SAFE_ATTR: ["start", "align"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

type Part = { children?: ReactNode; href?: string; alt?: string; checked?: boolean | string; start?: number };

function Link({ href = "", children }: Part) {
  const follow = use(CiteContext);
  const cited = citedOf(href);
  // A button would not break between words as the text around it does.
  if (follow && cited >= 0)
    return (
      <a
        className="cite"
        href={location.hash || "#/"}
        onClick={(e) => {
          e.preventDefault();
          follow(cited);
        }}
      >
        {children}
      </a>
    );
  if (!safe.test(href) || cited >= 0) return <>{children}</>;
  const own = href.startsWith("/") || href.startsWith("#");
  return (
    <a href={href} rel="noopener noreferrer" {...(own ? {} : { target: "_blank" })}>
      {children}
    </a>
  );
}

/** The page has its own headings above those of an answer. */
const Heading = (Tag: "h3" | "h4") =>
  function Head({ children }: Part) {
    return <Tag>{children}</Tag>;
  };
const Table = ({ children }: Part) => (
  <div className="scroll-x" tabIndex={0} role="group">
    <table>{children}</table>
  </div>
);
const Pre = ({ children }: Part) => <pre tabIndex={0}>{children}</pre>;
const Box = ({ checked }: Part) => (
  <span aria-hidden="true">{checked === undefined || checked === false ? "☐ " : "☑ "}</span>
);

const components = {
  a: Link,
  img: ({ alt }: Part) => <>{alt}</>,
  input: Box,
  table: Table,
  pre: Pre,
  h1: Heading("h3"),
  h2: Heading("h3"),
  h3: Heading("h3"),
  h4: Heading("h4"),
  h5: Heading("h4"),
  h6: Heading("h4"),
} as XMarkdownProps["components"];

/** Korean sets a particle right behind a bold word, also behind its bracket:
 *  **AI(인공지능)**는. CommonMark would not see the end of it. */
const bold: NonNullable<NonNullable<XMarkdownProps["config"]>["extensions"]>[number] = {
  name: "strong",
  level: "inline",
  start: (src) => {
    const at = src.indexOf("**");
    return at < 0 ? undefined : at;
  },
  tokenizer(src) {
    const found = /^\*\*(?=[^\s*])((?:(?!\*\*)[^\n])*[^\s*])\*\*(?!\*)/.exec(src);
    return found
      ? { type: "strong", raw: found[0], text: found[1] ?? "", tokens: this.lexer.inlineTokens(found[1] ?? "") }
      : undefined;
  },
};

/** HTML is no part of the grammar here: it is text like any other. Nor is a single
 *  tilde: two ranges of one paragraph, 2억~9억 and 9억~12억, would strike out what is
 *  between them. */
const tokenizer: NonNullable<NonNullable<XMarkdownProps["config"]>["tokenizer"]> = {
  html: () => undefined,
  tag: () => undefined,
  del: (src) => (src.startsWith("~~") ? false : undefined),
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A number with a short unit, or a cell for one that is not there. */
const number = /^(?:KRW\s)?[-+]?\d[\d,.]*\s?\S{0,2}$|^[-–]?$/;

const renderer: NonNullable<NonNullable<XMarkdownProps["config"]>["renderer"]> = {
  /** Numbers are compared down a column, also where a model did not ask for it;
   *  the first names its rows. */
  table({ header, rows }) {
    for (const [i, head] of header.entries()) {
      const column = rows.flatMap((row) => row[i] ?? []);
      if (i > 0 && !head.align && column.every((cell) => number.test(cell.text)))
        for (const cell of [head, ...column]) cell.align = "right";
    }
    return false;
  },
  /** The library's own way with text leaves < and > as they are. */
  text(token) {
    if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
    return unbroken(token.text).replace(/[<>"']|&(?!#\d{1,7};|#x[\da-f]{1,6};|\w+;)/gi, (c) => entities[c] ?? c);
  },
};

const config: XMarkdownProps["config"] = {
  breaks: true,
  gfm: true,
  extensions: [bold],
  tokenizer,
  renderer,
};
const writing = { hasNextChunk: true, enableAnimation: false };
const done = { hasNextChunk: false };

const none: string[] = [];

/** Beyond this an answer is cut until its reader asks for the rest. */
const long = 24_000;

export const Markdown = memo(function Markdown({
  text,
  streaming = false,
  cites = none,
}: {
  text: string;
  streaming?: boolean;
  cites?: string[];
}) {
  const t = useWords();
  const [all, setAll] = useState(false);
  const lazy = useDeferredValue(text);
  const shown = streaming ? lazy : text;
  const cut = !all && shown.length > long;
  const tamed = useMemo(() => tame(cut ? cutAt(shown) : shown), [cut, shown]);
  const grammar = useMemo(() => (cites.length > 0 ? { ...config, extensions: [bold, cite(cites)] } : config), [cites]);
  return (
    <Fence instead={<p className="prose plain-text">{shown}</p>}>
      <XMarkdown
        className="prose"
        content={tamed}
        config={grammar}
        components={components}
        dompurifyConfig={purify}
        escapeRawHtml
        disableDefaultStyles
        streaming={streaming ? writing : done}
      />
      {cut && !streaming && (
        <button type="button" className="plain" onClick={() => setAll(true)}>
          {t.more}
        </button>
      )}
    </Fence>
  );
});

/** cutAt ends at a paragraph where there is one near. */
function cutAt(text: string): string {
  const end = text.lastIndexOf("\n\n", long);
  return `${text.slice(0, end > long / 2 ? end : long)}\n\n…`;
}

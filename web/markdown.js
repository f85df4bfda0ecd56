// Markdown into elements, without ever reading text as HTML: every piece of
// an answer ends in a text node, and a link is one only when it leads to
// http(s) or to a path of this server.

const make = (tag, ...children) => {
  const node = document.createElement(tag);
  node.append(...children);
  return node;
};

const safeLink = (href) => /^(https?:\/\/|\/(?![/\\]))/i.test(href);

// inline turns one line's marks into nodes.
export function inline(text) {
  const nodes = [];
  const mark = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)|\*([^*\s][^*]*)\*/g;
  let last = 0;
  for (let m; (m = mark.exec(text)); last = mark.lastIndex) {
    if (m.index > last) nodes.push(document.createTextNode(text.slice(last, m.index)));
    if (m[1] !== undefined) nodes.push(make("strong", ...inline(m[1])));
    else if (m[2] !== undefined) nodes.push(make("code", m[2]));
    else if (m[3] !== undefined && safeLink(m[4])) {
      const link = make("a", m[3]);
      link.href = m[4];
      link.rel = "noopener noreferrer";
      if (!m[4].startsWith("/")) link.target = "_blank";
      nodes.push(link);
    } else if (m[5] !== undefined) nodes.push(make("em", ...inline(m[5])));
    else nodes.push(document.createTextNode(m[0]));
  }
  if (last < text.length) nodes.push(document.createTextNode(text.slice(last)));
  return nodes;
}

const bullet = /^(\s*)(?:[-*+•]|(\d+)[.)])\s+(.*)$/;
const rule = /^ {0,3}([-*_])(\s*\1){2,}\s*$/;
const divider = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const starts = (line) => /^(#{1,6}\s|>|```)/.test(line) || bullet.test(line) || rule.test(line);

// cells splits a table's row at bars that are not escaped.
const cells = (line) => line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "")
  .split(/(?<!\\)\|/).map((c) => c.trim().replaceAll("\\|", "|"));

function table(lines, i) {
  const head = cells(lines[i]);
  const body = [];
  for (i += 2; i < lines.length && lines[i].includes("|") && lines[i].trim(); i++) body.push(cells(lines[i]));
  const row = (tag, list) => make("tr", ...head.map((_, n) => make(tag, ...inline(list[n] ?? ""))));
  const node = make("div", make("table", make("thead", row("th", head)), make("tbody", ...body.map((b) => row("td", b)))));
  node.className = "table";
  node.tabIndex = 0;
  return [node, i];
}

// list reads items of one depth; deeper ones go into the last item.
function list(lines, i, depth = 0) {
  const [, indent, number] = bullet.exec(lines[i]);
  const node = make(number ? "ol" : "ul");
  if (number) node.start = Number(number);
  while (i < lines.length) {
    const item = bullet.exec(lines[i]);
    if (!item) {
      if (!lines[i].trim() || !/^\s{2,}/.test(lines[i]) || !node.lastChild) break;
      node.lastChild.append(" ", ...inline(lines[i++].trim()));
    } else if (item[1].length > indent.length + 1 && node.lastChild && depth < 8) {
      const [inner, next] = list(lines, i, depth + 1);
      node.lastChild.append(inner);
      i = next;
    } else if (item[1].length + 1 < indent.length || Boolean(item[2]) !== Boolean(number)) {
      break;
    } else {
      const box = /^\[([ xX])\]\s+/.exec(item[3]);
      const text = box ? (box[1] === " " ? "☐ " : "☑ ") + item[3].slice(box[0].length) : item[3];
      node.append(make("li", ...inline(text)));
      i++;
    }
  }
  return [node, i];
}

// render is a whole text as a list of elements. Quotes inside of quotes are
// followed only so deep: a line of ten thousand > must not end the page.
export function render(text, depth = 0) {
  const lines = String(text).replaceAll("\r\n", "\n").split("\n");
  const out = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    if (!line.trim()) { i++; continue; }
    if (line.startsWith("```")) {
      const end = lines.findIndex((l, n) => n > i && l.startsWith("```"));
      const stop = end < 0 ? lines.length : end;
      out.push(make("pre", make("code", lines.slice(i + 1, stop).join("\n"))));
      i = stop + 1;
      continue;
    }
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) {
      out.push(make(heading[1].length < 3 ? "h3" : "h4", ...inline(heading[2])));
      i++;
    } else if (rule.test(line)) {
      out.push(make("hr"));
      i++;
    } else if (line.startsWith(">") && depth < 8) {
      const quoted = [];
      while (i < lines.length && lines[i].startsWith(">")) quoted.push(lines[i++].replace(/^>\s?/, ""));
      out.push(make("blockquote", ...render(quoted.join("\n"), depth + 1)));
    } else if (bullet.test(line)) {
      const [node, next] = list(lines, i);
      out.push(node);
      i = next;
    } else if (line.includes("|") && i + 1 < lines.length && lines[i + 1].includes("-") && divider.test(lines[i + 1])) {
      const [node, next] = table(lines, i);
      out.push(node);
      i = next;
    } else {
      const node = make("p");
      for (let first = true; i < lines.length && lines[i].trim() && (first || depth >= 8 || !starts(lines[i])); i++, first = false) {
        if (!first) node.append(make("br"));
        node.append(...inline(lines[i]));
      }
      out.push(node);
    }
  }
  return out;
}

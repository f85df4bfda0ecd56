package documents

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The kinds of a block.
const (
	blockHeading   = "heading"
	blockParagraph = "paragraph"
	blockItem      = "item"
	blockQuote     = "quote"
	blockCode      = "code"
	blockTable     = "table"
	blockRule      = "rule"
)

// block is one part of a document, ready to be laid out on any medium.
type block struct {
	kind   string
	level  int    // heading: 1-6; item: depth from 0
	marker string // item: "•", "1."; "" continues the item before
	spans  []styled
	rows   [][][]styled // table: rows, cells, spans; the first row is the head
	aligns []byte       // table: 'L', 'C' or 'R' a column
	axes   []axis       // code: of a radar chart, which a PDF draws
}

// styled is a run of text of one style.
type styled struct {
	text         string
	bold, italic bool
}

// parseBlocks reads Markdown (CommonMark and tables) into blocks. Raw HTML
// is shown as the text it is; nesting beyond maxDepth is flattened.
func parseBlocks(markdown string) []block {
	src := []byte(flatten(bold.ReplaceAllString(markdown, "$1"+beside+"$2"+beside)))
	// Without link definitions: contracts have none, and thousands of them
	// take the parser seconds.
	p := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithInlineParsers(parser.DefaultInlineParsers()...))
	md := goldmark.New(goldmark.WithParser(p), goldmark.WithExtensions(extension.Table))
	doc := md.Parser().Parse(text.NewReader(src))
	r := &blockReader{src: src}
	r.children(doc, 0, false)
	return r.blocks
}

// bold is what stands between the signs of bold text. Markdown does not see it where a
// letter follows a bracket or a quotation mark, as in **AI(인공지능)**는: a space beside
// it, which nobody types and no text keeps, has it seen.
var bold = regexp.MustCompile(`(^|[^\\*])(\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*)`)

const beside = "\u205f"

// flatten bounds the nesting of quotes and lists before the parser sees it:
// its time grows with depth times length.
func flatten(markdown string) string {
	lines := strings.Split(markdown, "\n")
	for i, l := range lines {
		depth, end := 0, 0
		for end < len(l) && strings.IndexByte(" \t>-+*", l[end]) >= 0 {
			if l[end] != ' ' && l[end] != '\t' {
				depth++
			}
			end++
		}
		if depth > maxDepth && strings.Trim(l, " \t-*") != "" || end > 8*maxDepth {
			lines[i] = strings.TrimLeft(l, " \t>-+*")
		}
	}
	return tame(strings.Join(lines, "\n"))
}

// maxDelimiters is how many signs of emphasis, links and code a block may
// have: the parser's time grows with their square.
const maxDelimiters = 2000

// tame escapes the signs of a block beyond maxDelimiters, so that they are
// read as the characters they are.
func tame(markdown string) string {
	if strings.Count(markdown, "[")+strings.Count(markdown, "*")+strings.Count(markdown, "_")+strings.Count(markdown, "`")+strings.Count(markdown, "<")+strings.Count(markdown, "]") <= maxDelimiters {
		return markdown
	}
	var b strings.Builder
	count, escaped := 0, false
	for i := range len(markdown) {
		c := markdown[i]
		switch {
		case c == '\n' && i > 0 && markdown[i-1] == '\n':
			count = 0
		case escaped:
		case strings.IndexByte("[]*_`<!", c) >= 0:
			if count++; count > maxDelimiters {
				b.WriteByte('\\')
			}
		}
		escaped = c == '\\' && !escaped
		b.WriteByte(c)
	}
	return b.String()
}

type blockReader struct {
	src    []byte
	blocks []block
}

func (r *blockReader) add(b block) { r.blocks = append(r.blocks, b) }

func (r *blockReader) children(n ast.Node, depth int, quote bool) {
	if depth > 4*maxDepth {
		return
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.node(c, depth, quote)
	}
}

func (r *blockReader) node(n ast.Node, depth int, quote bool) {
	switch n := n.(type) {
	case *ast.Heading:
		r.add(block{kind: blockHeading, level: n.Level, spans: r.inline(n)})
	case *ast.Paragraph, *ast.TextBlock:
		kind := blockParagraph
		if quote {
			kind = blockQuote
		}
		r.add(block{kind: kind, spans: r.inline(n)})
	case *ast.List:
		r.list(n, depth)
	case *ast.Blockquote:
		r.children(n, depth+1, true)
	case *ast.ThematicBreak:
		r.add(block{kind: blockRule})
	case *ast.FencedCodeBlock:
		lines := r.lines(n)
		b := block{kind: blockCode, spans: []styled{{text: lines}}}
		if string(n.Language(r.src)) == radarLanguage {
			b.axes = axesOf(lines)
		}
		r.add(b)
	case *ast.CodeBlock, *ast.HTMLBlock:
		r.add(block{kind: blockCode, spans: []styled{{text: r.lines(n)}}})
	case *east.Table:
		r.table(n)
	default:
		r.children(n, depth+1, quote)
	}
}

func (r *blockReader) lines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(r.src))
	}
	if h, ok := n.(*ast.HTMLBlock); ok && h.HasClosure() {
		b.Write(h.ClosureLine.Value(r.src))
	}
	return strings.ReplaceAll(strings.TrimRight(b.String(), "\n"), beside, "")
}

func (r *blockReader) list(n *ast.List, depth int) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		marker := "•"
		if n.IsOrdered() {
			marker = strconv.Itoa(number) + "."
			number++
		}
		for c := item.FirstChild(); c != nil; c = c.NextSibling() {
			switch c := c.(type) {
			case *ast.Paragraph, *ast.TextBlock:
				r.add(checkbox(block{kind: blockItem, level: min(depth, maxDepth), marker: marker, spans: r.inline(c)}))
				marker = ""
			case *ast.List:
				r.list(c, depth+1)
			default:
				r.node(c, depth+1, false)
			}
		}
	}
}

// checkbox makes the box of "- ☐ text" the item's marker.
func checkbox(b block) block {
	if b.marker != "•" || len(b.spans) == 0 {
		return b
	}
	for _, mark := range []string{"☐ ", "☑ ", "[ ] ", "[x] "} {
		if rest, ok := strings.CutPrefix(b.spans[0].text, mark); ok {
			b.marker = map[bool]string{true: "☐", false: "☑"}[mark == "☐ " || mark == "[ ] "]
			b.spans[0].text = rest
			return b
		}
	}
	return b
}

func (r *blockReader) table(n *east.Table) {
	b := block{kind: blockTable}
	letters := map[east.Alignment]byte{east.AlignCenter: 'C', east.AlignRight: 'R'}
	for _, a := range n.Alignments[:min(len(n.Alignments), maxColumns)] {
		b.aligns = append(b.aligns, cmp.Or(letters[a], 'L'))
	}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		cells := make([][]styled, len(b.aligns))
		i := 0
		for c := row.FirstChild(); c != nil && i < len(cells); c = c.NextSibling() {
			cells[i] = r.inline(c)
			i++
		}
		b.rows = append(b.rows, cells)
	}
	if len(b.aligns) > 0 {
		r.add(b)
	}
}

// inline is the text below a block, styled.
func (r *blockReader) inline(n ast.Node) []styled {
	var spans []styled
	var walk func(n ast.Node, style styled, depth int)
	walk = func(n ast.Node, style styled, depth int) {
		if depth > 65 { // what stands in 64 of them is one deeper
			return
		}
		if e, ok := n.(*ast.Emphasis); ok {
			style.bold, style.italic = style.bold || e.Level == 2, style.italic || e.Level == 1
		}
		style.text = r.text(n)
		spans = join(spans, style)
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			walk(c, style, depth+1)
		}
	}
	walk(n, styled{}, 0)
	return spans
}

// text is what a part of a line says by itself.
func (r *blockReader) text(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Text:
		text := plainText(n.Value(r.src))
		if n.HardLineBreak() {
			return text + "\n"
		}
		if n.SoftLineBreak() {
			return text + " "
		}
		return text
	case *ast.String:
		return plainText(n.Value)
	case *ast.RawHTML:
		return string(n.Segments.Value(r.src))
	case *ast.AutoLink:
		return string(n.Label(r.src))
	}
	return ""
}

// plainText resolves backslash escapes and entities, as a renderer would.
func plainText(raw []byte) string {
	return string(util.ResolveNumericReferences(util.ResolveEntityNames(util.UnescapePunctuations(raw))))
}

// join appends a span, to the one before if both look the same.
func join(spans []styled, s styled) []styled {
	if s.text = strings.ReplaceAll(s.text, beside, ""); s.text == "" {
		return spans
	}
	s.text = printable(s.text) // an entity may have hidden a control character
	if n := len(spans); n > 0 && spans[n-1].bold == s.bold && spans[n-1].italic == s.italic {
		spans[n-1].text += s.text
		return spans
	}
	return append(spans, s)
}

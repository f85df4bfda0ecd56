package ingest

import (
	"context"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// readHTML reads what a page shows as text, headings as sections. It goes
// from tag to tag and builds no tree, so that no nesting can cost more than
// the file is long.
func readHTML(ctx context.Context, f *file) []Record {
	text, ok := decode(f.raw, &f.problems)
	if !ok {
		return nil
	}
	p := &page{outline: f.outline(), tags: html.NewTokenizer(strings.NewReader(text)), line: 1}
	p.tags.SetMaxBuf(maxLine)
	for ctx.Err() == nil {
		kind := p.tags.Next()
		if kind == html.ErrorToken {
			if err := p.tags.Err(); !errors.Is(err, io.EOF) {
				f.problems.add(p.line, "a tag or a text is longer than 1 MiB")
			}
			break
		}
		raw := string(p.tags.Raw())
		p.take(kind)
		p.line += strings.Count(raw, "\n")
	}
	p.flush()
	return p.done()
}

// page is an HTML text on its way through.
type page struct {
	*outline
	tags *html.Tokenizer
	line int

	hidden atom.Atom // the element that is left out, 0 for none
	depth  int       // how many of its name are open
	level  int       // of the heading that is read, 0 outside one
	titled bool      // the title is read
	text   strings.Builder
	at     int
}

// unseen are elements whose content is not the page's text.
func unseen(a atom.Atom) bool {
	switch a {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Svg, atom.Math, atom.Iframe, atom.Object,
		atom.Embed, atom.Textarea, atom.Select, atom.Nav, atom.Canvas, atom.Audio, atom.Video, atom.Noembed, atom.Noframes:
		return true
	}
	return false
}

// void elements have no content, so nothing closes them.
func void(a atom.Atom) bool {
	switch a {
	case atom.Br, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Area, atom.Base, atom.Col, atom.Embed,
		atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

func (p *page) take(kind html.TokenType) {
	switch kind {
	case html.TextToken:
		if p.hidden == 0 {
			p.write(string(p.tags.Text()))
		}
	case html.StartTagToken:
		name, more := p.tags.TagName()
		p.open(atom.Lookup(name), string(name), more)
	case html.SelfClosingTagToken:
		name, _ := p.tags.TagName()
		if a := atom.Lookup(name); p.hidden == 0 && (a == atom.Br || a == atom.Hr) {
			p.flush()
		}
	case html.EndTagToken:
		name, _ := p.tags.TagName()
		p.close(atom.Lookup(name))
	}
}

func (p *page) open(a atom.Atom, name string, attributes bool) {
	switch {
	case p.hidden != 0:
		if a == p.hidden {
			p.depth++
		}
	case a != 0 && !void(a) && (unseen(a) || attributes && p.concealed()):
		p.hidden, p.depth = a, 1
	case len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6':
		p.flush()
		p.level = int(name[1] - '0')
	case a == atom.Title:
		p.flush()
		p.titled = true
	case block(a):
		p.flush()
	case a == atom.Td || a == atom.Th:
		p.cell()
	}
}

// concealed tells of an element that browsers do not show.
func (p *page) concealed() bool {
	for {
		key, value, more := p.tags.TagAttr()
		style := strings.ToLower(strings.Join(strings.Fields(string(value)), ""))
		switch {
		case string(key) == "hidden", string(key) == "aria-hidden" && style == "true":
			return true
		case string(key) == "style" && (strings.Contains(style, "display:none") ||
			strings.Contains(style, "visibility:hidden") || strings.Contains(style, "font-size:0")):
			return true
		}
		if !more {
			return false
		}
	}
}

func (p *page) close(a atom.Atom) {
	switch {
	case p.hidden != 0:
		if a == p.hidden {
			if p.depth--; p.depth == 0 {
				p.hidden = 0
			}
		}
	case p.titled && a == atom.Title:
		p.first = strings.TrimSpace(p.text.String())
		p.text.Reset()
		p.titled = false
	case p.level > 0 && (a == atom.H1 || a == atom.H2 || a == atom.H3 || a == atom.H4 || a == atom.H5 || a == atom.H6):
		p.head(p.level, p.text.String(), p.at)
		p.text.Reset()
		p.level = 0
	case block(a):
		p.flush()
	}
}

func block(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Li, atom.Ul, atom.Ol, atom.Tr, atom.Table, atom.Br, atom.Hr,
		atom.Blockquote, atom.Pre, atom.Dd, atom.Dt, atom.Header, atom.Footer, atom.Main, atom.Aside, atom.Body, atom.Head, atom.Html:
		return true
	}
	return false
}

func (p *page) write(text string) {
	if p.text.Len() == 0 {
		p.at = p.line + strings.Count(text[:len(text)-len(strings.TrimLeft(text, " \t\n"))], "\n")
	}
	p.text.WriteString(text)
}

// cell sets a table's cells apart.
func (p *page) cell() {
	if strings.TrimSpace(p.text.String()) != "" {
		p.text.WriteString(" | ")
	}
}

// flush ends a line of the page.
func (p *page) flush() {
	text := strings.Join(strings.Fields(p.text.String()), " ")
	p.text.Reset()
	if p.level > 0 { // a heading that nothing closed
		p.head(p.level, text, p.at)
		p.level = 0
		return
	}
	if text != "" {
		p.outline.line(text, p.at)
	}
}

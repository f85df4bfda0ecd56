package ingest

import (
	"context"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
)

// tags are names of elements.
type tags map[string]bool

func tagsOf(names string) tags {
	set := tags{}
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}

var (
	// unseen are elements whose content is not the page's text.
	unseen = tagsOf("script style noscript template svg math iframe object embed textarea select nav canvas audio video noembed noframes")
	// void elements have no content, so nothing closes them.
	void = tagsOf("br hr img input link meta area base col embed source track wbr")
	// block elements begin a line.
	block    = tagsOf("p div section article li ul ol tr table br hr blockquote pre dd dt header footer main aside body head html")
	headings = map[string]int{"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
)

// readHTML reads what a page shows as text, headings as sections. It goes
// from tag to tag and builds no tree, so that no nesting can cost more than
// the file is long.
func readHTML(ctx context.Context, f *file) []Record {
	text := f.content
	in := html.NewTokenizer(strings.NewReader(text))
	in.SetMaxBuf(maxLine)
	p := &page{outline: f.outline(), line: 1}
	for ctx.Err() == nil && in.Next() != html.ErrorToken {
		lines := strings.Count(string(in.Raw()), "\n")
		p.take(in.Token())
		p.line += lines
	}
	if !errors.Is(in.Err(), io.EOF) {
		f.problems.why = ErrTooLong
		f.problems.add(p.line, "a tag or a text is longer than 1 MiB")
	}
	p.flush()
	return p.done()
}

// page is an HTML text on its way through.
type page struct {
	*outline
	line int

	hidden string // the element that is left out, "" for none
	depth  int    // how many of its name are open
	level  int    // of the heading that is read, 0 outside one
	text   strings.Builder
	at     int // the line where text begins
}

func (p *page) take(t html.Token) {
	switch {
	case p.hidden != "":
		p.hide(t)
	case t.Type == html.TextToken:
		p.write(t.Data)
	case t.Type == html.EndTagToken && t.Data == "title":
		p.first = strings.TrimSpace(p.text.String())
		p.text.Reset()
	case t.Type == html.EndTagToken && (headings[t.Data] > 0 || block[t.Data]):
		p.flush()
	case t.Type == html.StartTagToken && !void[t.Data] && (unseen[t.Data] || concealed(t.Attr)):
		p.hidden, p.depth = t.Data, 1
	case t.Type == html.StartTagToken || t.Type == html.SelfClosingTagToken:
		p.open(t.Data)
	}
}

// hide goes through an element that is left out.
func (p *page) hide(t html.Token) {
	switch {
	case t.Data != p.hidden:
	case t.Type == html.StartTagToken:
		p.depth++
	case t.Type == html.EndTagToken:
		if p.depth--; p.depth == 0 {
			p.hidden = ""
		}
	}
}

func (p *page) open(name string) {
	switch {
	case headings[name] > 0:
		p.flush()
		p.level = headings[name]
	case name == "title", block[name]:
		p.flush()
		p.item = p.item || name == "li"
	case (name == "td" || name == "th") && strings.TrimSpace(p.text.String()) != "":
		p.text.WriteString(" | ") // sets a table's cells apart
	}
}

// concealed tells of an element that browsers do not show.
func concealed(attributes []html.Attribute) bool {
	for _, a := range attributes {
		value := strings.ToLower(strings.Join(strings.Fields(a.Val), ""))
		switch a.Key {
		case "hidden":
			return true
		case "aria-hidden":
			return value == "true"
		case "style":
			if strings.Contains(value, "display:none") || strings.Contains(value, "visibility:hidden") || strings.Contains(value, "font-size:0") {
				return true
			}
		}
	}
	return false
}

func (p *page) write(text string) {
	if p.text.Len() == 0 {
		space := len(text) - len(strings.TrimLeft(text, " \t\n"))
		p.at = p.line + strings.Count(text[:space], "\n")
	}
	p.text.WriteString(text)
}

// flush ends a line of the page, or its heading.
func (p *page) flush() {
	text := strings.Join(strings.Fields(p.text.String()), " ")
	p.text.Reset()
	if text != "" {
		p.see(text + "\n")
	}
	switch {
	case p.level > 0:
		p.head(p.level, text, p.at)
		p.level = 0
	case text != "":
		p.outline.line(text, p.at)
	}
}

package ingest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
)

// outline makes records of a running text with headings: each section is
// one, and in a law's text each article.
type outline struct {
	law  string // of the file's own account; "" is the text's first title
	name string // what the text is called when nothing in it says so
	meta Meta
	// article and title are of a file that is a single article.
	article, title string

	path    []heading
	first   string // the outermost heading
	now     Record
	lines   []string
	records []Record

	seen []string // what a reader sees, up to left bytes more
	left int      // negative when there was more
	item bool     // what is seen next is an item of a list
}

type heading struct {
	level int
	text  string
}

// phrases tell how the text of a law is made up.
var phrases = dialog.Must(files, "phrases")

// addenda are the rules of a law's coming into force, whose articles count
// from 1 again.
const addenda = "부칙"

// The parts of a law (편, 장, 절, 관) are below all real headings, its articles
// below these.
const (
	partLevel    = 10
	articleLevel = 20
)

// see notes what a reader of the file sees, where that is wanted: items of
// lists with a mark, because numbers are not in the text of a file. A line end
// at its end sets a paragraph apart from the next.
func (o *outline) see(text string) {
	if o.left <= 0 {
		return
	}
	if o.item && strings.TrimSpace(text) != "" {
		text, o.item = "- "+text, false
	}
	if o.left -= len(text) + 1; o.left >= 0 {
		o.seen = append(o.seen, text)
	}
}

// head begins a section.
func (o *outline) head(level int, text string, line int) {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return
	}
	if m := phrases.Match(text, "law.article"); m != nil {
		o.startArticle(m, line)
		return
	}
	o.end()
	o.enter(level, text)
	if o.first == "" && level == 1 {
		o.first = text
	}
	o.now = Record{Title: text, Head: o.outer(), Line: line}
}

// line adds a line of text; one that begins an article or a chapter of a law
// begins a section.
func (o *outline) line(text string, line int) {
	trimmed := strings.TrimSpace(text)
	if m := phrases.Match(trimmed, "law.article"); m != nil {
		o.startArticle(m, line)
	} else if m := phrases.Match(trimmed, "law.part"); m != nil {
		below := slices.IndexFunc(m[1:], func(part string) bool { return part != "" })
		o.head(partLevel+below, trimmed, line)
		return
	} else if phrases.Has(trimmed, "law.addenda") {
		o.head(partLevel, addenda, line)
		return
	}
	o.now.Line = cmp.Or(o.now.Line, line)
	o.lines = append(o.lines, strings.TrimRight(text, " \t"))
}

func (o *outline) startArticle(m []string, line int) {
	o.end()
	o.enter(articleLevel, m[1])
	article := m[1]
	if strings.HasPrefix(o.outer(), addenda) {
		article = addenda + " " + article
	}
	o.now = Record{Article: article, Title: cmp.Or(m[2], m[1]), Head: o.outer(), Line: line}
}

// enter makes text the innermost heading of its level.
func (o *outline) enter(level int, text string) {
	for len(o.path) > 0 && o.path[len(o.path)-1].level >= level {
		o.path = o.path[:len(o.path)-1]
	}
	o.path = append(o.path, heading{level, text})
}

// outer lists the headings around the innermost one.
func (o *outline) outer() string {
	var texts []string
	for _, h := range o.path[:len(o.path)-1] {
		texts = append(texts, h.text)
	}
	return strings.Join(texts, " > ")
}

// end closes the section under way. One without text is only a heading.
func (o *outline) end() {
	o.now.Text = strings.TrimSpace(strings.Join(o.lines, "\n"))
	if o.now.Text != "" {
		o.records = append(o.records, o.now)
	}
	o.now, o.lines = Record{}, nil
}

// done lists the records, each with what the file says of itself.
func (o *outline) done() []Record {
	o.end()
	law := cmp.Or(o.law, o.title, o.first, o.name)
	for i := range o.records {
		r := &o.records[i]
		r.Law, r.Meta, r.Article, r.Title = law, r.or(o.meta), cmp.Or(r.Article, o.article), cmp.Or(r.Title, o.title, law)
	}
	return o.records
}

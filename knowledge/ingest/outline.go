package ingest

import (
	"regexp"
	"strings"
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
}

type heading struct {
	level int
	text  string
}

// articleStart begins an article of a law: "제7조의2(월차임 전환 시 산정률의
// 제한) 보증금의…". A bare "제7조에 따라" does not.
var articleStart = regexp.MustCompile(`^(제\d{1,4}조(?:의\d{1,3})?)\s*(?:[(（\[]([^)）\]]{1,100})[)）\]]|$)`)

// chapterStart begins a part of a law: "제2장 임대차".
var chapterStart = regexp.MustCompile(`^제\d{1,3}(편|장|절|관)(?:의\d{1,2})?\s+\S.{0,60}$`)

// addenda begin the rules of a law's coming into force, whose articles count
// from 1 again: "부칙 <제19356호, 2023. 4. 18.>".
var addenda = regexp.MustCompile(`^부\s*칙\s*(?:[<〈(\[].{0,100})?$`)

// part levels put a law's chapters below all real headings.
var partLevel = map[string]int{"편": 11, "장": 12, "절": 13, "관": 14}

const articleLevel = 20

// head begins a section.
func (o *outline) head(level int, text string, line int) {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return
	}
	if m := articleStart.FindStringSubmatch(text); m != nil {
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
	if m := articleStart.FindStringSubmatch(trimmed); m != nil {
		o.startArticle(m, line)
	} else if m := chapterStart.FindStringSubmatch(trimmed); m != nil {
		o.head(partLevel[m[1]], trimmed, line)
		return
	} else if addenda.MatchString(trimmed) {
		o.head(partLevel["편"], "부칙", line)
		return
	}
	if o.now.Line == 0 {
		o.now.Line = line
	}
	o.lines = append(o.lines, strings.TrimRight(text, " \t"))
}

func (o *outline) startArticle(m []string, line int) {
	o.end()
	o.enter(articleLevel, m[1])
	title := m[2]
	if title == "" {
		title = m[1]
	}
	article := m[1]
	if strings.HasPrefix(o.outer(), "부칙") {
		article = "부칙 " + article
	}
	o.now = Record{Article: article, Title: title, Head: o.outer(), Line: line}
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
	law := o.law
	for _, title := range []string{o.title, o.first, o.name} {
		if law == "" {
			law = title
		}
	}
	for i := range o.records {
		r := &o.records[i]
		r.Law, r.Meta = law, r.or(o.meta)
		if r.Article == "" {
			r.Article = o.article
		}
		if r.Title == "" {
			r.Title = o.title
		}
		if r.Title == "" {
			r.Title = law
		}
	}
	return o.records
}

package ingest

import (
	"context"
	"regexp"
	"strings"
)

// readMarkdown reads headings as sections and what is below them as text.
// It goes line by line: no nesting can make it slow. Raw HTML is left out,
// and of links only their words stay.
func readMarkdown(_ context.Context, f *file) []Record {
	text := f.content
	o := f.outline()
	lines := strings.Split(text, "\n")
	m := &markdown{outline: o}
	for n := f.frontMatter(lines, o); n < len(lines); n++ {
		m.add(lines[n], n+1)
	}
	return o.done()
}

// frontMatter reads what a file says of itself between "---" lines at its
// beginning, and returns how many lines that took.
func (f *file) frontMatter(lines []string, o *outline) int {
	if strings.TrimRight(lines[0], " ") != "---" {
		return 0
	}
	for end := 1; end < len(lines); end++ {
		if mark := strings.TrimRight(lines[end], " "); mark != "---" && mark != "..." {
			continue
		}
		values, line, err := decodeYAML(strings.Join(lines[1:end], "\n"))
		switch {
		case err != nil:
			f.problems.add(line+1, "front matter: %v", err)
		case len(values) == 1:
			r := f.said(values[0].fields, 1)
			o.meta, o.law, o.article, o.title = r.or(f.meta), r.Law, r.Article, r.Title
		}
		return end + 1
	}
	f.problems.add(1, "front matter has no end")
	return len(lines)
}

// markdown is a text on its way through.
type markdown struct {
	*outline
	fence string // what ends a code block, "" outside one
	html  string // what ends raw HTML: a text, or "\n" for an empty line
	last  string // the line before, which "===" makes a heading
}

var (
	atx     = regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$`)
	setext  = regexp.MustCompile(`^ {0,3}(=+|-+)[ \t]*$`)
	fenced  = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})")
	rawHTML = regexp.MustCompile(`^ {0,3}<(?:[A-Za-z]|/[A-Za-z]|!|\?)`)
	holder  = regexp.MustCompile(`(?i)^ {0,3}<(script|style|pre|textarea)\b`)
	rule    = regexp.MustCompile(`^[ \t]*(?:[-*_][ \t]*){3,}$|^[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$`)
	marker  = regexp.MustCompile(`^[ \t]*(?:>[ \t]?)+|^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?`)
)

func (m *markdown) add(line string, n int) {
	switch {
	case m.fence != "":
		if strings.HasPrefix(strings.TrimSpace(line), m.fence) {
			m.fence = ""
			return
		}
		m.text(line, line, n)
	case m.html != "":
		m.endHTML(line)
	case fenced.MatchString(line):
		m.fence = fenced.FindStringSubmatch(line)[1]
	case rawHTML.MatchString(line):
		m.startHTML(line)
	case atx.MatchString(line):
		h := atx.FindStringSubmatch(line)
		m.see(words(h[2]))
		m.head(len(h[1]), words(h[2]), n)
		m.last = ""
	case setext.MatchString(line) && strings.TrimSpace(m.last) != "":
		m.underline(line, n)
	case rule.MatchString(line):
		m.last = ""
	default:
		m.text(line, words(marker.ReplaceAllString(line, "")), n)
	}
}

func (m *markdown) text(line, shown string, n int) {
	m.last = line
	m.see(shown)
	m.line(shown, n)
}

// underline makes a heading of the line before.
func (m *markdown) underline(line string, n int) {
	level := 1
	if strings.Contains(line, "-") {
		level = 2
	}
	if len(m.lines) > 0 {
		m.lines = m.lines[:len(m.lines)-1]
	}
	m.head(level, words(m.last), n-1)
	m.last = ""
}

// startHTML leaves raw HTML out, up to the end of its element or, where
// that may be anywhere, up to an empty line.
func (m *markdown) startHTML(line string) {
	m.html, m.last = "\n", ""
	switch {
	case strings.HasPrefix(strings.TrimSpace(line), "<!--"):
		m.html = "-->"
	case holder.MatchString(line):
		m.html = "</" + strings.ToLower(holder.FindStringSubmatch(line)[1])
	}
	if m.html != "\n" {
		m.endHTML(line)
	}
}

func (m *markdown) endHTML(line string) {
	if m.html == "\n" && strings.TrimSpace(line) == "" || m.html != "\n" && strings.Contains(strings.ToLower(line), m.html) {
		m.html = ""
	}
}

var (
	image    = regexp.MustCompile(`!\[[^\[\]]*\]\([^()\s]*(?:\s+"[^"]*")?\)`)
	link     = regexp.MustCompile(`\[([^\[\]]*)\](?:\([^()\s]*(?:\s+"[^"]*")?\)|\[[^\[\]]*\])`)
	linkDef  = regexp.MustCompile(`^ *\[[^\[\]]+\]:\s+\S+.*$`)
	address  = regexp.MustCompile(`<(?:https?|mailto|data|javascript):[^<>\s]*>`)
	inline   = regexp.MustCompile(`<!--.*?-->|</?[A-Za-z][^<>]*>`)
	emphasis = regexp.MustCompile("\\*{1,3}|_{2,3}|~~|`+")
	escaped  = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")
)

// words is a line without its marks: what a reader of the page sees.
func words(line string) string {
	if !strings.ContainsAny(line, "[]<>*_~`\\|") {
		return line
	}
	if linkDef.MatchString(line) {
		return ""
	}
	for _, drop := range []*regexp.Regexp{image, address, inline} {
		line = drop.ReplaceAllString(line, "")
	}
	line = link.ReplaceAllString(line, "$1")
	line = emphasis.ReplaceAllString(line, "")
	line = strings.Trim(strings.TrimSpace(line), "|")
	return escaped.ReplaceAllString(line, "$1")
}

package planning

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
)

// Fact is an attribute that an expression finds: what its group counts, or a
// fixed value.
type Fact struct {
	Name  string     `yaml:"name"`
	Match expression `yaml:"match"`
	Value string     `yaml:"value"` // fixed; else the group is a number within Min and Max
	Min   int        `yaml:"min"`
	Max   int        `yaml:"max"`
	// When: one of these signs is needed; none is always.
	When []string `yaml:"when"`
}

// value is what the group of a match stands for.
func (f *Fact) value(group string) (string, bool) {
	if f.Value != "" {
		return f.Value, true
	}
	n, ok := korean.ParseCount(group)
	return strconv.Itoa(n), ok && n >= f.Min && n <= f.Max
}

// attributes reads the named facts: by concept first, then by expression.
func (x *extraction) attributes() {
	for _, h := range x.r.hits {
		for _, c := range h.term.concepts {
			if a := x.p.cfg.Concepts[c].Attribute; a != nil {
				raw, _, _ := x.r.span(h.start, h.end)
				x.attribute(a.Name, a.said(x.r.norm, h.start, h.end), raw)
			}
		}
	}
	for i := range x.p.cfg.Facts {
		f := &x.p.cfg.Facts[i]
		if len(f.When) > 0 && !hasAny(x.r.signs, f.When) {
			continue
		}
		m := f.Match.FindStringSubmatchIndex(x.r.norm)
		if m == nil {
			continue
		}
		group := ""
		if len(m) > 2 {
			group = x.r.norm[m[2]:m[3]]
		}
		if value, ok := f.value(group); ok {
			raw, _, _ := x.r.span(m[0], m[1])
			x.attribute(f.Name, value, strings.TrimSpace(raw))
		}
	}
}

// attribute adds a fact once; the first one named counts.
func (x *extraction) attribute(name, value, raw string) {
	if _, ok := x.found.Attr(name); !ok {
		x.found.Attributes = append(x.found.Attributes, estate.Attribute{Name: name, Value: value, Text: raw})
	}
}

// articles reads statute articles. The law is the one named last before the
// article ("주임법 7조의2"), that of the article before, or the one that
// English puts behind ("article 7 of the … act").
func (x *extraction) articles() {
	for _, a := range korean.FindArticles(x.r.norm) {
		if slices.ContainsFunc(x.r.money, func(m korean.Money) bool { return m.Start == a.Start && !m.Bare && !m.Colloquial }) {
			continue // "1조 2천억"
		}
		raw, _, _ := x.r.span(a.Start, a.End)
		ref := estate.ArticleRef{Text: raw, Law: x.law(a.Start), Article: a.Name}
		if n := len(x.found.Articles); ref.Law == "" && n > 0 {
			ref.Law = x.found.Articles[n-1].Law
		}
		if ref.Law == "" {
			ref.Law = x.law(min(len(x.r.norm), 2*lawReach))
		}
		x.found.Articles = append(x.found.Articles, ref)
	}
}

// lawReach is how many bytes before an article its law may be named.
const lawReach = 120

// law is the statute named last before an offset, within reach. Of two that
// end at one place the longer counts: "상가임대차보호법" ends where
// "임대차보호법" does.
func (x *extraction) law(before int) string {
	s := x.r.norm[max(0, before-lawReach):before]
	best, length, name := -1, 0, ""
	for _, law := range x.p.cfg.Laws {
		for _, word := range law.Words {
			i := strings.LastIndex(s, strings.ToLower(word))
			if end := i + len(word); i >= 0 && (end > best || end == best && len(word) > length) {
				best, length, name = end, len(word), law.Name
			}
		}
	}
	return name
}

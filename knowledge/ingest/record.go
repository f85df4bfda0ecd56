package ingest

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
)

// Record is one article, or one section of a text that has none.
type Record struct {
	Law     string // the law, or the title of another text
	Article string // its number, "" where there are none
	Title   string
	Head    string // where it stands: chapters, outer headings
	Text    string
	Meta
	// Line is where it begins in its file.
	Line int
}

// Meta is what may be said of a whole file as well as of a record.
type Meta struct {
	AsOf     string // the day whose law it is
	Origin   string // where it comes from: a name or an address
	Status   string // knowledge.Status…; "" is unverified
	Language string
	Keywords []string
}

// or is the meta with what it leaves open taken from another.
func (m Meta) or(other Meta) Meta {
	m.AsOf, m.Origin = cmp.Or(m.AsOf, other.AsOf), cmp.Or(m.Origin, other.Origin)
	m.Status, m.Language = cmp.Or(m.Status, other.Status), cmp.Or(m.Language, other.Language)
	if len(m.Keywords) == 0 {
		m.Keywords = other.Keywords
	}
	return m
}

// What a record's fields may hold at most, in runes.
const (
	maxField    = 300
	maxKeywords = 50
	// maxChunk is where a long text is cut: most articles stay in one piece.
	maxChunk = 2000
)

// clean takes white space off the ends of every field, and characters out
// that are not to be seen or would turn what follows around.
func (r Record) clean() Record {
	for _, f := range []*string{&r.Law, &r.Article, &r.Title, &r.Head, &r.AsOf, &r.Origin, &r.Status, &r.Language} {
		*f = oneLine(*f)
	}
	r.Text = strings.TrimSpace(unlinked(visible(r.Text)))
	var keywords []string
	for _, k := range r.Keywords {
		if k = oneLine(k); k != "" {
			keywords = append(keywords, k)
		}
	}
	r.Keywords = keywords
	return r
}

func oneLine(s string) string { return strings.Join(strings.Fields(unlinked(visible(s))), " ") }

var (
	// linked is where a Markdown link, a definition of one or an address
	// begins, and its target.
	linked = regexp.MustCompile(`(\]\(|\]:|<)(\s*<?)([^\s()<>]*)`)
	// harmless are the targets that a link may lead to.
	harmless = regexp.MustCompile(`(?i)^(?:https?://|mailto:)`)
	scheme   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
)

// unlinked takes Markdown links to anything but pages and mail addresses
// apart, so that none of a file's leads anywhere else in an answer
// ("[x](javascript:…)").
func unlinked(text string) string {
	return linked.ReplaceAllStringFunc(text, func(s string) string {
		m := linked.FindStringSubmatch(s)
		begins, target := m[1], m[3]
		if harmless.MatchString(target) || begins == "<" && !scheme.MatchString(target) {
			return s
		}
		return strings.NewReplacer("<", "< ", "]", "] ").Replace(begins+m[2]) + target
	})
}

func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || unicode.IsControl(r), r == 0xFEFF, r >= 0x200B && r <= 0x200D, unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
}

// check is why a cleaned record can't be taken, "" when it can.
func (r Record) check() string {
	switch {
	case r.Text == "":
		return "there is no text"
	case r.Law == "":
		return "there is no law or document title"
	case !slices.Contains([]string{"", knowledge.StatusVerified, knowledge.StatusPartlyVerified, knowledge.StatusUnverified}, r.Status):
		return "status has to be verified, partly_verified or unverified"
	case r.Status != "" && r.Status != knowledge.StatusUnverified && suspect(r.Text):
		return "a text that tells to send money, tells a machine what to answer or names an account can't be verified"
	case len(r.Keywords) > maxKeywords:
		return "there are more than 50 keywords"
	}
	fields := map[string][]string{
		"law": {r.Law}, "article": {r.Article}, "title": {r.Title}, "as_of": {r.AsOf}, "source": {r.Origin}, "language": {r.Language}, "a keyword": r.Keywords,
	}
	for name, values := range fields {
		for _, v := range values {
			if utf8.RuneCountInString(v) > maxField {
				return name + " is longer than 300 characters"
			}
		}
	}
	return ""
}

// suspect tells of a text that no statute has, and that must not be shown as one.
func suspect(text string) bool {
	return guard.Orders(text) || guard.Mask(text) != text || slices.ContainsFunc(korean.Sentences(text), evidence.Pays)
}

// pieces cuts a long record at the ends of lines or sentences.
func (r Record) pieces() []Record {
	texts := knowledge.Chunks(r.Text, maxChunk)
	out := make([]Record, len(texts))
	for i, text := range texts {
		out[i] = r
		out[i].Text = text
	}
	return out
}

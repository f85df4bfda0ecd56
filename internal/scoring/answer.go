package scoring

import (
	"embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

//go:embed phrases/*.yaml
var files embed.FS

var phrases = dialog.Must(files, "phrases")

const (
	// maxAnswer bounds what is read of an answer, in characters.
	maxAnswer = 4000
	// reach is how far behind a part the next one may begin, in letters.
	reach = 12
	// maxEvidence bounds what is quoted of it.
	maxEvidence = 120
	// ends are what ends a clause.
	ends = ".!?。,;·\n"
)

// decimal is a point that ends no clause: "p는 0.05보다".
var decimal = regexp.MustCompile(`(\d)\.(\d)`)

// removes are the syllables behind 없 in 없애다, which begins like 없다 and says
// another thing; the phrases of "denied" know them too.
const removes = "애앤앨앱앴"

// clause is a part of an answer in which a claim stands or falls.
type clause struct{ text, spaced, tight string }

// answer is a text as it is marked.
type answer struct {
	clause  // of the whole
	clauses []clause
}

func read(text string) *answer {
	a := &answer{clause: clauseOf(text)}
	for _, part := range strings.FieldsFunc(decimal.ReplaceAllString(text, "$1\x00$2"), func(r rune) bool { return strings.ContainsRune(ends, r) }) {
		part = strings.ReplaceAll(part, "\x00", ".")
		if c := clauseOf(part); c.tight != "" {
			a.clauses = append(a.clauses, c)
		}
	}
	return a
}

// drop removes the clauses in which mistakes were made.
func (a *answer) drop(made []Slip) {
	if len(made) == 0 {
		return
	}
	a.clauses = slices.DeleteFunc(slices.Clone(a.clauses), func(c clause) bool {
		return slices.ContainsFunc(made, func(s Slip) bool { return s.Evidence == quoted(c.text) })
	})
	left := make([]string, len(a.clauses))
	for i, c := range a.clauses {
		left[i] = c.text
	}
	a.clause = clauseOf(strings.Join(left, ", "))
}

func clauseOf(text string) clause {
	return clause{strings.TrimSpace(text), strings.Join(strings.Fields(korean.Fold(text)), " "), korean.Tight(text)}
}

// any is where the first of the terms stands that the answer holds, and nothing of the
// kinds against it takes back.
func (a *answer) any(terms Terms, against ...string) (evidence string, ok bool) {
	for _, language := range slices.Sorted(maps.Keys(terms)) {
		for _, text := range terms[language] {
			if said, ok := a.holds(text, against...); ok {
				return said, true
			}
		}
	}
	return "", false
}

// holds finds a term: a topic ("*…") where it is not waved aside, a claim where it is
// not denied either.
func (a *answer) holds(text string, against ...string) (evidence string, ok bool) {
	if parts := strings.Split(text, " + "); len(parts) > 1 {
		return a.near(parts)
	}
	text, topic := strings.CutPrefix(text, "*")
	t := termOf(text)
	if against = append(slices.Clip(against), "dismissed"); !topic {
		against = append(against, "denied")
	}
	if !t.stands(a.clause) {
		return "", false
	}
	for _, c := range a.clauses {
		if t.stands(c, against...) {
			return quoted(c.text), true
		}
	}
	// What ends clauses may be a part of the term ("1.").
	return text, topic && strings.ContainsAny(text, ends) || korean.CountLetters(text) == 0
}

// Claims tells whether a text says one of the terms and does not deny it.
func Claims(text string, terms Terms) bool {
	_, ok := read(text).any(terms)
	return ok
}

// near finds the clause in which parts stand in their order, each close behind
// the one before; the last may be taken back.
func (a *answer) near(parts []string) (evidence string, ok bool) {
	last, among := termOf(parts[len(parts)-1]), a.clauses
	if slices.ContainsFunc(parts, func(p string) bool { return strings.ContainsAny(p, ".,;·") }) {
		among = []clause{a.clause} // what ends clauses is a part of the term
	}
	for _, c := range among {
		if end, ok := c.follow(parts); ok && (last.denies || !denied("", c.tight[end:min(len(c.tight), end+window)], "denied")) {
			return quoted(c.text), true
		}
	}
	return "", false
}

// follow is where the last of parts ends that stand in their order.
func (c clause) follow(parts []string) (end int, ok bool) {
	head := korean.Tight(parts[0])
	for from := 0; ; {
		at := strings.Index(c.tight[from:], head)
		if at < 0 {
			return 0, false
		}
		from += at + len(head)
		end, ok = from, !strings.HasSuffix(c.tight[:from-len(head)], "-") // "inline-block" is no "block"
		for _, part := range parts[1:] {
			if !ok {
				break
			}
			part = korean.Tight(part)
			next := strings.Index(first(c.tight[end:], reach+utf8.RuneCountInString(part)), part)
			ok = next >= 0
			end += max(next, 0) + len(part)
			if ok && strings.HasSuffix(part, "없") && strings.ContainsAny(first(c.tight[end:], 1), removes) {
				ok = false
			}
		}
		if ok {
			return end, true
		}
	}
}

func quoted(text string) string { return cut.Runes(text, maxEvidence-1) }

// first is the first n characters of a text.
func first(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}

// Own is an answer without what was copied from texts that were given, as far
// as answers are read.
func Own(answer string, given ...string) string {
	answer = first(answer, maxAnswer)
	plain := make([]string, len(given))
	for i, text := range given {
		plain[i] = korean.Plain(text)
	}
	copied := func(said string) bool {
		return slices.ContainsFunc(plain, func(text string) bool { return strings.Contains(text, said) })
	}
	if copied(korean.Plain(answer)) {
		return ""
	}
	var own []string
	for _, sentence := range korean.Sentences(answer) {
		said := korean.Plain(sentence)
		if utf8.RuneCountInString(said) < 8 || !copied(said) {
			own = append(own, sentence)
		}
	}
	return strings.Join(own, ".\n")
}

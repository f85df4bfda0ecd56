package clause

import (
	"embed"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/dialog"
)

//go:embed phrases/*.yaml
var files embed.FS

var phrases = dialog.Must(files, "phrases")

// MaxClauses bounds the clauses of one text.
const MaxClauses = 400

// minShown is the length in runes from which a line that is shown is a clause: shorter ones
// tell of the home ("빌라 2층입니다").
const minShown = 20

// minClause is the length in runes from which words are a clause, longClause that
// from which they are one without being announced: talk is shorter.
const (
	minClause  = 6
	longClause = 28
)

// Clause is one clause of a text: its own words, without number, heading and
// quotation marks, on one line. Start and End are where they stand in the
// text, in bytes.
type Clause struct {
	Text       string
	Start, End int
}

// Extract lists the clauses of a contract that stand in a text, in their
// order: of a message that quotes or pastes one, of a list of special terms, of
// a whole contract. What its writer says about them is left out, so a message
// without a clause has none and a caller may ask for one. Extract is a pure
// function, linear in the text.
func Extract(text string) []Clause {
	pieces := piecesOf(text)
	announced := phrases.Has(text, "announced")
	for i := range pieces {
		// Long texts announce themselves: there are clauses with a number in them.
		announced = announced || pieces[i].item && i > 0
	}
	own := !announced && phrases.Has(text, "mark.asks_sum")
	var found, named []Clause
	for _, p := range pieces[:min(len(pieces), MaxClauses)] {
		p.own = strings.HasSuffix(strings.TrimRight(text[:p.start], " "), "\n")
		spoken := p.behindTalk(text)
		if p.cited {
			p = spoken
		}
		c, told := clauseAt(text, p.start, p.end), clauseAt(text, spoken.start, p.end)
		embedded := phrases.FindAll(text[p.start:p.end], "embedded")
		switch {
		case (p.quoted || !own) && (p.quoted || p.item || !announced || spoken.start == p.start) && p.isClause(plain(c.Text), announced):
			found = append(found, c)
		case embedded != nil:
			from := p.start
			for _, at := range embedded {
				p.end = from + at[1]
				named = append(named, clauseAt(text, p.behindTalk(text).start, p.end))
				p.start = p.end + max(0, strings.IndexByte(text[p.end:], ' ')+1)
			}
		case announced && spoken.start > p.start && spoken.isClause(plain(told.Text), true):
			found = append(found, told)
		}
	}
	switch {
	case found != nil:
		return found
	case named != nil:
		return named // "전입신고를 하지 않는다는 특약 유효한가요?"
	}
	return shown(text, pieces)
}

// behindTalk is a piece without what leads to its clause: "계약하는데 집주인이 …".
func (p piece) behindTalk(text string) piece {
	if all := phrases.FindAll(text[p.start:p.end], "lead"); len(all) > 0 {
		p.start, p.own = p.start+all[len(all)-1][1], true
	}
	return p
}

// shown are the statements on lines of their own in a message that asks on another
// line about what it shows: no contract's words, as whoever is no lawyer writes them
// ("방을 빼실 때 청소비는 따로 주셔야 해요").
func shown(text string, pieces []piece) (list []Clause) {
	if !phrases.HasAny(text, "announced", "shows") {
		return nil
	}
	lines := strings.SplitAfter(text, "\n")
	asks, named := make([]bool, len(lines)), false
	lineOf := func(at int) (n int) { return strings.Count(text[:at], "\n") }
	for i, line := range lines {
		shows := phrases.Has(line, "shows")
		asks[i] = strings.Contains(line, "?") || shows
		named = named || shows && phrases.Has(line, "announced")
	}
	if !slices.Contains(asks, true) {
		return nil
	}
	for _, p := range pieces[:min(len(pieces), MaxClauses)] {
		c := clauseAt(text, p.start, p.end)
		if !asks[lineOf(p.start)] && !p.question && isShown(plain(c.Text), named) {
			list = append(list, c)
		}
	}
	return list
}

// isShown tells whether the words on a line are a clause that is asked about. One that
// is named a clause there may be of any form ("못자국 1개당 5만원").
func isShown(words string, named bool) bool {
	n, told := utf8.RuneCountInString(words), phrases.Has(words, "mark.spoken_end")
	if phrases.HasAny(words, "mark.asks", "by_self") {
		return false
	}
	return n >= minShown && (told || phrases.Has(words, "written.verb")) || named && !told && n >= minClause
}

func clauseAt(text string, start, end int) Clause {
	return Clause{strings.Join(strings.Fields(text[start:end]), " "), start, end}
}

// plain is a text without the marks and the aside at its end: "부담한다(별도)".
func plain(text string) string {
	const marks = " .。;\"'”’)]"
	words := strings.TrimRight(text, " .。;")
	if at := strings.LastIndexByte(words, '('); at > 0 && strings.HasSuffix(words, ")") {
		words = words[:at]
	}
	return strings.TrimRight(words, marks)
}

func (p piece) isClause(words string, announced bool) bool {
	n := utf8.RuneCountInString(words)
	if n < minClause || p.question || phrases.Has(words, "mark.asks") {
		return false
	}
	about := announced && p.own || phrases.HasAny(words, "written.party", "written.subject")
	announced = announced || n >= longClause
	switch {
	case phrases.Has(words, "written.formal_verb"):
		return about
	case p.quoted && about && n >= longClause:
		return true
	case phrases.Has(words, "written.story"):
		return false
	case p.item, p.quoted:
		return phrases.HasAny(words, "written.verb", "written.noun") || about && !phrases.Has(words, "mark.spoken_end")
	case !phrases.Has(words, "written.verb"):
		told := phrases.Has(words, "written.fact") && !phrases.Has(words, "written.party")
		return announced && about && phrases.Has(words, "written.noun") && !told
	}
	return phrases.Has(words, "written.topic") || announced && about
}

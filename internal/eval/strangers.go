package eval

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/forms"
)

// stranger is a row of questions that were written apart from the product, one
// JSON object a line: a question, pasted clauses, a dialogue, or what is said to a
// past.
type stranger struct {
	next
	ID       string        `json:"id"`
	Language string        `json:"lang"`
	Query    string        `json:"query"`
	Kind     string        `json:"kind"`
	Laws     []strangerLaw `json:"laws"` // the main one first
	Number   *float64      `json:"number"`
	Numbers  []float64     `json:"numbers"`
	Risky    *bool         `json:"risky"` // of the only clause of a query
	Message  string        `json:"message"`
	Clauses  []struct {
		Text  string `json:"text"`
		Risky bool   `json:"risky"`
	} `json:"clauses"`
	Turns []struct {
		Say     string       `json:"say"`
		MustSay []expression `json:"must_say"`
		MustNot []expression `json:"must_not"`
	} `json:"turns"`
}

// strangerLaw is an article, in one string or in its parts.
type strangerLaw string

func (l *strangerLaw) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(l))
	}
	var parts struct{ Law, Article string }
	err := json.Unmarshal(raw, &parts)
	*l = strangerLaw(parts.Law + " " + parts.Article)
	return err
}

// expression may forbid a class of letters before or behind, which regexp does
// not know: there something else stands, or nothing.
type expression struct{ *regexp.Regexp }

var lookaround = strings.NewReplacer(`(?<![`, `(?:^|[^`, `(?![`, `(?:$|[^`)

func (e *expression) UnmarshalJSON(raw []byte) (err error) {
	var s string
	if err = json.Unmarshal(raw, &s); err == nil {
		e.Regexp, err = regexp.Compile(lookaround.Replace(s))
	}
	return err
}

// unlike are the expressions that a text does not match, or does where it
// should not.
func unlike(list []expression, text string, should bool) (wrong []string) {
	for _, e := range list {
		if e.MatchString(text) != should {
			wrong = append(wrong, e.String())
		}
	}
	return wrong
}

// ErrProse is that what is right for the rows of a file is told in prose, and can't
// be counted here.
var ErrProse = errors.New("eval: what is right is told in prose")

// maxStranger bounds a row.
const maxStranger = 1 << 20

// ParseStrangers reads rows of strangers. Odd numbers in their ids are the half
// that may be looked at, even ones are only counted. Rows whose right answer is
// told in prose only are left out.
func ParseStrangers(name string, data []byte) (Set, error) {
	set := Set{Name: name, Kind: Strangers}
	in := bufio.NewScanner(bytes.NewReader(data))
	in.Buffer(nil, maxStranger)
	for line := 1; in.Scan(); line++ {
		row := &stranger{}
		if err := json.Unmarshal(in.Bytes(), row); err != nil && len(bytes.TrimSpace(in.Bytes())) > 0 {
			return Set{}, fmt.Errorf("set %s: line %d: %w", name, line, err)
		}
		if row.Number != nil {
			row.Numbers = append(row.Numbers, *row.Number)
		}
		c := Case{ID: row.ID, Text: cmp.Or(row.Query, row.Message, row.Say, row.Then.Say), Language: row.Language, Split: Report, Row: row}
		if len(row.Turns) > 0 {
			c.Text = row.Turns[0].Say
		}
		if row.ID != "" && strings.ContainsAny(row.ID[len(row.ID)-1:], "13579") {
			c.Split = Tune
		}
		if row.goesOn() || row.Say+row.Then.Say == "" && c.Text != "" {
			set.Assistant = row.assistant()
			set.Cases = append(set.Cases, c)
		}
	}
	switch {
	case in.Err() != nil:
		return Set{}, fmt.Errorf("set %s: %w", name, in.Err())
	case len(set.Cases) == 0:
		return Set{}, fmt.Errorf("set %s: %w", name, ErrProse)
	}
	return set, set.validate()
}

// among is how many sources of an answer are looked at, maxShown bounds what is
// shown of one that came out wrong.
const (
	among    = 3
	maxShown = 300
)

// measureStrangers puts the rows of a set to the assistant, each in a
// conversation of its own.
func measureStrangers(ctx context.Context, chat *Chat, set Set) (Result, error) {
	if set.Cases[0].Row.goesOn() {
		return measureNext(ctx, chat, set)
	}
	return measure(set, func(c Case, t *tally) error {
		id, err := chat.begin(ctx, "")
		if err != nil {
			return err
		}
		for i := range max(1, len(c.Row.Turns)) {
			if len(c.Row.Turns) > 0 {
				c.Text = c.Row.Turns[i].Say
			}
			var a Answer
			err := t.timed(func() (err error) { a, err = chat.say(ctx, id, c.Text, c.Language, ""); return err })
			if err != nil && !errors.Is(err, ErrAsked) {
				return err
			}
			a.Sources = a.firstLaws()
			s := strange{tally: t}
			if s.check(c.Row, i, a); len(s.wrong) > 0 {
				c.Text = forms.OneLine(c.Text, maxShown)
				t.miss(c, s.wrong, append(slices.Clone(a.Sources), forms.OneLine(a.Text, maxShown)))
			}
		}
		return nil
	})
}

// firstLaws are the first sources, as the library names them whatever language the
// answer is in.
func (a Answer) firstLaws() []string {
	first := slices.Clone(a.Sources[:min(len(a.Sources), among)])
	if a.Response.StructuredData == nil {
		return first
	}
	for i, name := range first {
		for _, s := range a.Response.StructuredData.Sources {
			if s.Source == name && s.Law != "" {
				first[i] = s.Law + " " + s.Article
			}
		}
	}
	return first
}

// strange counts what is checked of one answer and names what did not hold.
type strange struct {
	*tally
	wrong []string
}

// holds counts a check that should hold, or should not where bad is set.
func (s *strange) holds(check string, held, bad bool, what string) {
	if s.tally.check(check, held); held == bad {
		s.wrong = append(s.wrong, check+": "+what)
	}
}

func (s *strange) check(r *stranger, turn int, a Answer) {
	switch {
	case len(r.Turns) > 0:
		said := r.Turns[turn]
		lacks := append(unlike(said.MustSay, a.Text, true), unlike(said.MustNot, a.Text, false)...)
		s.holds([]string{"first", "next"}[min(turn, 1)], len(lacks) == 0, false, strings.Join(lacks, " "))
	case r.Risky != nil:
		s.clause("", *r.Risky, a)
	case r.Message != "":
		for _, c := range r.Clauses {
			s.clause(c.Text, c.Risky, a)
		}
	case r.Kind == "unanswerable" || r.Kind == "other":
		s.holds("not_found", a.admits(), false, strings.Join(a.Sources, ", "))
	default:
		s.holds("declined", a.admits(), true, strings.Join(a.Missing, ", "))
		s.answer(r, a)
	}
}

func (s *strange) clause(text string, risky bool, a Answer) {
	verdict := a.verdict(text)
	if risky {
		s.holds("risky", verdict == clauseRisky, false, text+" "+verdict)
		return
	}
	s.holds("alarm", verdict == clauseRisky, true, text)
	s.holds("seen", verdict != "", false, text)
}

// answer checks the sources and the numbers of an answer to a question.
func (s *strange) answer(r *stranger, a Answer) {
	if len(r.Laws) > 0 {
		want := string(r.Laws[0])
		law, _ := splitCitation(want)
		s.holds("law_hit3", slices.ContainsFunc(a.Sources, func(source string) bool { of, _ := splitCitation(source); return of == law }), false, law)
		s.holds("hit3", a.cites(want), false, want)
	}
	if len(r.Numbers) > 0 {
		lacking := slices.DeleteFunc(slices.Clone(r.Numbers), func(n float64) bool { return states(a.Text, n) })
		s.holds("numbers", len(lacking) == 0, false, fmt.Sprintf("%.2f", lacking))
	}
}

// clauseRisky is the verdict on a clause that is a risk.
const clauseRisky = "risky"

// verdict is what an answer says of a clause, of any where there is no text; "" is
// that it was not seen as one.
func (a Answer) verdict(clause string) (verdict string) {
	var seen struct {
		Review struct {
			Clauses []struct{ Text, Verdict string }
		} `json:"review_result"`
	}
	if json.Unmarshal(a.Response.Data["document"].Data, &seen) != nil {
		return ""
	}
	want := squeeze(clause)
	for _, c := range seen.Review.Clauses {
		text := squeeze(c.Text)
		if of := strings.Contains(text, want) || 4*len(text) > len(want) && strings.Contains(want, text); of && verdict != clauseRisky {
			verdict = c.Verdict
		}
	}
	return verdict
}

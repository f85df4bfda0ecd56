package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/forms"
)

// Pasted is a clause of a message, and whether it is a risk. Without a text it is
// all that the message has of clauses.
type Pasted struct {
	Text  string
	Risky bool
}

// Says is one message of a dialogue, with what the reply to it has to say.
type Says struct {
	Text          string
	Must, MustNot []*regexp.Regexp
}

// among is how many sources of an answer are looked at.
const among = 3

// measureStrangers puts the rows of a set to the assistant, each in a
// conversation of its own.
func measureStrangers(ctx context.Context, chat *Chat, set Set) (Result, error) {
	return measure(set, func(c Case, t *tally) error {
		id, err := chat.begin(ctx)
		if err != nil {
			return err
		}
		turns := c.Turns
		if len(turns) == 0 {
			turns = []Says{{Text: c.Text}}
		}
		for i, said := range turns {
			var a Answer
			err := t.timed(func() (err error) { a, err = chat.say(ctx, id, said.Text, c.Language, ""); return err })
			if err != nil && !errors.Is(err, ErrAsked) {
				return err
			}
			a.Sources = a.firstLaws()
			s := strange{tally: t}
			if s.check(c, i, a); len(s.wrong) > 0 {
				c.Text = forms.OneLine(said.Text, maxShown)
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

// maxShown bounds what is shown of an answer that came out wrong.
const maxShown = 300

// strange counts what is checked of one answer and names what did not hold.
type strange struct {
	*tally
	wrong []string
}

// good counts what should hold, bad what should not.
func (s *strange) good(check string, held bool, what string) {
	if s.tally.check(check, held); !held {
		s.wrong = append(s.wrong, check+": "+what)
	}
}

func (s *strange) bad(check string, held bool, what string) {
	if s.tally.check(check, held); held {
		s.wrong = append(s.wrong, check+": "+what)
	}
}

func (s *strange) check(c Case, turn int, a Answer) {
	switch {
	case len(c.Turns) > 0:
		lacks := c.Turns[turn].lacks(a.Text)
		s.good([]string{"first", "next"}[min(turn, 1)], len(lacks) == 0, strings.Join(lacks, " "))
	case len(c.Clauses) > 0:
		for _, p := range c.Clauses {
			s.clause(p, a.verdict(p))
		}
	case c.Expect.NotFound:
		s.good("not_found", a.admits(), strings.Join(a.Sources, ", "))
	default:
		s.bad("declined", a.admits(), strings.Join(a.Missing, ", "))
		s.answer(c, a)
	}
}

func (s *strange) clause(p Pasted, verdict string) {
	if p.Risky {
		s.good("risky", verdict == clauseRisky, p.Text+" "+verdict)
		return
	}
	s.bad("alarm", verdict == clauseRisky, p.Text)
	s.good("seen", verdict != "", p.Text)
}

// answer checks the sources and the numbers of an answer to a question.
func (s *strange) answer(c Case, a Answer) {
	if len(c.Want) > 0 {
		law, _ := splitCitation(c.Want[0])
		s.good("law_hit3", slices.ContainsFunc(a.Sources, func(source string) bool { of, _ := splitCitation(source); return of == law }), law)
		s.good("hit3", a.cites(c.Want[0]), c.Want[0])
	}
	if n := c.Expect.Numbers; len(n) > 0 {
		lacking := slices.DeleteFunc(slices.Clone(n), func(n float64) bool { return states(a.Text, n) })
		s.good("numbers", len(lacking) == 0, fmt.Sprintf("%.2f", lacking))
	}
}

// lacks names what a reply does not say and has to, or says and must not.
func (s Says) lacks(text string) (wrong []string) {
	for _, re := range s.Must {
		if !re.MatchString(text) {
			wrong = append(wrong, "not "+re.String())
		}
	}
	for _, re := range s.MustNot {
		if re.MatchString(text) {
			wrong = append(wrong, "but "+re.String())
		}
	}
	return wrong
}

// clauseRisky is the verdict on a clause that is a risk.
const clauseRisky = "risky"

// verdict is what an answer says of a clause; "" is that it was not seen as one.
func (a Answer) verdict(p Pasted) (verdict string) {
	var seen struct {
		Review struct {
			Clauses []struct{ Text, Verdict string }
		} `json:"review_result"`
	}
	if json.Unmarshal(a.Response.Data["document"].Data, &seen) != nil {
		return ""
	}
	want := squeeze(p.Text)
	for _, c := range seen.Review.Clauses {
		text := squeeze(c.Text)
		of := strings.Contains(text, want) || 4*len(text) > len(want) && strings.Contains(want, text)
		if of && verdict != clauseRisky {
			verdict = c.Verdict
		}
	}
	return verdict
}

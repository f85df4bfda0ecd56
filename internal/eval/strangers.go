package eval

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// stranger is a row of questions that were written apart from the product, one
// JSON object a line: a question, pasted clauses or a dialogue.
type stranger struct {
	ID       string           `json:"id"`
	Language string           `json:"lang"`
	Query    string           `json:"query"`
	Kind     string           `json:"kind"`
	Laws     []strangerLaw    `json:"laws"`
	Number   *float64         `json:"number"`
	Numbers  []float64        `json:"numbers"`
	Risky    *bool            `json:"risky"`
	Message  string           `json:"message"`
	Clauses  []strangerClause `json:"clauses"`
	Turns    []strangerTurn   `json:"turns"`
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

type strangerClause struct {
	Text  string `json:"text"`
	Risky bool   `json:"risky"`
}

type strangerTurn struct {
	Say     string   `json:"say"`
	MustSay []string `json:"must_say"`
	MustNot []string `json:"must_not"`
}

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
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		var row stranger
		err := json.Unmarshal(in.Bytes(), &row)
		if err == nil {
			err = row.into(&set)
		}
		if err != nil {
			return Set{}, fmt.Errorf("set %s: line %d: %w", name, line, err)
		}
	}
	if err := in.Err(); err != nil {
		return Set{}, fmt.Errorf("set %s: %w", name, err)
	}
	if len(set.Cases) == 0 {
		return Set{}, fmt.Errorf("set %s: %w", name, ErrProse)
	}
	return set, set.validate()
}

// ErrProse is that what is right for the rows of a file is told in prose, or at a
// place of another assistant, and can't be counted here.
var ErrProse = errors.New("eval: what is right is told in prose, or at a place of another assistant")

func (r stranger) into(set *Set) (err error) {
	c := Case{ID: r.ID, Text: cmp.Or(r.Query, r.Message), Language: r.Language, Split: r.half(), Expect: &Expect{Numbers: r.Numbers}}
	switch {
	case r.Risky != nil:
		c.Clauses = []Pasted{{Risky: *r.Risky}}
	case r.Message != "":
		for _, p := range r.Clauses {
			c.Clauses = append(c.Clauses, Pasted(p))
		}
	case len(r.Turns) > 0:
		for _, t := range r.Turns {
			says := Says{Text: t.Say}
			if says.Must, err = expressions(t.MustSay); err != nil {
				return fmt.Errorf("%s: %w", r.ID, err)
			}
			if says.MustNot, err = expressions(t.MustNot); err != nil {
				return fmt.Errorf("%s: %w", r.ID, err)
			}
			c.Turns = append(c.Turns, says)
		}
		c.Text = r.Turns[0].Say
	case r.Query == "":
		return nil
	default:
		for _, l := range r.Laws {
			c.Want = append(c.Want, string(l))
		}
		c.Expect.NotFound = r.Kind == "unanswerable" || r.Kind == "other"
		if r.Number != nil {
			c.Expect.Numbers = append(c.Expect.Numbers, *r.Number)
		}
	}
	set.Cases = append(set.Cases, c)
	return nil
}

var lastDigit = regexp.MustCompile(`\d$`)

func (r stranger) half() string {
	if strings.ContainsAny(lastDigit.FindString(r.ID), "13579") {
		return Tune
	}
	return Report
}

// lookaround is a class that may not stand before or behind, which regexp does
// not know: there something else stands, or nothing.
var lookaround = strings.NewReplacer(`(?<![`, `(?:^|[^`, `(?![`, `(?:$|[^`)

func expressions(list []string) (out []*regexp.Regexp, err error) {
	for _, s := range list {
		re, err := regexp.Compile(lookaround.Replace(s))
		if err != nil {
			return nil, err
		}
		out = append(out, re)
	}
	return out, nil
}

package eval

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/state"
)

//go:embed turns.yaml
var turnsFile []byte

// next is a row whose conversation has a past: the next sentence to a trip
// (Before) or a lesson (Place), or what is said after days (Then).
type next struct {
	Act        string       `json:"act"`
	Before     []string     `json:"before"`
	Say        string       `json:"say"`
	Place      string       `json:"place"`
	MustStay   bool         `json:"must_stay"`
	MayChange  []string     `json:"may_change"`
	MustChange []string     `json:"must_change"`
	MustSay    []expression `json:"must_say"`
	MustNot    []expression `json:"must_not"`
	Sessions   []talk       `json:"sessions"`
	Then       struct {
		Day date   `json:"day"`
		Say string `json:"say"`
	} `json:"then"`
	Expect string `json:"expect"`
}

// seats are what the assistants are asked, and where.
type seats struct {
	Fields  []string                       `yaml:"fields"`
	Intents map[string][]string            `yaml:"intents"`
	Places  map[string]map[string][]string `yaml:"places"`
}

// assistant is whom a row is put to; "" is the adviser.
func (n *next) assistant() string {
	switch {
	case n.Place != "":
		return "tutor"
	case len(n.Before) > 0:
		return "travel"
	}
	return ""
}

// goesOn tells whether the row has a past.
func (n *next) goesOn() bool { return n.assistant() != "" || len(n.Sessions) > 0 }

// measureNext puts the rows of a set to the assistant, each as a user of its
// own.
func measureNext(ctx context.Context, chat *Chat, set Set) (Result, error) {
	var all map[string]seats
	if err := datafile.Decode(turnsFile, &all); err != nil {
		return Result{}, fmt.Errorf("read turns.yaml: %w", err)
	}
	seat := all[set.Assistant]
	return measure(set, func(c Case, t *tally) error {
		id, err := chat.past(ctx, c, seat)
		if err != nil {
			return err
		}
		before, err := chat.fields(ctx, id, seat.Fields)
		if err != nil {
			return err
		}
		var a Answer
		err = t.timed(func() (err error) { a, err = chat.say(ctx, id, c.Text, c.Language, ""); return err })
		if err != nil && !errors.Is(err, ErrAsked) {
			return err
		}
		after, err := chat.fields(ctx, id, seat.Fields)
		if err != nil {
			return err
		}
		s := strange{tally: t}
		if set.Assistant == "" {
			s.remembered(c.Row, a)
		} else {
			s.turned(c.Row, a, seat.Intents[c.Row.Act], changes(before, after), before != nil)
		}
		t.check("turns", len(s.wrong) == 0)
		if len(s.wrong) > 0 {
			t.miss(c, s.wrong, []string{a.Reading.Intent, forms.OneLine(a.Text, maxShown)})
		}
		return nil
	})
}

// past says what was said before, and returns the conversation that goes on.
func (c *Chat) past(ctx context.Context, row Case, seat seats) (id string, err error) {
	before := row.Row.Before
	if of := seat.Places[row.Row.Place]; of != nil {
		before = of[row.Language]
	}
	talks := append([]talk{{Say: before}}, row.Row.Sessions...)
	if row.Row.Place == "start" || len(row.Row.Sessions) > 0 {
		talks = append(talks, talk{Day: row.Row.Then.Day}) // a chat of its own, behind the others
	}
	for _, talk := range talks {
		if id, err = c.begin(ctx, row.ID); err != nil {
			return "", err
		}
		c.Calendar.turn(id, talk.Day.Time)
		for _, text := range talk.Say {
			if _, err := c.say(ctx, id, text, row.Language, state.ActionApprove); err != nil && !errors.Is(err, ErrAsked) {
				return "", err
			}
		}
	}
	return id, nil
}

// changes are the fields that are not the same.
func changes(before, after map[string]any) (list []string) {
	for name, v := range after {
		if !reflect.DeepEqual(before[name], v) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// turned checks the next sentence to a trip or a lesson; before there was a state,
// there was nothing to keep.
func (s *strange) turned(r *stranger, a Answer, intents, changed []string, before bool) {
	if len(intents) > 0 {
		s.holds("act", slices.Contains(intents, a.Reading.Intent), false, r.Act)
	}
	may := func(name string) bool {
		return slices.Contains(r.MayChange, name) || slices.Contains(r.MustChange, name) || r.Place != "" && !r.MustStay
	}
	if before {
		s.holds("kept", !slices.ContainsFunc(changed, func(name string) bool { return !may(name) }), false, strings.Join(changed, " "))
	}
	if lacks := slices.DeleteFunc(slices.Clone(r.MustChange), func(name string) bool { return slices.Contains(changed, name) }); len(r.MustChange) > 0 {
		s.holds("moved", len(lacks) == 0, false, strings.Join(lacks, " "))
	} else if r.Place != "" && !r.MustStay {
		s.holds("moved", len(changed) > 0, false, r.Place)
	}
	for _, e := range r.MustSay {
		s.holds("said", e.MatchString(a.Text), false, e.String())
	}
}

var (
	facts  = regexp.MustCompile(`[0-9][0-9,.]*[가-힣%]?|[가-힣]{2}|[A-Za-z]{4,}`)
	parted = regexp.MustCompile(`[,.]|고 |며 |되 |지만 | and | but `)
	denied = regexp.MustCompile(`않|아니|말고|\bnot\b|\bnever\b|n't`)
)

// remembered checks what is known of a user, by the row's expressions, or else by
// its prose.
func (s *strange) remembered(r *stranger, a Answer) {
	if len(r.MustSay)+len(r.MustNot) == 0 {
		s.expected(r, a)
		return
	}
	for check, list := range map[string][]expression{"recalled": r.MustSay, "withheld": r.MustNot} {
		if wrong := unlike(list, a.Text, check == "recalled"); len(list) > 0 {
			s.holds(check, len(wrong) == 0, false, strings.Join(wrong, " "))
		}
	}
}

// expected checks an answer by prose: the facts that the user told and the
// expectation names stand in it, those that it denies do not. What else the
// expectation says is not counted.
func (s *strange) expected(r *stranger, a Answer) {
	var told strings.Builder
	for _, session := range r.Sessions {
		told.WriteString(strings.Join(session.Say, "\n"))
	}
	wanted, kept := []string{}, []string{}
	for _, part := range parted.Split(r.Expect, -1) {
		list := &wanted
		if denied.MatchString(part) {
			list = &kept
		}
		for _, fact := range facts.FindAllString(part, -1) {
			if strings.Contains(told.String(), fact) {
				*list = append(*list, fact)
			}
		}
	}
	kept = slices.DeleteFunc(kept, func(fact string) bool { return slices.Contains(wanted, fact) || strings.Contains(r.Then.Say, fact) })
	for check, list := range map[string][]string{"recalled": wanted, "withheld": kept} {
		wrong := slices.DeleteFunc(list, func(fact string) bool {
			return strings.Contains(squeeze(a.Text), squeeze(fact)) == (check == "recalled")
		})
		if len(list) > 0 {
			s.holds(check, len(wrong) == 0, false, strings.Join(wrong, " "))
		}
	}
}

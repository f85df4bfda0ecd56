package eval

import (
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// Measure puts a set to the whole assistant.
func (c *Chat) Measure(ctx context.Context, set Set) (Result, error) {
	if set.Kind == Strangers {
		return measureStrangers(ctx, c, set)
	}
	return MeasureAnswers(ctx, c.Ask, set)
}

// MeasureAnswers asks all questions of a set and checks the answers; ask puts one
// to the whole assistant.
func MeasureAnswers(ctx context.Context, ask func(ctx context.Context, text, language string) (Answer, error), set Set) (Result, error) {
	return measure(set, func(c Case, t *tally) error {
		var a Answer
		if err := t.timed(func() (err error) { a, err = ask(ctx, c.Text, c.Language); return err }); err != nil && !errors.Is(err, ErrAsked) {
			return err
		}
		wrong := t.checks(c, a)
		t.check("answers", len(wrong) == 0)
		t.check("by_model", a.By != "" && a.By != "rules")
		if !c.Expect.NotFound || !a.admits() { // who admits to know nothing is sure of nothing
			t.trust(a.Reading.Confidence, len(wrong) == 0)
		}
		if len(wrong) > 0 {
			t.miss(c, wrong, a.Sources)
		}
		return nil
	})
}

// checks counts a question's checks and names those that did not hold.
func (t *tally) checks(c Case, a Answer) []string {
	var wrong []string
	note := func(kind, what string, held bool) {
		if t.check(kind, held); !held {
			wrong = append(wrong, kind+": "+what)
		}
	}
	e, text := c.Expect, squeeze(a.Text)
	for _, w := range e.Cites {
		note("cites", w, a.cites(w))
	}
	if len(e.CitesAny) > 0 {
		note("cites", strings.Join(e.CitesAny, " | "), slices.ContainsFunc(e.CitesAny, a.cites))
	}
	for _, w := range e.Contains {
		note("contains", w, strings.Contains(text, squeeze(w)))
	}
	for _, w := range e.Absent {
		note("absent", w, !strings.Contains(text, squeeze(w)))
	}
	for _, n := range e.Numbers {
		note("numbers", strconv.FormatFloat(n, 'f', -1, 64), states(a.Text, n))
	}
	if e.NotFound {
		note("not_found", strings.Join(a.Sources, ", "), a.admits())
	} else {
		t.check("declined", a.admits())
	}
	return wrong
}

// admits tells whether an answer says that it found nothing to go by: it
// rests on no source and names what is missing, or only says what the
// assistant is for.
func (a Answer) admits() bool {
	return len(a.Sources) == 0 && (a.Response.Type == state.ResponseGuidance || len(a.Missing) > 0)
}

// cites tells whether an article, or a paragraph of it, is among the
// sources.
func (a Answer) cites(want string) bool {
	want = squeeze(want)
	return slices.ContainsFunc(a.Sources, func(s string) bool {
		rest, ok := strings.CutPrefix(squeeze(s), want)
		return ok && (rest == "" || !strings.ContainsAny(rest[:1], "0123456789-") && !strings.HasPrefix(rest, "의"))
	})
}

var plainNumber = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)

// states tells whether a text holds a number, as digits or as a sum of
// money in Korean; decimals may be rounded, and the last won.
func states(text string, want float64) bool {
	same := func(n, off float64) bool { return math.Abs(n-want) <= off+1e-6 }
	for _, m := range korean.FindMoney(text) {
		if same(float64(m.Won), min(1, want/1000)) {
			return true
		}
	}
	return slices.ContainsFunc(plainNumber.FindAllString(text, -1), func(s string) bool {
		n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
		off := 0.0
		if _, decimals, ok := strings.Cut(s, "."); ok {
			off = 0.5 * math.Pow10(-len(decimals))
		}
		return err == nil && same(n, off)
	})
}

// squeeze is a text in lower case without white space and marks of emphasis.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '*' || r == '`' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

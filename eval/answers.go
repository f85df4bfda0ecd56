package eval

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// AskFunc puts a question to the whole assistant.
type AskFunc func(ctx context.Context, text, language string) (Answer, error)

// AnswerResult is how a set's answers stood up to their checks.
type AnswerResult struct {
	Questions int     `json:"questions"`
	Right     int     `json:"right"` // all checks of the question held
	Accuracy  float64 `json:"accuracy"`
	// Checks are counted by what they look at: cites, contains, absent,
	// numbers, not_found.
	Checks      map[string]Held `json:"checks"`
	Calibration Calibration     `json:"calibration"`
	Latency     Latency         `json:"latency"`
	// Declined is how many answers admit to find nothing where there is
	// something.
	Declined int `json:"declined"`
	// ByModel is how many answers a model wrote.
	ByModel int      `json:"by_model"`
	Marks   *Marks   `json:"marks,omitempty"`
	Missed  []Missed `json:"missed,omitempty"`
}

// Held is how many checks held of how many.
type Held struct {
	Held int `json:"held"`
	N    int `json:"n"`
}

// MeasureAnswers asks all questions of a set and checks the answers. A nil
// judge gives no marks.
func MeasureAnswers(ctx context.Context, ask AskFunc, judge *Judge, set Set) (AnswerResult, error) {
	r := AnswerResult{Checks: map[string]Held{}}
	var took []time.Duration
	var sure []confident
	for _, c := range set.Cases {
		began := time.Now()
		a, err := ask(ctx, c.Text, c.Language)
		if err != nil && !errors.Is(err, ErrAsked) {
			return r, fmt.Errorf("set %s: %s: %w", set.Name, c.ID, err)
		}
		took = append(took, time.Since(began))
		wrong := r.check(c, a)
		if a.By != "" && a.By != "rules" {
			r.ByModel++
		}
		if !c.Expect.NotFound || !a.admits() { // who admits to know nothing is sure of nothing
			sure = append(sure, confident{Confidence: a.Reading.Confidence, Right: len(wrong) == 0})
		}
		if err := r.mark(ctx, judge, c, a); err != nil {
			return r, fmt.Errorf("set %s: %s: %w", set.Name, c.ID, err)
		}
		if len(wrong) > 0 {
			r.Missed = append(r.Missed, Missed{ID: c.ID, Text: c.Text, Want: wrong, Found: a.Sources})
		}
	}
	r.Accuracy = share(r.Right, r.Questions)
	r.Calibration, r.Latency = calibrate(sure), latencyOf(took)
	r.Marks.settle()
	return r, nil
}

func (r *AnswerResult) mark(ctx context.Context, judge *Judge, c Case, a Answer) error {
	if judge == nil {
		return nil
	}
	m, err := judge.Mark(ctx, c, a)
	if err != nil {
		return err
	}
	if r.Marks == nil {
		r.Marks = &Marks{}
	}
	r.Marks.add(m)
	return nil
}

// check counts a question's checks and names those that did not hold.
func (r *AnswerResult) check(c Case, a Answer) []string {
	var wrong []string
	note := func(kind, what string, held bool) {
		h := r.Checks[kind]
		h.N++
		if held {
			h.Held++
		} else {
			wrong = append(wrong, kind+": "+what)
		}
		r.Checks[kind] = h
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
	} else if a.admits() {
		r.Declined++
	}
	r.Questions++
	if len(wrong) == 0 {
		r.Right++
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
// money in Korean.
func states(text string, want float64) bool {
	same := func(n float64) bool { return math.Abs(n-want) <= 1e-6*math.Max(1, math.Abs(want)) }
	for _, m := range korean.FindMoney(text) {
		if same(float64(m.Won)) {
			return true
		}
	}
	return slices.ContainsFunc(plainNumber.FindAllString(text, -1), func(s string) bool {
		n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
		return err == nil && same(n)
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

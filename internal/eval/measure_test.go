package eval_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/calibration"
	"github.com/madang-dev/madang/internal/eval"
	"github.com/madang-dev/madang/state"
)

func said(text string, confidence float64, sources ...string) eval.Answer {
	return eval.Answer{Text: text, Sources: sources, By: "rules", Reading: eval.Reading{Confidence: confidence}}
}

func answers(expect ...eval.Expect) eval.Set {
	set := eval.Set{Name: "x", Kind: eval.Answers}
	for i, e := range expect {
		set.Cases = append(set.Cases, eval.Case{ID: string(rune('a' + i)), Text: "질문", Expect: &e})
	}
	return set
}

func TestAnswerChecks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		expect eval.Expect
		answer eval.Answer
		right  bool
	}{
		"paragraph":     {eval.Expect{Cites: []string{"민법 제6조의3"}}, said("", 0, "민법 제6조의3 제4항"), true},
		"another":       {eval.Expect{Cites: []string{"민법 제6조"}}, said("", 0, "민법 제6조의3"), false},
		"English":       {eval.Expect{Cites: []string{"Civil Act, art. 6"}}, said("", 0, "Civil Act, art. 6 (1)"), true},
		"English other": {eval.Expect{Cites: []string{"Civil Act, art. 6"}}, said("", 0, "Civil Act, art. 63", "Civil Act, art. 6-3"), false},
		"any":           {eval.Expect{CitesAny: []string{"민법 제1조", "민법 제2조"}}, said("", 0, "민법 제2조"), true},
		"none":          {eval.Expect{CitesAny: []string{"민법 제1조", "민법 제2조"}}, said("", 0, "민법 제3조"), false},
		"spacing":       {eval.Expect{Contains: []string{"다음 날"}}, said("**다음날**부터", 0), true},
		"said":          {eval.Expect{Absent: []string{"상가"}}, said("상가 임대차", 0), false},
		"sum":           {eval.Expect{Numbers: []float64{315000000}}, said("3억 1,500만원까지", 0), true},
		"digits":        {eval.Expect{Numbers: []float64{15000000, 4.5}}, said("15,000,000원, 4.5%", 0), true},
		"no sum":        {eval.Expect{Numbers: []float64{315000000}}, said("3억 1,000만원까지", 0), false},
		"not found":     {eval.Expect{NotFound: true}, eval.Answer{Text: "없습니다", Missing: []string{"없습니다"}}, true},
		"guidance":      {eval.Expect{NotFound: true}, eval.Answer{Response: state.Response{Type: state.ResponseGuidance}}, true},
		"not admitted":  {eval.Expect{NotFound: true}, said("더 알려 주세요", 0), false},
		"made up":       {eval.Expect{NotFound: true}, said("있습니다", 0, "민법 제1조"), false},
	} {
		r, err := eval.MeasureAnswers(t.Context(), func(context.Context, string, string) (eval.Answer, error) { return c.answer, nil }, answers(c.expect))
		if err != nil || (r.Checks["answers"].Held == 1) != c.right || (len(r.Missed) == 0) != c.right {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

func TestAnAnswerThatAsksBackIsWrong(t *testing.T) {
	t.Parallel()
	ask := func(context.Context, string, string) (eval.Answer, error) { return eval.Answer{}, eval.ErrAsked }
	r, err := eval.MeasureAnswers(t.Context(), ask, answers(eval.Expect{Cites: []string{"민법 제1조"}}))
	if err != nil || r.Checks["answers"] != (eval.Held{N: 1}) {
		t.Errorf("%+v, %v", r, err)
	}
	broken := errors.New("broken")
	fail := func(context.Context, string, string) (eval.Answer, error) { return eval.Answer{}, broken }
	if _, err := eval.MeasureAnswers(t.Context(), fail, answers(eval.Expect{})); !errors.Is(err, broken) {
		t.Errorf("a failure became %v", err)
	}
}

// Who declines where there is an answer is counted, and who is sure where
// there is none is wrong.
func TestDeclining(t *testing.T) {
	t.Parallel()
	declines := eval.Answer{Missing: []string{"없습니다"}, Reading: eval.Reading{Confidence: 0.1}}
	for name, c := range map[string]struct {
		expect   eval.Expect
		answer   eval.Answer
		declined int
		outcomes []calibration.Bin
	}{
		"an answer is there":       {eval.Expect{Cites: []string{"민법 제1조"}}, declines, 1, []calibration.Bin{{From: 0.1, To: 0.2, Count: 1, Said: 0.1}}},
		"there is none":            {eval.Expect{NotFound: true}, declines, 0, nil},
		"sure where there is none": {eval.Expect{NotFound: true}, said("", 0.9, "민법 제1조"), 0, []calibration.Bin{{From: 0.9, To: 1, Count: 1, Said: 0.9}}},
	} {
		r, err := eval.MeasureAnswers(t.Context(), func(context.Context, string, string) (eval.Answer, error) { return c.answer, nil }, answers(c.expect))
		if err != nil || r.Checks["declined"].Held != c.declined {
			t.Errorf("%s: %d declined, %v", name, r.Checks["declined"].Held, err)
		}
		if diff := cmp.Diff(c.outcomes, r.Bins); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestConfidencesAreComparedWithOutcomes(t *testing.T) {
	t.Parallel()
	set := eval.Set{Name: "x", Kind: eval.Intents}
	for _, id := range []string{"a", "b", "c", "d"} {
		set.Cases = append(set.Cases, eval.Case{ID: id, Text: id, Intent: "right"})
	}
	read := func(_ context.Context, text, _ string) (eval.Reading, error) {
		if text == "d" {
			return eval.Reading{Intent: "wrong", Confidence: 0.55}, nil
		}
		return eval.Reading{Intent: "right", Confidence: 0.95}, nil
	}
	r, err := eval.MeasureIntents(t.Context(), read, set)
	if err != nil {
		t.Fatal(err)
	}
	want := []calibration.Bin{{From: 0.5, To: 0.6, Count: 1, Said: 0.55}, {From: 0.9, To: 1, Count: 3, Said: 0.95, Right: 1}}
	near := cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })
	if diff := cmp.Diff(want, r.Bins, near); diff != "" {
		t.Error(diff)
	}
	if ece := r.Figures["ece"]; r.Checks["intent"] != (eval.Held{Held: 3, N: 4}) || math.Abs(ece-0.25*0.55-0.75*0.05) > 1e-9 {
		t.Errorf("%+v", r)
	}
	r.Split, r.With = eval.Report, "rules"
	results := eval.Results{Entries: []eval.Result{r}}
	var out bytes.Buffer
	if err := results.Write(&out); err != nil || !strings.Contains(out.String(), "75.0%") || !strings.Contains(out.String(), "✗ d") {
		t.Errorf("%v\n%s", err, out.String())
	}
	results.Hide()
	if len(results.Entries[0].Missed) != 0 {
		t.Error("the questions of a report half are shown")
	}
}

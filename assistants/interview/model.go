package interview

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
)

const (
	// modelTime is how long a model's reading is waited for.
	modelTime = 15 * time.Second
	// dispute is how far two readings may be apart, in key points, before the
	// reviewer is shown both.
	dispute = 1.0
)

// helper is the language model at the interviewer's side, nobody where none is
// configured.
type helper struct {
	ask.Model
	grade *llm.Prompt
}

func newHelper(cfg *Config) (h helper, err error) {
	if cfg.Model == nil {
		return h, nil
	}
	h.Model = ask.Model{Client: cfg.Model, Timeout: modelTime, Logger: cfg.Logger}
	h.grade, err = llm.LoadPrompt(configs.FS, "interview_grade")
	return h, err
}

// numbered is a key point as a reading has it.
type numbered struct {
	Number int
	Text   string
}

// reading asks the model to mark an answer by the key points in an order.
func (h *helper) reading(q *Question, answer, language string, order []int) llm.Call {
	data := struct {
		Language, Question, Answer string
		Points                     []numbered
	}{Language: language, Question: q.Ask.In(language), Answer: ask.Tagless(answer)}
	for place, i := range order {
		data.Points = append(data.Points, numbered{place + 1, q.Points[i].Name.In(language)})
	}
	return llm.Call{Prompt: h.grade, Data: data, CheckFunc: func(a llm.Answer) []string {
		_, wrong := q.awarded(a, answer, order)
		return wrong
	}}
}

// awarded is what a reading comes to: the credits are the model's, the points are
// reckoned here, and a credit counts only with words of the answer.
func (q *Question) awarded(a llm.Answer, answer string, order []int) (scoring.Result, []string) {
	var marks struct {
		Points []scoring.Award `json:"points"`
	}
	if err := json.Unmarshal(a.JSON, &marks); err != nil {
		return scoring.Result{}, []string{err.Error()}
	}
	for i := range marks.Points {
		if n := marks.Points[i].Criterion; n >= 1 && n <= len(order) {
			marks.Points[i].Criterion = order[n-1] + 1
		}
	}
	return q.rubric.Reckon(ask.Tagless(answer), marks.Points)
}

// readTwice has a model mark the answer twice, the key points in one order and in
// the other. Where the readings agree the lower of each point's credits counts;
// where they are more than a point apart the rubric's marks stay and the
// reviewer is shown both. A wrong fact of the bank stays one.
func (v *interviewer) readTwice(ctx context.Context, tr *turn, q *Question, c *CurrentQuestion, a *AskedQuestion) (outputs []ToolOutput, err error) {
	own := scoring.Own(strings.Join(c.Answers, "\n"), q.given()...)
	if v.helper.Client == nil || strings.TrimSpace(own) == "" {
		return nil, nil
	}
	order := make([]int, len(q.Points))
	for i := range order {
		order[i] = i
	}
	var readings []scoring.Result
	model := ""
	for _, name := range []string{"reading-1", "reading-2"} {
		heard, err := ask.Once(ctx, tr, v.helper.Model, name, v.helper.reading(q, own, tr.Info().Language, order))
		if err != nil || heard.Off() {
			return outputs, err
		}
		result, wrong := q.awarded(heard.Answer, own, order)
		out := ToolOutput{Tool: name, Question: q.ID, Why: heard.Fallback, RetryAfterMS: heard.RetryAfterMS}
		if heard.Fallback == "" && len(wrong) > 0 {
			out.Why = llm.OutcomeBadAnswer
		}
		if out.Why == "" {
			out.Points = pointsOf(result)
			readings, model = append(readings, q.capped(q.voided(result, a), c)), heard.Answer.Model
		}
		outputs = append(outputs, out)
		slices.Reverse(order)
	}
	if len(readings) < 2 {
		return outputs, nil
	}
	if one, two := outputs[0].Points, outputs[1].Points; max(one-two, two-one) > dispute {
		a.Readings = []float64{one, two}
		return outputs, nil
	}
	wrongFacts := a.WrongFacts
	a.write(lower(readings[0], readings[1]))
	a.WrongFacts, a.GradedBy, a.Unread = wrongFacts, model, nil
	return outputs, nil
}

// pointsOf counts key points, half ones as halves.
func pointsOf(r scoring.Result) (n float64) {
	for _, m := range r.Marks {
		n += map[scoring.Credit]float64{scoring.Full: 1, scoring.Half: 0.5}[m.Credit]
	}
	return n
}

// voided takes the points of wrong facts away from a reading.
func (q *Question) voided(r scoring.Result, a *AskedQuestion) scoring.Result {
	for _, n := range a.WrongFacts {
		m := &r.Marks[q.Wrong[n].Point-1]
		r.Score -= m.Earned
		*m = scoring.Mark{Credit: scoring.None}
	}
	return r
}

// lower has of each key point the lower of two credits.
func lower(one, two scoring.Result) scoring.Result {
	r := scoring.Result{Marks: slices.Clone(one.Marks)}
	for i, m := range two.Marks {
		if m.Earned < r.Marks[i].Earned {
			r.Marks[i] = m
		}
		r.Score += r.Marks[i].Earned
	}
	return r
}

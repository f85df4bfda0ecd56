package tutor

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
)

// modelTime is how long a model's answer is waited for.
const modelTime = 20 * time.Second

// helper is the language model at the tutor's side, nobody where none is
// configured. What it says is checked before a learner sees it, and where it
// fails the rubric and the glossary stand in.
type helper struct {
	ask.Model
	grade, answer *llm.Prompt
}

func newHelper(cfg *Config) (h helper, err error) {
	if cfg.Model == nil {
		return h, nil
	}
	h.Model = ask.Model{Client: cfg.Model, Assistant: Name, Timeout: modelTime, Logger: cfg.Logger}
	if h.grade, err = llm.LoadPrompt(configs.FS, "tutor_grade"); err != nil {
		return h, err
	}
	h.answer, err = llm.LoadPrompt(configs.FS, "tutor_answer")
	return h, err
}

type numbered struct {
	Number int
	Text   string
}

// marking is the call that has a model mark what a learner wrote, by the
// question's rubric.
func (h *helper) marking(q *Question, own, language string) llm.Call {
	data := struct {
		Language, Question, Example, Answer string
		Criteria                            []numbered
	}{Language: language, Question: q.Text.In(language), Example: q.Explanation.In(language), Answer: tagless(own)}
	for i, c := range q.Rubric {
		data.Criteria = append(data.Criteria, numbered{i + 1, c.Name.In(language) + ": " + c.Full.In(language)})
	}
	return llm.Call{Prompt: h.grade, Data: data, CheckFunc: func(a llm.Answer) []string {
		_, _, wrong := q.awarded(a, data.Answer)
		return wrong
	}}
}

// awarded is what a model's marks come to. The credits are the model's, the
// points are reckoned here, and a credit counts only with words of the answer
// that earn it.
func (q *Question) awarded(a llm.Answer, own string) (result scoring.Result, remarks, wrong []string) {
	var marks struct {
		Criteria []scoring.Award `json:"criteria"`
		Remarks  []string        `json:"remarks"`
	}
	if err := json.Unmarshal(a.JSON, &marks); err != nil {
		return result, nil, []string{err.Error()}
	}
	for _, r := range marks.Remarks {
		remarks = append(remarks, cut(oneLine(r), 200))
	}
	result, wrong = q.marking().Reckon(own, marks.Criteria)
	return result, remarks, wrong
}

// tagless keeps a text from closing the marks that it stands between.
func tagless(s string) string { return strings.NewReplacer("<", "‹", ">", "›").Replace(s) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

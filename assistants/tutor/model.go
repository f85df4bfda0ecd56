package tutor

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/llm"
)

// helper is the language model at the tutor's side; nil where none is
// configured. What it says is checked before a learner sees it, and where it
// fails the rubric and the glossary stand in.
type helper struct {
	model         *llm.Client
	grade, answer *llm.Prompt
}

func newHelper(model *llm.Client) (*helper, error) {
	if model == nil {
		return nil, nil
	}
	grade, err := llm.LoadPrompt(configs.FS, "tutor_grade")
	if err != nil {
		return nil, err
	}
	answer, err := llm.LoadPrompt(configs.FS, "tutor_answer")
	if err != nil {
		return nil, err
	}
	return &helper{model: model, grade: grade, answer: answer}, nil
}

// asker is whom a call is reckoned to.
type asker struct{ userID, sessionID, runID string }

func (a asker) call(p *llm.Prompt, data any, check func(llm.Answer) []string) llm.Call {
	return llm.Call{
		Prompt: p, Data: data, CheckFunc: check, Assistant: Name,
		UserID: a.userID, SessionID: a.sessionID, RunID: a.runID,
	}
}

// modelMarks are marks as the model writes them.
type modelMarks struct {
	Criteria []scoring.Award `json:"criteria"`
	Remarks  []string        `json:"remarks"`
}

type numbered struct {
	Number int
	Text   string
}

// grader marks with the model, by the question's rubric; what was copied from
// the question or its hints earns nothing. The credits are the model's, the
// points are reckoned here, and a credit counts only with words of the answer
// that earn it.
func (h *helper) grader(a asker) Grader {
	return func(ctx context.Context, q *Question, answer, language string) (Grade, error) {
		own := scoring.Own(answer, q.given()...)
		if strings.TrimSpace(own) == "" {
			return rubric(ctx, q, answer, language)
		}
		data := struct {
			Language, Question, Example, Answer string
			Criteria                            []numbered
		}{Language: language, Question: q.Text.In(language), Example: q.Explanation.In(language), Answer: tagless(own)}
		for i, c := range q.Rubric {
			data.Criteria = append(data.Criteria, numbered{i + 1, c.Name.In(language) + ": " + c.Full.In(language)})
		}
		var marks modelMarks
		var result scoring.Result
		said, err := h.model.Ask(ctx, a.call(h.grade, data, func(a llm.Answer) (wrong []string) {
			marks = modelMarks{}
			if err := json.Unmarshal(a.JSON, &marks); err != nil {
				return []string{err.Error()}
			}
			result, wrong = q.marking().Reckon(data.Answer, marks.Criteria)
			return wrong
		}))
		if err != nil {
			return Grade{}, err
		}
		grade := q.grade(result, said.Model, language)
		for _, r := range marks.Remarks {
			grade.Remarks = append(grade.Remarks, cut(oneLine(r), 200))
		}
		return grade, nil
	}
}

var (
	figure   = regexp.MustCompile(`\d[\d,.]*`)
	outgoing = regexp.MustCompile(`(?i)https?:|www\.|\]\(|<[a-z/!]`)
)

// tagless keeps a text from closing the marks that it stands between.
func tagless(s string) string { return strings.NewReplacer("<", "‹", ">", "›").Replace(s) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

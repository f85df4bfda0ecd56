package tutor

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/korean"
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

// modelGrader marks with the model. The credits are the model's, the points
// are reckoned here, and a credit counts only with words of the answer that
// earn it.
type modelGrader struct {
	*helper
	asker
}

type modelMarks struct {
	Criteria []struct {
		Number int    `json:"number"`
		Credit string `json:"credit"`
		Quote  string `json:"quote"`
	} `json:"criteria"`
	Remarks []string `json:"remarks"`
}

type numbered struct {
	Number int
	Text   string
}

// Grade marks an answer by the question's rubric; what was copied from the
// question, its hints or its example earns nothing.
func (g modelGrader) Grade(ctx context.Context, q Question, answer, language string) (Grade, error) {
	own := withoutCopies(&q, answer)
	if strings.TrimSpace(own) == "" {
		return Rubric{}.Grade(ctx, q, answer, language)
	}
	data := struct {
		Language, Question, Example, Answer string
		Criteria                            []numbered
	}{Language: language, Question: q.Text, Example: q.Explanation, Answer: tagless(own)}
	for i, c := range q.Rubric {
		data.Criteria = append(data.Criteria, numbered{i + 1, c.Criterion + ": " + c.Full})
	}
	var marks modelMarks
	said, err := g.model.Ask(ctx, g.call(g.grade, data, func(a llm.Answer) []string {
		marks = modelMarks{}
		if err := json.Unmarshal(a.JSON, &marks); err != nil {
			return []string{err.Error()}
		}
		return marks.check(&q, data.Answer)
	}))
	if err != nil {
		return Grade{}, err
	}
	grade := Grade{By: said.Model, Criteria: make([]CriterionGrade, len(q.Rubric))}
	for _, m := range marks.Criteria {
		c := q.Rubric[m.Number-1]
		found := map[string]int{creditFull: 2, creditHalf: 1}[m.Credit]
		grade.Criteria[m.Number-1] = c.grade(found, 2)
		grade.Score += grade.Criteria[m.Number-1].Earned
	}
	for _, r := range marks.Remarks {
		grade.Remarks = append(grade.Remarks, cut(oneLine(r), 200))
	}
	grade.Score = min(grade.Score, 100)
	return grade, nil
}

// check lists what is wrong with marks: each criterion has to be marked
// once, and a credit has to quote the answer.
func (m modelMarks) check(q *Question, answer string) []string {
	var wrong []string
	seen := map[int]bool{}
	said := korean.Plain(answer)
	for _, c := range m.Criteria {
		switch {
		case c.Number < 1 || c.Number > len(q.Rubric):
			wrong = append(wrong, fmt.Sprintf("there is no criterion %d", c.Number))
		case seen[c.Number]:
			wrong = append(wrong, fmt.Sprintf("criterion %d is marked twice", c.Number))
		case c.Credit != creditFull && c.Credit != creditHalf && c.Credit != creditNone:
			wrong = append(wrong, fmt.Sprintf("criterion %d: no such credit", c.Number))
		case c.Credit != creditNone && (korean.Plain(c.Quote) == "" || !strings.Contains(said, korean.Plain(c.Quote))):
			wrong = append(wrong, fmt.Sprintf("criterion %d: the quote does not stand in the answer", c.Number))
		}
		seen[c.Number] = true
	}
	for i := range q.Rubric {
		if !seen[i+1] {
			wrong = append(wrong, fmt.Sprintf("criterion %d is not marked", i+1))
		}
	}
	return wrong
}

var (
	figure   = regexp.MustCompile(`\d[\d,.]*`)
	outgoing = regexp.MustCompile(`(?i)https?:|www\.|\]\(|<[a-z/!]`)
)

// tagless keeps a text from closing the marks that it stands between.
func tagless(s string) string { return strings.NewReplacer("<", "‹", ">", "›").Replace(s) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

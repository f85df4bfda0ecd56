package tutor

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/configs"
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
	said := plain(answer)
	for _, c := range m.Criteria {
		switch {
		case c.Number < 1 || c.Number > len(q.Rubric):
			wrong = append(wrong, fmt.Sprintf("there is no criterion %d", c.Number))
		case seen[c.Number]:
			wrong = append(wrong, fmt.Sprintf("criterion %d is marked twice", c.Number))
		case c.Credit != creditFull && c.Credit != creditHalf && c.Credit != creditNone:
			wrong = append(wrong, fmt.Sprintf("criterion %d: no such credit", c.Number))
		case c.Credit != creditNone && (plain(c.Quote) == "" || !strings.Contains(said, plain(c.Quote))):
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

// passage is what the model may answer from.
type passage struct {
	Number      int
	Title, Text string
	chapter     int
}

type modelAnswer struct {
	Found  bool   `json:"found"`
	Answer string `json:"answer"`
	Used   []int  `json:"used"`
}

// resolve answers a question from passages and tells which it used; none when
// they do not answer it.
func (h *helper) resolve(ctx context.Context, who asker, question, level, language string, passages []passage) (text, model string, used []passage, err error) {
	data := struct {
		Language, Level, Question string
		Passages                  []passage
	}{language, level, tagless(cut(question, maxRead)), passages}
	var answer modelAnswer
	said, err := h.model.Ask(ctx, who.call(h.answer, data, func(a llm.Answer) []string {
		answer = modelAnswer{}
		if err := json.Unmarshal(a.JSON, &answer); err != nil {
			return []string{err.Error()}
		}
		return answer.check(question, passages)
	}))
	if err != nil {
		return "", "", nil, err
	}
	if !answer.Found {
		return "", said.Model, nil, nil
	}
	for _, p := range passages {
		if slices.Contains(answer.Used, p.Number) {
			used = append(used, p)
		}
	}
	return strings.TrimSpace(answer.Answer), said.Model, used, nil
}

var (
	figure   = regexp.MustCompile(`\d[\d,.]*`)
	outgoing = regexp.MustCompile(`(?i)https?:|www\.|\]\(|<[a-z/!]`)
)

// check lists what is wrong with an answer: it has to name its passages, and
// to invent no figure and no link.
func (a modelAnswer) check(question string, passages []passage) []string {
	if !a.Found {
		return nil
	}
	if strings.TrimSpace(a.Answer) == "" || len(a.Used) == 0 {
		return []string{"an answer that is found needs words and the passages used"}
	}
	material := question
	for _, n := range a.Used {
		i := slices.IndexFunc(passages, func(p passage) bool { return p.Number == n })
		if i < 0 {
			return []string{fmt.Sprintf("there is no passage %d", n)}
		}
		material += "\n" + passages[i].Title + "\n" + passages[i].Text
	}
	var wrong []string
	for _, f := range figure.FindAllString(a.Answer, -1) {
		if f = strings.TrimRight(f, ",."); len(f) > 1 && !strings.Contains(material, f) {
			wrong = append(wrong, "the figure "+f+" stands in no passage that is used")
		}
	}
	if outgoing.MatchString(a.Answer) {
		wrong = append(wrong, "links and HTML are not wanted")
	}
	return wrong
}

// tagless keeps a text from closing the marks that it stands between.
func tagless(s string) string { return strings.NewReplacer("<", "‹", ">", "›").Replace(s) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

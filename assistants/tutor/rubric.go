package tutor

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// Grader marks an answer to a subjective question. A model may be one; the
// built-in one is Rubric. Its errors are the operator's: the tutor marks by
// the rubric then and says so.
type Grader interface {
	Grade(ctx context.Context, q Question, answer, language string) (Grade, error)
}

// Grade is the marks of an answer before what hints cost.
type Grade struct {
	Score    int              `json:"score"` // 0-100
	Criteria []CriterionGrade `json:"criteria"`
	// Remarks are what cost marks beyond the criteria.
	Remarks []string `json:"remarks,omitempty"`
	// By is "rubric" or the model's name.
	By string `json:"graded_by"`
}

// CriterionGrade is how far a criterion is met and what it would need.
type CriterionGrade struct {
	Criterion string `json:"criterion"`
	Points    int    `json:"points"`
	Earned    int    `json:"earned"`
	Credit    string `json:"credit"` // full | half | none
	Need      string `json:"need"`   // what full credit needs
}

// The credits of a criterion.
const (
	creditFull = "full"
	creditHalf = "half"
	creditNone = "none"
)

// Criterion is a part of a rubric: marks for concepts that the answer
// holds, or for its form.
type Criterion struct {
	Criterion string `yaml:"criterion"`
	Points    int    `yaml:"points"`
	Full      string `yaml:"full"`
	// Need is how many concepts full credit needs; half of them earn half.
	Need int `yaml:"need"`
	// Concepts are lists of terms that say the same.
	Concepts [][]string `yaml:"concepts"`
	// Form asks for whole sentences instead.
	Form bool `yaml:"form"`
}

// Mistake is a false claim and what it costs.
type Mistake struct {
	Terms []string `yaml:"terms"`
	Minus int      `yaml:"minus"`
	Why   string   `yaml:"why"`
}

// Rubric marks by key terms with their synonyms, without a model.
type Rubric struct{}

// Grade looks for the concepts of each criterion in the answer. The question
// itself, its hints and its example, copied, earn nothing.
func (Rubric) Grade(_ context.Context, q Question, answer, _ string) (Grade, error) {
	a := newAnswer(withoutCopies(&q, answer))
	g := Grade{By: byRubric, Criteria: make([]CriterionGrade, len(q.Rubric))}
	content := 0
	for i, c := range q.Rubric {
		if !c.Form {
			g.Criteria[i] = c.grade(a.concepts(c), max(c.Need, 1))
			content += g.Criteria[i].Earned
		}
	}
	for i, c := range q.Rubric {
		if c.Form {
			form := 0
			if content > 0 { // fine words about nothing earn nothing
				form = a.form()
			}
			g.Criteria[i] = c.grade(form, 2)
		}
		g.Score += g.Criteria[i].Earned
	}
	for _, m := range q.Mistakes {
		if slices.ContainsFunc(m.Terms, a.claims) {
			g.Score -= m.Minus
			g.Remarks = append(g.Remarks, m.Why)
		}
	}
	g.Score = min(max(g.Score, 0), 100)
	return g, nil
}

// grade gives full, half or no credit for what was found of what is needed.
func (c Criterion) grade(found, need int) CriterionGrade {
	g := CriterionGrade{Criterion: c.Criterion, Points: c.Points, Credit: creditNone, Need: c.Full}
	switch {
	case found >= need:
		g.Credit, g.Earned = creditFull, c.Points
	case found > 0 && found*2 >= need:
		g.Credit, g.Earned = creditHalf, c.Points/2
	}
	return g
}

// withoutCopies takes out what the learner was given.
func withoutCopies(q *Question, answer string) string {
	given := []string{korean.Plain(q.Text)}
	for _, hint := range q.Hints {
		given = append(given, korean.Plain(hint))
	}
	holds := func(said string) bool {
		return slices.ContainsFunc(given, func(g string) bool { return strings.Contains(g, said) })
	}
	if holds(korean.Plain(answer)) {
		return ""
	}
	var own []string
	for _, sentence := range sentenceEnd.Split(answer, -1) {
		said := korean.Plain(sentence)
		if utf8.RuneCountInString(said) < 8 || !holds(said) {
			own = append(own, sentence)
		}
	}
	return strings.Join(own, ".\n")
}

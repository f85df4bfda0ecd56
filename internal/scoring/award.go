package scoring

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// Award is a credit that a judge, such as a language model, gives a criterion.
type Award struct {
	Criterion int    `json:"number"` // from 1
	Credit    Credit `json:"credit"`
	// Quote is the words of the answer that earn it.
	Quote string `json:"quote"`
}

// Reckon makes the result of a judge's awards: the credits are the judge's, the
// points the rubric's. What is wrong with the awards is listed: each criterion
// has to be awarded once, and a credit has to quote the answer.
func (r Rubric) Reckon(answer string, awards []Award) (Result, []string) {
	result, wrong := Result{Marks: make([]Mark, len(r.Criteria))}, []string(nil)
	said := korean.Plain(answer)
	for _, a := range awards {
		if a.Criterion < 1 || a.Criterion > len(r.Criteria) {
			wrong = append(wrong, fmt.Sprintf("there is no criterion %d", a.Criterion))
			continue
		}
		if text := a.wrong(said); text != "" {
			wrong = append(wrong, fmt.Sprintf("criterion %d: %s", a.Criterion, text))
		}
		mark := &result.Marks[a.Criterion-1]
		if mark.Credit != "" {
			wrong = append(wrong, fmt.Sprintf("criterion %d is marked twice", a.Criterion))
		}
		*mark = r.Criteria[a.Criterion-1].mark(map[Credit]int{Full: 2, Half: 1}[a.Credit], 2, a.Quote)
	}
	for i, m := range result.Marks {
		if m.Credit == "" {
			wrong = append(wrong, fmt.Sprintf("criterion %d is not marked", i+1))
		}
	}
	return r.sum(result), wrong
}

func (a Award) wrong(answer string) string {
	quote := korean.Plain(a.Quote)
	switch {
	case a.Credit == None:
		return ""
	case a.Credit != Full && a.Credit != Half:
		return "no such credit"
	case quote == "" || !strings.Contains(answer, quote):
		return "the quote does not stand in the answer"
	}
	return ""
}

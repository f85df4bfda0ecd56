package scoring

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/words"
)

// Whole is what the points of a rubric make.
const Whole = 100

// Rubric is what an answer is marked by.
type Rubric struct {
	Criteria []Criterion `yaml:"criteria"`
	Mistakes []Mistake   `yaml:"mistakes"`
}

// Criterion is a part of a rubric: points for concepts that the answer holds.
type Criterion struct {
	Name   words.Text `yaml:"criterion"`
	Points int        `yaml:"points"`
	// Full tells what earns all of the points.
	Full words.Text `yaml:"full"`
	// Need is how many concepts that takes (0 is 1); half of them earn half.
	Need     int     `yaml:"need"`
	Concepts []Terms `yaml:"concepts"`
}

// Terms are wordings of one thing, by language: a claim ("check"), which its
// clause may take back, or a topic ("*contract"), which counts whatever is
// said of it. "let + function scope" is a claim of parts that stand in their
// order, close to one another, in one clause, and "#" is any number. Answers are read for those of all
// languages.
type Terms map[string][]string

// Mistake is a false claim and what it costs: one of its terms, or what is told of
// one of two sides said of the other.
type Mistake struct {
	Terms Terms `yaml:"terms"`
	// Sides are the names of two things that are told apart, Told what is true of
	// each alone; none has no sides.
	Sides []Terms    `yaml:"sides"`
	Told  []Terms    `yaml:"told"`
	Minus int        `yaml:"minus"`
	Why   words.Text `yaml:"why"`
	// Voids is the criterion, from 1, that the claim leaves without points; 0
	// is none.
	Voids int `yaml:"voids"`
}

// Credit is how far a criterion is met.
type Credit string

// The credits.
const (
	Full Credit = "full"
	Half Credit = "half"
	None Credit = "none"
)

// Result is the marks of an answer.
type Result struct {
	Score    int    // 0 to Whole
	Marks    []Mark // of each criterion, in their order
	Mistakes []Slip
	// Unread are the clauses of the answer that earned nothing and made no mistake:
	// words that the rubric does not know, which may be right.
	Unread []string
}

// Mark is what one criterion earned.
type Mark struct {
	Credit Credit
	Earned int
	// Evidence are the words of the answer that earned it.
	Evidence []string
}

// Slip is a mistake of the rubric that the answer makes.
type Slip struct {
	Mistake  int // of Rubric.Mistakes
	Evidence string
}

// Mark looks for each criterion's concepts in the answer. Texts that were
// given, such as the question and its hints, earn nothing when copied, nor does a
// clause that makes a mistake: half of a false claim would be quoted as right.
func (r Rubric) Mark(answer string, given ...string) Result {
	a := read(Own(answer, given...))
	result, all := Result{Marks: make([]Mark, len(r.Criteria))}, a.clauses
	for i, m := range r.Mistakes {
		said, made := a.any(m.Terms, "compared") // what is said of another thing is no mistake
		if !made && len(m.Sides) == 2 {
			said, made = a.swapped(m)
		}
		if made {
			result.Mistakes = append(result.Mistakes, Slip{i, said})
		}
	}
	a.drop(result.Mistakes)
	var tails []int
	for i, c := range r.Criteria {
		evidence, tail := c.found(a)
		result.Marks[i] = c.mark(len(evidence), max(c.Need, 1), evidence...)
		if tail {
			tails = append(tails, i)
		}
	}
	result.untail(tails)
	result.Unread = result.unread(all)
	for _, s := range result.Mistakes {
		if n := r.Mistakes[s.Mistake].Voids; n > 0 {
			result.Marks[n-1] = Mark{Credit: None}
		}
	}
	return r.sum(result)
}

// found is what the answer holds of the concepts; tail tells that it is the second of
// two alone: "first" or "fails", of whatever it is said.
func (c Criterion) found(a *answer) (evidence []string, tail bool) {
	for i, terms := range c.Concepts {
		if said, ok := a.any(terms); ok {
			evidence = append(evidence, said)
			tail = i == 1 && len(c.Concepts) == 2 && len(evidence) == 1
		}
	}
	return evidence, tail
}

// untail takes the points of tails away where no criterion is met wholly: words by
// chance, of an answer to something else.
func (r *Result) untail(tails []int) {
	if slices.ContainsFunc(r.Marks, func(m Mark) bool { return m.Credit == Full }) {
		return
	}
	for _, i := range tails {
		r.Marks[i] = Mark{Credit: None}
	}
}

// Earns tells whether something in the answer is of the rubric, right or wrong.
func (r Rubric) Earns(answer string, given ...string) bool {
	marks := r.Mark(answer, given...)
	return marks.Score > 0 || len(marks.Mistakes) > 0
}

// unread are the clauses, but for single words, of which none is quoted.
func (r *Result) unread(clauses []clause) (list []string) {
	read := map[string]bool{}
	for _, m := range r.Marks {
		for _, said := range m.Evidence {
			read[said] = true
		}
	}
	for _, s := range r.Mistakes {
		read[s.Evidence] = true
	}
	for _, c := range clauses {
		if said := quoted(c.text); !read[said] && strings.Contains(c.spaced, " ") {
			list = append(list, said)
		}
	}
	return list
}

// Named counts the criteria that earned something.
func (r *Result) Named() (n int) {
	for _, m := range r.Marks {
		if m.Credit == Full || m.Credit == Half {
			n++
		}
	}
	return n
}

// Halve leaves a criterion that earned all of its points half of them.
func (r *Result) Halve(i int) {
	if m := &r.Marks[i]; m.Credit == Full {
		r.Score -= m.Earned - m.Earned/2
		m.Credit, m.Earned = Half, m.Earned/2
	}
}

// mark gives all, half or none of the points for what was found of what is
// needed.
func (c Criterion) mark(found, need int, evidence ...string) Mark {
	switch {
	case found >= need:
		return Mark{Full, c.Points, slices.Compact(evidence)}
	case found > 0 && found*2 >= need:
		return Mark{Half, c.Points / 2, slices.Compact(evidence)}
	}
	return Mark{Credit: None}
}

func (r Rubric) sum(result Result) Result {
	for _, m := range result.Marks {
		result.Score += m.Earned
	}
	for _, s := range result.Mistakes {
		result.Score -= r.Mistakes[s.Mistake].Minus
	}
	result.Score = min(max(result.Score, 0), Whole)
	return result
}

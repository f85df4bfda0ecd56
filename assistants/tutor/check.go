package tutor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/korean"
)

// levels are the kinds of user that each chapter teaches.
func levels() []string { return []string{Beginner, Advanced} }

// check finds what would leave a learner of chapter n without a lesson or a
// question.
func (ch *chapter) check(n int) datafile.Flaws {
	var f datafile.Flaws
	f.Need(ch.Number == n, "chapter", "the file is chapter %d: number it so", n)
	for _, name := range ch.levels() {
		at, l := "levels."+name, ch.Levels[name]
		for _, language := range texts.Languages() {
			n := len(sectionsOf(l.Theory[language]))
			f.Need(n >= 3, at+".theory", "in %q it has fewer than three sections: begin each with ###", language)
			f.Need(n == len(sectionsOf(l.Theory[texts.Languages()[0]])), at+".theory", "in %q it has %d sections: give it as many in each language", language, n)
		}
		f.Need(len(l.Goals) > 0 && len(l.Recap) >= 4, at, "it needs goals, and four key points in recap")
		// Each session of a chapter has a question of its own.
		f.Need(len(ch.pool(name, "")) > maxSessions, "questions", "%s has fewer than %d questions: add some", name, maxSessions+1)
		for _, kind := range []string{MultipleChoice, Subjective} {
			f.Need(len(ch.pool(name, kind)) > 0, "questions", "%s has no %s question: add one", name, kind)
		}
	}
	seen := map[int]bool{}
	for i := range ch.Questions {
		q := &ch.Questions[i]
		f.Need(!seen[q.Number], fmt.Sprintf("questions[%d].number", i), "question %d is given twice: number one anew", q.Number)
		seen[q.Number] = true
		for _, wrong := range q.check(ch) {
			f.Need(false, fmt.Sprintf("questions[%d].%s", i, wrong.Path), "question %d: %s", q.Number, wrong.Text)
		}
	}
	return f
}

func (q *Question) check(ch *chapter) datafile.Flaws {
	var f datafile.Flaws
	f.Need(q.Number/100 == ch.Number, "number", "it is not of chapter %d: number it %dxx", ch.Number, ch.Number)
	f.Need(slices.Contains(levels(), q.Level), "level", "there is no level %q: write one of %v", q.Level, levels())
	f.Need(slices.ContainsFunc(ch.Topics, func(t topic) bool { return t.ID == q.Topic }), "topic", "no topic %q: add it to topics", q.Topic)
	f.Need(len(q.Hints) == maxHints, "hints", "it has %d hints: give it %d", len(q.Hints), maxHints)
	switch q.Type {
	case MultipleChoice:
		q.checkChoices(&f)
	case Subjective:
		for _, wrong := range q.marking().Check() {
			path := strings.Replace(wrong.Path, "criteria", "rubric", 1)
			f.Need(false, path, "%s", wrong.Text)
		}
	default:
		f.Need(false, "type", "there is no type %q: write %s or %s", q.Type, MultipleChoice, Subjective)
	}
	return f
}

func (q *Question) checkChoices(f *datafile.Flaws) {
	f.Need(len(q.Choices) == 4, "choices", "it has %d choices: give it four", len(q.Choices))
	f.Need(q.Answer >= 1 && q.Answer <= len(q.Choices), "answer", "%d is no choice: write the right one's number, from 1", q.Answer)
	f.Need(len(q.Reasons) == 0 || len(q.Reasons) == len(q.Choices)-1, "reasons", "it has %d reasons: give one of each wrong choice", len(q.Reasons))
	for _, language := range texts.Languages() {
		for i, a := range q.Choices {
			for j, b := range q.Choices {
				same := i != j && strings.Contains(korean.Plain(a[language]), korean.Plain(b[language]))
				f.Need(!same, fmt.Sprintf("choices[%d]", i), "in %q choice %d holds choice %d: reword one", language, i+1, j+1)
			}
		}
	}
}

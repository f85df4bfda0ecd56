package tutor

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// check finds what would leave a learner without a lesson or a question.
func (ch *chapter) check() error {
	var errs []error
	need := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	need(ch.Title.KO != "" && ch.Title.EN != "", "title needs both languages")
	for _, name := range []string{Beginner, Advanced} {
		l := ch.Levels[name]
		need(len(sectionsOf(l.Theory)) >= 3, "%s: theory needs three sections", name)
		need(len(l.Goals) > 0 && len(l.Recap) >= 4 && l.Another != "" && l.SummaryEN != "", "%s: goals, recap, another or summary_en is missing", name)
		// Each session of a chapter has a question of its own.
		need(len(ch.pool(name, "")) > maxSessions, "%s: the pool is too small", name)
		need(len(ch.pool(name, MultipleChoice)) > 0 && len(ch.pool(name, Subjective)) > 0, "%s: a kind of question is missing", name)
	}
	for i := range ch.Questions {
		if err := ch.Questions[i].check(ch); err != nil {
			errs = append(errs, fmt.Errorf("question %d: %w", ch.Questions[i].Number, err))
		}
	}
	return errors.Join(errs...)
}

func (q *Question) check(ch *chapter) error {
	switch {
	case q.Number/100 != ch.Number:
		return fmt.Errorf("number is not of chapter %d", ch.Number)
	case q.Level != Beginner && q.Level != Advanced:
		return fmt.Errorf("level %q", q.Level)
	case !slices.ContainsFunc(ch.Topics, func(t topic) bool { return t.ID == q.Topic }):
		return fmt.Errorf("topic %q", q.Topic)
	case q.Text == "" || q.Explanation == "":
		return errors.New("question or explanation is missing")
	case len(q.Hints) != maxHints:
		return fmt.Errorf("has %d hints", len(q.Hints))
	case q.Type == MultipleChoice:
		return q.checkChoices()
	case q.Type == Subjective:
		return q.checkRubric()
	}
	return fmt.Errorf("type %q", q.Type)
}

func (q *Question) checkChoices() error {
	if len(q.Choices) != 4 || q.Answer < 1 || q.Answer > len(q.Choices) {
		return errors.New("needs four choices and the answer's number")
	}
	for i, a := range q.Choices {
		for j, b := range q.Choices {
			if i != j && strings.Contains(korean.Plain(a), korean.Plain(b)) {
				return fmt.Errorf("choice %d holds choice %d", i+1, j+1)
			}
		}
	}
	return nil
}

func (q *Question) checkRubric() error {
	total := 0
	for _, c := range q.Rubric {
		total += c.Points
		if c.Form == (len(c.Concepts) > 0) || c.Need > len(c.Concepts) || c.Points <= 0 || c.Full == "" {
			return fmt.Errorf("criterion %q", c.Criterion)
		}
	}
	if total != 100 {
		return fmt.Errorf("the points make %d", total)
	}
	return nil
}

package interview

import (
	"strings"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words"
)

// improvement tells how an answer is said better: one answer in the order that is
// recommended, or all of them with what they lack. Of a question that is open
// nothing is told.
func (v *interviewer) improvement(s *InterviewState) string {
	c, query := s.Task.CurrentQuestion, s.query()
	named := v.spokenOf(s, query)
	switch a := v.about(s); {
	case c != nil && c.FollowUp != "" && named == nil && !phrases.Has(query, "overall"):
		return v.heardSoFar(s)
	case a == nil:
		return texts.Say(s.Language, "guide.no_marks")
	case named == nil && !phrases.Has(query, "behind") && (phrases.Has(query, "overall") || c == nil):
		return v.overview(s)
	case a.Skipped:
		return texts.Say(s.Language, "why.skipped", "topic", v.bank().questions[a.ID].Topic)
	default:
		return v.better(s, a)
	}
}

// heardSoFar tells what the open question's first answer had, and not what it lacks.
func (v *interviewer) heardSoFar(s *InterviewState) string {
	q, c := v.open(s), s.Task.CurrentQuestion
	var found []string
	marks := q.mark(c).Marks
	for i, m := range marks {
		if m.Credit != scoring.None {
			found = append(found, q.Points[i].Name.In(s.Language))
		}
	}
	return texts.Say(s.Language, "improve.open", "found", len(found), "of", len(marks), "names", strings.Join(found, ", "), "disputed", s.Turn.Intent != intentImprove)
}

// better is an answer in the candidate's own words, in the order of a good one, with
// what is to be added where.
func (v *interviewer) better(s *InterviewState, a *AskedQuestion) string {
	q, speak := v.bank().questions[a.ID], texts.In(s.Language)
	length := words.Message{}
	if phrases.Has(s.query(), "of_length") {
		length = words.M("improve.length")
	}
	lines := []string{speak.Say("improve.head", "length", length, "question", q.Ask, "status", s.reviewed()), ""}
	if a.found() == 0 {
		lines[0] = speak.Say("improve.nothing", "length", length, "question", q.Ask, "points", strings.Join(q.names(s.Language), " → "))
		for _, n := range a.WrongFacts {
			lines = append(lines, speak.Say("coach.step.wrong", "why", q.Wrong[n].Why))
		}
		return strings.TrimSpace(strings.Join(lines, "\n"))
	}
	for i, p := range a.Points {
		point := []any{"n", i + 1, "point", q.Points[i].Name, "quote", p.quoted()}
		lines = append(lines, speak.Say("improve."+string(p.Credit), point...))
	}
	for _, n := range a.WrongFacts {
		lines = append(lines, "", speak.Say("coach.step.wrong", "why", q.Wrong[n].Why))
	}
	if !a.Exampled && korean.CountLetters(strings.Join(a.Answers, "")) > 0 {
		lines = append(lines, "", speak.Say("improve.example"))
	}
	return strings.Join(lines, "\n")
}

// overview are all answers with what each has and lacks.
func (v *interviewer) overview(s *InterviewState) string {
	speak, list := texts.In(s.Language), s.answeredQuestions()
	lines := []string{speak.Say("improve.all", "n", len(list), "score", s.average(), "status", s.reviewed()), ""}
	for _, a := range list {
		lines = append(lines, "- "+v.shortfall(a, s.Language))
	}
	_, weak := s.extremes()
	return strings.Join(append(lines, "", speak.Say("improve.next", "topic", v.bank().questions[weak.ID].Topic)), "\n")
}

// shortfall is an answer's score with the key points that it has and lacks.
func (v *interviewer) shortfall(a *AskedQuestion, language string) string {
	q := v.bank().questions[a.ID]
	named := map[bool][]string{}
	for i, name := range q.names(language)[:len(a.Points)] {
		has := a.Points[i].Credit != scoring.None
		named[has] = append(named[has], name)
	}
	return texts.Say(language, "improve.line", "topic", q.Topic, "score", a.Score, "found", strings.Join(named[true], ", "), "missing", strings.Join(named[false], ", "))
}

// reviewed tells whether a person has looked at the marks.
func (s *InterviewState) reviewed() words.Message {
	if r := s.FlowControl.HumanInLoopPayload; r != nil && r.Status != ReviewPending && r.Status != ReviewRejected {
		return words.M("improve.reviewed")
	}
	return words.M("improve.not_reviewed")
}

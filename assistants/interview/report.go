package interview

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/interview/ability"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// documentType is the kind of a report among documents.
const documentType = "interview_report"

// reportData is a report as clients draw it.
type reportData struct {
	Turns      int              `json:"turns"`
	Feedback   string           `json:"last_user_feedback,omitempty"`
	Successful bool             `json:"task_successful"`
	Scored     int              `json:"scored"`
	Skipped    int              `json:"skipped"`
	Score      int              `json:"score"`
	Ability    *interval        `json:"ability"`
	Radar      []radarAxis      `json:"radar"`
	Categories []categoryReport `json:"categories"`
	Questions  []questionReport `json:"questions"`
	// Document is the report to download, once it is approved.
	Document *state.DocumentLink `json:"document,omitempty"`
}

// radarAxis is an axis of the radar chart, 0 to 100.
type radarAxis struct {
	Key   string `json:"category"`
	Name  string `json:"name"`
	Value int    `json:"score"`
}

// categoryReport is how a category went.
type categoryReport struct {
	Key     string   `json:"key"`
	Name    string   `json:"name"`
	Scored  int      `json:"scored"`
	Score   int      `json:"score"`
	Ability interval `json:"ability"`
}

// questionReport is one question with the words that earned its marks.
type questionReport struct {
	Topic      string   `json:"topic"`
	Question   string   `json:"question"`
	Difficulty int      `json:"difficulty"`
	Score      int      `json:"score"`
	Skipped    bool     `json:"skipped"`
	Marks      []string `json:"marks"`
}

func (v *interviewer) report(s *InterviewState) reportData {
	r := reportData{
		Turns: s.Evaluation.TurnCount, Feedback: s.Evaluation.LastUserFeedback, Scored: s.scored(), Skipped: len(s.Task.QuestionsAsked) - s.scored(),
		Successful: s.Evaluation.TaskSuccessful != nil && *s.Evaluation.TaskSuccessful, Score: s.average(), Ability: intervalOf(s.estimate()),
		Radar: v.radar(s), Categories: v.byCategory(s), Document: v.link(s),
	}
	for i := range s.Task.QuestionsAsked {
		a := &s.Task.QuestionsAsked[i]
		q := v.bank().questions[a.ID]
		marks := []string{}
		if !a.Skipped {
			marks = v.markLines(q, a, s.Language)
		}
		r.Questions = append(r.Questions, questionReport{q.Topic.In(s.Language), q.Ask.In(s.Language), a.Difficulty, a.Score, a.Skipped, marks})
	}
	return r
}

// radar are five sides of the answers: key points named, no wrong facts, reasons,
// examples, and going without hints and skipping.
func (v *interviewer) radar(s *InterviewState) []radarAxis {
	answered := s.answeredQuestions()
	share := func(of int, good func(a *AskedQuestion) bool) int {
		n := 0
		for _, a := range answered {
			if good(a) {
				n++
			}
		}
		return n * 100 / max(of, 1)
	}
	axis := func(key string, value int) radarAxis {
		return radarAxis{key, texts.Say(s.Language, "radar."+key), value}
	}
	return []radarAxis{
		axis("points", s.average()),
		axis("accuracy", share(len(answered), func(a *AskedQuestion) bool { return len(a.WrongFacts) == 0 && len(a.Answers) > 0 })),
		axis("reasons", share(len(answered), func(a *AskedQuestion) bool { return a.Reasoned })),
		axis("examples", share(len(answered), func(a *AskedQuestion) bool { return a.Exampled })),
		axis("alone", share(len(s.Task.QuestionsAsked), func(a *AskedQuestion) bool { return a.Hints == 0 })),
	}
}

// byCategory are the categories that were asked about, each measured by itself.
func (v *interviewer) byCategory(s *InterviewState) (list []categoryReport) {
	for _, c := range v.bank().categories {
		part := *s
		part.Task.QuestionsAsked = nil
		for _, a := range s.Task.QuestionsAsked {
			if a.Category == c.Key && !a.Skipped {
				part.Task.QuestionsAsked = append(part.Task.QuestionsAsked, a)
			}
		}
		if n := len(part.Task.QuestionsAsked); n > 0 {
			list = append(list, categoryReport{c.Key, c.Name.In(s.Language), n, part.average(), *intervalOf(part.estimate())})
		}
	}
	return list
}

// intervalOf is an estimate on the scale of 0 to 100.
func intervalOf(e ability.Estimate) *interval {
	return &interval{ability.Shown(e.Theta), ability.Shown(e.Low()), ability.Shown(e.High()), e.SE}
}

// table is the report in numbers, by category.
func (v *interviewer) table(s *InterviewState) string {
	speak, r := texts.In(s.Language), v.report(s)
	lines := []string{speak.Say("report.head"), "|---|---:|---:|---:|"}
	for _, c := range r.Categories {
		lines = append(lines, speak.Say("report.row", "name", c.Name, "n", c.Scored, "score", c.Score, "ability", c.Ability.Ability, "low", c.Ability.Low, "high", c.Ability.High))
	}
	return strings.Join(lines, "\n")
}

// document is the approved report.
func (v *interviewer) document(s *InterviewState, now time.Time) state.Document {
	return state.Document{
		ID: s.documentID(), SessionID: s.ChatSessionID, UserID: s.UserContext.UserID, RunID: s.RunID, Type: documentType,
		Title: texts.Say(s.Language, "report.title"), Markdown: v.markdown(s, now), Metadata: assistant.Packed(v.report(s)).Data, CreatedAt: now,
	}
}

// markdown is the report's text; its chart is drawn where the format can.
func (v *interviewer) markdown(s *InterviewState, now time.Time) string {
	speak, r := texts.In(s.Language), v.report(s)
	var b strings.Builder
	part := func(key, text string) {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", speak.Say(key), text)
	}
	fmt.Fprintf(&b, "# %s\n\n> %s\n\n", speak.Say("report.title"), speak.Say("report.notice", "day", now.In(korean.Zone), "name", s.Persona.Name))
	part("report.overall", s.Evaluation.FinalEvaluationSummary)
	success := "no"
	if r.Successful {
		success = "yes"
	}
	part("report.figures", speak.Say("report.list", "turns", r.Turns, "scored", r.Scored, "skipped", r.Skipped, "score", r.Score, "ability", r.Ability.Ability,
		"low", r.Ability.Low, "high", r.Ability.High, "feedback", speak.Say("report.feedback."+cmp.Or(r.Feedback, "none")), "success", speak.Say("report.success."+success)))
	var axes []string
	for _, a := range r.Radar {
		axes = append(axes, fmt.Sprintf("%s: %d", a.Name, a.Value))
	}
	part("report.balance", "```radar\n"+strings.Join(axes, "\n")+"\n```\n\n"+speak.Say("report.balance_note"))
	part("report.categories", v.table(s))
	var list []string
	for i, q := range r.Questions {
		head := speak.Say("report.question", "n", i+1, "topic", q.Topic, "score", q.Score, "difficulty", q.Difficulty)
		if q.Skipped {
			head = speak.Say("report.skipped", "n", i+1, "topic", q.Topic, "difficulty", q.Difficulty)
		}
		list = append(list, "### "+head+"\n\n"+q.Question+"\n\n"+strings.Join(q.Marks, "\n"))
	}
	part("report.questions", strings.Join(list, "\n\n"))
	source := v.bank().settings.Source
	part("report.source", speak.Say("report.source_text", "title", source.Title, "day", source.CompiledOn, "measure", len(r.Questions)))
	return strings.TrimSpace(b.String()) + "\n"
}

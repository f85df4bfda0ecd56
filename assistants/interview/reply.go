package interview

import (
	"cmp"
	"strings"

	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/state"
)

// reply is the answer of a turn: what the workers said, as Markdown, as sections
// and as data.
func (v *interviewer) reply(s *InterviewState) state.Response {
	var b strings.Builder
	var sections []state.Section
	agents := []string{}
	for _, part := range s.Turn.Said {
		title := texts.Say(s.Language, "title.word")
		if part.Title != "" {
			title = texts.Say(s.Language, part.Title)
			b.WriteString("### " + title + "\n\n")
		}
		b.WriteString(part.Text + "\n\n")
		sections = append(sections, section(title, part))
		if len(agents) == 0 || agents[len(agents)-1] != part.Worker {
			agents = append(agents, part.Worker)
		}
	}
	text := strings.TrimSpace(b.String())
	if s.Turn.Worker == Guide && s.Turn.Answer == "" && !(s.Turn.Intent == intentReport && v.link(s) != nil) {
		return state.Response{
			Type: state.ResponseGuidance, Message: text, DetectedIntent: s.Turn.Intent,
			OriginalQuery: cut.Runes(s.query(), maxMessage), TeamsUsed: agents, Data: v.data(s),
		}
	}
	meta := state.AnswerMetadata{Confidence: 1, Sources: []string{}, IntentType: s.Turn.Intent, AnsweredBy: state.AnsweredByRules}
	if a := s.last(); s.Turn.Closed && a != nil && a.GradedBy != byRubric {
		meta.AnsweredBy, meta.Model = state.AnsweredByModel, a.GradedBy
	}
	for _, out := range s.Task.ToolOutputs {
		if s.Turn.Closed && out.Why != "" {
			meta.Fallback, meta.RetryAfterMS = out.Why, out.RetryAfterMS
		}
	}
	r := state.Response{
		Type: state.ResponseAnswer, Answer: text, TeamsUsed: agents, Data: v.data(s),
		StructuredData: &state.StructuredData{Sections: sections, Metadata: meta},
	}
	if report := v.link(s); report != nil && (s.Turn.Worker == Reviewer || s.Turn.Intent == intentReport) {
		r.Type, r.DocumentType, r.Document = state.ResponseDocument, documentType, report
	}
	return r
}

func section(title string, part Said) state.Section {
	icons := map[string]string{Interviewer: "target", Coach: "lightbulb", Closer: "chart", Reviewer: "chart"}
	priority, kind := "medium", "text"
	if part.Worker == Interviewer {
		priority = "high"
	}
	if part.Open {
		kind = "question"
	}
	return state.Section{Title: title, Content: strings.Split(part.Text, "\n"), Icon: cmp.Or(icons[part.Worker], "info"), Priority: priority, Type: kind}
}

// interviewData is where the interview is, for clients that show it.
type interviewData struct {
	Stage              string    `json:"interview_stage"`
	Plan               string    `json:"plan"`
	PlanName           string    `json:"plan_name"`
	Scored             int       `json:"scored"`
	Limit              int       `json:"limit"`
	CurrentDifficulty  int       `json:"current_difficulty"`
	PreviousDifficulty *int      `json:"previous_difficulty"`
	Ability            *interval `json:"ability"`
	Mood               string    `json:"current_mood"`
	UserIntent         string    `json:"user_intent"`
	FallbackCount      int       `json:"fallback_count"`
	TurnCount          int       `json:"turn_count"`
	Entities           []string  `json:"technologies"`
	EndedBy            string    `json:"ended_by,omitempty"`
	Review             string    `json:"review,omitempty"`
}

// interval is an ability on the scale of 0 to 100, with its 90 % interval.
type interval struct {
	Ability int     `json:"ability"`
	Low     int     `json:"low"`
	High    int     `json:"high"`
	SE      float64 `json:"standard_error"` // logits
}

// questionData is the open question.
type questionData struct {
	ID         string `json:"id"`
	Category   string `json:"category"`
	Topic      string `json:"topic"`
	Difficulty int    `json:"difficulty"`
	Question   string `json:"question"`
	FollowUp   string `json:"follow_up,omitempty"`
	Hints      int    `json:"hints"`
	HintsLeft  int    `json:"hints_left"`
	Number     int    `json:"number"`
}

func (v *interviewer) data(s *InterviewState) map[string]state.TeamData {
	t := &s.Task
	d := interviewData{
		Stage: t.InterviewStage, Plan: t.Plan, Scored: s.scored(), Limit: v.limit(s),
		CurrentDifficulty: t.CurrentDifficulty, PreviousDifficulty: t.PreviousDifficulty, Mood: s.Persona.CurrentMood,
		UserIntent: s.Guardrails.UserIntent, FallbackCount: s.Guardrails.FallbackCount, TurnCount: s.Evaluation.TurnCount,
		Entities: append([]string{}, s.Guardrails.ParsedEntities["technologies"]...), EndedBy: t.EndedBy,
	}
	if t.Plan != "" {
		d.PlanName = v.bank().plan(t.Plan).Name.In(s.Language)
	}
	if t.Ability != nil {
		d.Ability = intervalOf(s.estimate())
	}
	if r := s.FlowControl.HumanInLoopPayload; r != nil {
		d.Review = r.Status
	}
	data := map[string]state.TeamData{"interview": assistant.Packed(d)}
	if c, q := t.CurrentQuestion, v.open(s); c != nil {
		open := questionData{
			ID: c.ID, Category: c.Category, Topic: q.Topic.In(s.Language), Difficulty: c.Difficulty, Question: c.Question,
			Hints: len(c.Hinted), HintsLeft: maxHints - len(c.Hinted), Number: s.scored() + 1,
		}
		if c.FollowUp != "" {
			open.FollowUp = v.followUp(s, q, c)
		}
		data["question"] = assistant.Packed(open)
	}
	if a := s.last(); a != nil && s.Turn.Closed {
		data["evaluation"] = assistant.Packed(v.evaluation(a, s.Language))
	}
	if t.InterviewStage == StageFinished && s.scored() > 0 {
		data["report"] = assistant.Packed(v.report(s))
	}
	return data
}

// evaluationData is a closed question with its key points by name.
type evaluationData struct {
	*AskedQuestion
	Points []namedMark `json:"points"`
}

type namedMark struct {
	Name string `json:"name"`
	PointMark
}

func (v *interviewer) evaluation(a *AskedQuestion, language string) evaluationData {
	d := evaluationData{AskedQuestion: a, Points: []namedMark{}}
	for i, p := range a.Points {
		d.Points = append(d.Points, namedMark{v.bank().questions[a.ID].Points[i].Name.In(language), p})
	}
	return d
}

package tutor

import (
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/state"
)

// lesson is where the user is, for clients that show it.
type lesson struct {
	Chapter       int    `json:"chapter"`
	Chapters      int    `json:"chapters"`
	Title         string `json:"title"`
	Level         string `json:"level"`
	Stage         string `json:"session_progress_stage"`
	UIMode        string `json:"ui_mode"`
	SessionCount  int    `json:"session_count"`
	SessionsLimit int    `json:"sessions_limit"`
}

// quizData is an open question, for clients with a quiz mode.
type quizData struct {
	Number  int    `json:"number"`
	Chapter int    `json:"chapter"`
	Type    string `json:"type"`
	Topic   string `json:"topic"`
	// Lead is what is said before the question: the rest of the text is the
	// question, its hints and how to answer.
	Lead      string   `json:"lead"`
	Question  string   `json:"question"`
	Options   []string `json:"options"`
	Hints     []string `json:"hints"` // revealed ones
	HintsLeft int      `json:"hints_left"`
	PassScore int      `json:"pass_score"`
	// SessionCount is which study of the chapter this question belongs to.
	SessionCount int `json:"session_count"`
}

// evaluationData is an evaluation with what was decided on it.
type evaluationData struct {
	Evaluation
	Decision  string `json:"decision"`
	Forced    bool   `json:"forced"`
	SessionID string `json:"session_id"`
}

// data is what clients that know the tutor render by themselves; lead is what
// is said before an open question.
func (t *tutor) data(s *TutorState, lead string) map[string]state.TeamData {
	ch := t.course().chapter(s.CurrentChapter)
	mode := modeChat
	if s.QuestionOpen && s.SessionProgressStage == StageTheory {
		mode = modeQuiz
	}
	data := map[string]state.TeamData{"lesson": assistant.Packed(lesson{
		Chapter: ch.Number, Chapters: t.chapters(ch), Title: ch.Title.In(s.Language), Level: s.UserType,
		Stage: s.SessionProgressStage, UIMode: mode, SessionCount: s.CurrentSessionCount, SessionsLimit: maxSessions,
	})}
	if mode == modeQuiz {
		q := t.course().questions[s.CurrentQuestionNumber]
		data["quiz"] = assistant.Packed(quizData{
			Number: q.Number, Chapter: q.Chapter, Type: q.Type, Topic: ch.topic(q.Topic, s.Language), Lead: lead,
			Question: q.Text.In(s.Language), Options: in(s.Language, q.Choices),
			Hints: in(s.Language, q.Hints[:s.HintUsageCount]), HintsLeft: maxHints - s.HintUsageCount,
			PassScore: passScore, SessionCount: s.CurrentSessionCount,
		})
	}
	if s.Evaluation != nil && s.Stored != nil {
		data["evaluation"] = assistant.Packed(evaluationData{*s.Evaluation, s.SessionDecisionResult, s.Forced, s.Stored.SessionID})
	}
	return data
}

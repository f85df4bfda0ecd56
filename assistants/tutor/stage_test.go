package tutor

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
)

func jsonNames(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// The state has every field of the design (section 1.1 and 3.1), by name.
func TestStateHasTheDesignsFields(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		of     reflect.Type
		fields string
	}{
		"TutorState": {reflect.TypeFor[TutorState](), `user_id user_type current_chapter current_agent session_progress_stage ui_mode
			current_question_type current_question_number current_question_content current_question_answer is_answer_correct
			evaluation_feedback hint_usage_count theory_draft quiz_draft feedback_draft qna_draft previous_agent
			session_decision_result current_session_count session_start_time current_session_conversations recent_sessions_summary`},
		"conversation_item": {reflect.TypeFor[Conversation](), `agent_name message timestamp message_type session_stage`},
	} {
		have := jsonNames(test.of)
		for _, want := range strings.Fields(test.fields) {
			if !slices.Contains(have, want) {
				t.Errorf("%s has no %s", name, want)
			}
		}
	}
	var summary map[string]string // the design's Dict[str, str]
	raw, err := json.Marshal(Summary{SessionID: "a"})
	if err != nil || json.Unmarshal(raw, &summary) != nil {
		t.Errorf("a summary is not of texts: %s %v", raw, err)
	}
}

// The graph's nodes are the design's six agents.
func TestAgentsAreNodes(t *testing.T) {
	t.Parallel()
	tt, err := newTutor(Config{})
	if err != nil {
		t.Fatal(err)
	}
	g := tt.graph()
	names := slices.Sorted(maps.Keys(g.Nodes))
	want := []string{"evaluation_feedback_agent", "learning_supervisor", "qna_resolver", "quiz_generator", "session_manager", "theory_educator"}
	if !slices.Equal(names, want) || g.Name() != "tutor" {
		t.Errorf("%q", names)
	}
}

// A state beside the table, or out of bounds, is not committed.
func TestValidate(t *testing.T) {
	t.Parallel()
	c := builtIn(t)
	good := func() TutorState {
		return TutorState{
			UserType: Beginner, CurrentChapter: 1, CurrentAgent: QuizGenerator, SessionProgressStage: StageTheory, UIMode: modeQuiz,
			CurrentQuestionType: MultipleChoice, CurrentQuestionNumber: 101, CurrentSessionCount: 1, QuestionOpen: true,
		}
	}
	if s := good(); len(s.validate(c)) != 0 {
		t.Fatalf("%q", s.validate(c))
	}
	for field, change := range map[string]func(*TutorState){
		"current_agent":           func(s *TutorState) { s.SessionProgressStage = StageStart },
		"ui_mode":                 func(s *TutorState) { s.UIMode = modeChat },
		"user_type":               func(s *TutorState) { s.UserType = "expert" },
		"current_question_type":   func(s *TutorState) { s.CurrentQuestionType = "essay" },
		"session_decision_result": func(s *TutorState) { s.SessionDecisionResult = "skip" },
		"current_chapter":         func(s *TutorState) { s.CurrentChapter = 12 },
		"current_session_count":   func(s *TutorState) { s.CurrentSessionCount = 4 },
		"is_answer_correct":       func(s *TutorState) { s.IsAnswerCorrect = 2 },
		"hint_usage_count":        func(s *TutorState) { s.HintUsageCount = 3 },
		"current_question_number": func(s *TutorState) { s.CurrentQuestionNumber = 999 },
	} {
		s := good()
		change(&s)
		if errs := s.validate(c); !slices.ContainsFunc(errs, func(e string) bool { return strings.HasPrefix(e, field) }) {
			t.Errorf("%s: %q", field, errs)
		}
	}
}

// A run that ends early at any row leaves a state that the next can go on
// from.
func TestFailedLeavesAPlace(t *testing.T) {
	t.Parallel()
	c := builtIn(t)
	for _, stage := range []string{StageStart, StageTheory, StageFeedback} {
		for _, agent := range rows[stage] {
			for _, open := range []bool{false, true} {
				s := TutorState{UserType: Beginner, CurrentChapter: 1, SessionProgressStage: stage, UIMode: modeChat, CurrentSessionCount: 1}
				s.handTo(agent)
				if open && stage == StageTheory {
					s.QuestionOpen, s.CurrentQuestionNumber, s.CurrentQuestionType = true, 101, MultipleChoice
				}
				mode := s.UIMode
				events := failed(&s, engine.Failure{Err: errors.New("cancelled")})
				if errs := s.validate(c); len(errs) != 0 {
					t.Errorf("%s %s: %q", stage, agent, errs)
				}
				if (s.place() == atQuiz) != (s.UIMode == modeQuiz) || (len(events) == 1) != (mode != s.UIMode) {
					t.Errorf("%s %s open %v: place %v, mode %s, %v events", stage, agent, open, s.place(), s.UIMode, len(events))
				}
			}
		}
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		passed bool
		count  int
		want   string
		forced bool
	}{
		{true, 1, Proceed, false}, {true, 3, Proceed, false}, {false, 1, Retry, false}, {false, 2, Retry, false}, {false, 3, Proceed, true},
	} {
		s := TutorState{CurrentSessionCount: test.count, Evaluation: &Evaluation{Passed: test.passed}}
		if got, forced := s.decide(); got != test.want || forced != test.forced {
			t.Errorf("%+v: %s %v", test, got, forced)
		}
	}
}

func TestBoundKeepsTheNewest(t *testing.T) {
	t.Parallel()
	var s TutorState
	for i := range 250 {
		s.say("a", messageUser, strings.Repeat("가", i*20), time.Time{})
		s.RecentSessionsSummary = append(s.RecentSessionsSummary, Summary{Score: string(rune('a' + i%26))})
		bound(&s)
	}
	if len(s.CurrentSessionConversations) != maxConversations || len(s.RecentSessionsSummary) != maxSummaries {
		t.Errorf("%d entries, %d summaries", len(s.CurrentSessionConversations), len(s.RecentSessionsSummary))
	}
	if last := s.CurrentSessionConversations[maxConversations-1].Message; len([]rune(last)) != maxMessage+len([]rune("…")) || !strings.HasSuffix(last, "…") {
		t.Errorf("the last entry has %d characters", len([]rune(last)))
	}
}

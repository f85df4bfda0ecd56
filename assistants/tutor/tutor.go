package tutor

import (
	"cmp"
	"io/fs"
	"log/slog"
	"time"

	"github.com/madang-dev/madang/assistants/tutor/migrations"
	"github.com/madang-dev/madang/assistants/tutor/packs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/llm"
)

// Name is what sessions choose the assistant by.
const Name = "tutor"

// Config is what the tutor needs of the house; all may be zero.
type Config struct {
	// Store is read for what earlier conversations of a user have left;
	// nil knows nothing of them.
	Store assistant.Store
	// Model is asked where its answer is better than the rules'; nil is no
	// model.
	Model *llm.Client
	// TodayFunc is the date that days of study are counted by; nil is the
	// real one in Korea.
	TodayFunc func() time.Time
	// Packs is the course; nil is the built-in one.
	Packs  fs.FS
	Logger *slog.Logger
}

// shipped is the built-in course.
var shipped = datafile.Shipped(func() (*course, error) { return load(packs.FS) })

// tutor is the six agents and what they share.
type tutor struct {
	cfg    Config
	course func() *course
	helper helper
}

type (
	turn = engine.Turn[TutorState]
	with = engine.With[TutorState]
)

// New is the assistant, with what it shows and keeps. Its errors name the
// pack's file.
func New(cfg Config) (assistant.Assistant, error) {
	t, err := newTutor(cfg)
	if err != nil {
		return assistant.Assistant{}, err
	}
	a := assistant.New(t.graph(), texts)
	a.Tools = t.tools()
	a.Views, a.Tables, a.UserTables, a.Run = t.views(), migrations.FS, userTables, examples.Run
	return a, nil
}

func newTutor(cfg Config) (t *tutor, err error) {
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	t = &tutor{cfg: cfg, course: shipped}
	if cfg.Packs != nil {
		own, err := load(cfg.Packs)
		if err != nil {
			return nil, err
		}
		t.course = func() *course { return own }
	}
	t.helper, err = newHelper(&cfg)
	return t, err
}

func (t *tutor) graph() *engine.Graph[TutorState] {
	return &engine.Graph[TutorState]{
		Assistant:     Name,
		SchemaVersion: 1,
		Begin:         begin,
		Bound:         bound,
		Validate:      func(s *TutorState) []string { return s.validate(t.course()) },
		Status:        func(s *TutorState) string { return s.SessionProgressStage },
		Phase:         func(s *TutorState) string { return s.CurrentAgent },
		Failed:        failed,
		Start:         LearningSupervisor,
		Nodes: engine.Nodes[TutorState]{
			LearningSupervisor:      {Enter: t.learningSupervisor, Next: engine.To(SessionManager, TheoryEducator, QuizGenerator, EvaluationFeedbackAgent, QnAResolver, engine.End)},
			SessionManager:          {Enter: t.sessionManager, Next: engine.To(LearningSupervisor, engine.End)},
			TheoryEducator:          {Enter: t.theoryEducator, Next: engine.To(LearningSupervisor)},
			QuizGenerator:           {Enter: t.quizGenerator, Next: engine.To(engine.End)},
			EvaluationFeedbackAgent: {Enter: t.evaluationFeedbackAgent, Next: engine.To(LearningSupervisor)},
			QnAResolver:             {Enter: t.qnaResolver, Next: engine.To(LearningSupervisor)},
		},
	}
}

// today is the day that days of study are counted from.
func (t *tutor) today() time.Time {
	if t.cfg.TodayFunc != nil {
		return t.cfg.TodayFunc()
	}
	return time.Now().In(korean.Zone)
}

// now is the moment of a turn on the tutor's calendar: the date of
// TodayFunc, the clock of the run, which a replay repeats.
func (t *tutor) now(tr *turn) time.Time {
	clock := tr.Now().In(korean.Zone)
	if t.cfg.TodayFunc == nil {
		return clock
	}
	day := t.cfg.TodayFunc()
	return time.Date(day.Year(), day.Month(), day.Day(),
		clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), korean.Zone)
}

package tutor

import (
	"context"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"github.com/madang-dev/madang/assistants/tutor/packs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/store"
)

// Name is what sessions choose the assistant by.
const Name = "tutor"

// Config is what the tutor needs of the house; all may be zero.
type Config struct {
	// Store is read for what earlier conversations of a user have left;
	// nil knows nothing of them.
	Store viewer
	// Model is asked where its answer is better than the rules'; nil is no
	// model.
	Model *llm.Client
	// Grader marks subjective answers; nil is the model, where there is one,
	// and else the rubric.
	Grader Grader
	// GradeTimeout is how long the Grader may take before the rubric marks
	// instead (20 s).
	GradeTimeout time.Duration
	// TodayFunc is the date that days of study are counted by; nil is the
	// real one in Korea.
	TodayFunc func() time.Time
	// Packs is the course; nil is the built-in one.
	Packs  fs.FS
	Logger *slog.Logger

	// fixedDay tells that TodayFunc was given: else a turn's day is its
	// clock's, which a replay repeats.
	fixedDay bool
}

// shipped is the built-in course; the assistant, its views and its export
// share it.
var shipped = sync.OnceValues(func() (*course, error) { return load(packs.FS) })

func (c *Config) course() (*course, error) {
	if c.Packs == nil {
		return shipped()
	}
	return load(c.Packs)
}

// viewer reads in the database, beside all transactions.
type viewer interface {
	View(ctx context.Context, what string, f func(context.Context, store.Tx) error) error
}

// korea is where a day of study begins and ends.
var korea = time.FixedZone("KST", 9*60*60)

func (c *Config) setDefaults() {
	c.fixedDay = c.TodayFunc != nil
	if c.TodayFunc == nil {
		c.TodayFunc = func() time.Time { return time.Now().In(korea) }
	}
	if c.GradeTimeout <= 0 {
		c.GradeTimeout = 20 * time.Second
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
}

// tutor is the six agents and what they share.
type tutor struct {
	cfg    Config
	course *course
	helper *helper // nil without a model
}

type (
	turn = engine.Turn[TutorState]
	with = engine.With[TutorState]
)

// New is the assistant, ready to be run. Its errors name the pack's file.
func New(cfg Config) (*engine.Graph[TutorState], error) {
	cfg.setDefaults()
	c, err := cfg.course()
	if err != nil {
		return nil, err
	}
	h, err := newHelper(cfg.Model)
	if err != nil {
		return nil, err
	}
	t := &tutor{cfg: cfg, course: c, helper: h}
	return &engine.Graph[TutorState]{
		Assistant:     Name,
		SchemaVersion: 1,
		Begin:         begin,
		Bound:         bound,
		Validate:      func(s *TutorState) []string { return s.validate(c) },
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
	}, nil
}

// Example is a message to start with, in both languages.
type Example struct{ KO, EN string }

// Examples are what the tutor offers to a new user.
func Examples() []Example {
	ko, en := texts.In("ko").List("card.starters"), texts.In("en").List("card.starters")
	list := make([]Example, len(ko))
	for i := range ko {
		list[i] = Example{ko[i], en[i]}
	}
	return list
}

// now is the moment of a turn on the tutor's calendar: the date of
// TodayFunc, the clock of the run.
func (t *tutor) now(tr *turn) time.Time {
	clock := tr.Now().In(korea)
	if !t.cfg.fixedDay {
		return clock
	}
	day := t.cfg.TodayFunc()
	return time.Date(day.Year(), day.Month(), day.Day(),
		clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), korea)
}

// snapshot is the state as it is committed; its lists are not to be changed.
func snapshot(tr *turn) TutorState {
	var s TutorState
	tr.View(func(v *TutorState) { s = *v })
	return s
}

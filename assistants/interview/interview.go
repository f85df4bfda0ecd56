package interview

import (
	"cmp"
	"embed"
	"log/slog"

	"github.com/madang-dev/madang/assistants/interview/migrations"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/llm"
)

// Name is what sessions choose the assistant by.
const Name = "interview"

//go:embed texts/*.yaml phrases/*.yaml examples/*.txt
var files embed.FS

var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
	// examples are what is said while a question is open, by intent.
	examples = dialog.MustExamples(files, "examples")
)

// Config is what the interviewer needs of the house; all may be zero.
type Config struct {
	// Store is read for what a user's earlier interviews have left; nil knows
	// nothing of them.
	Store assistant.Store
	// Model reads answers twice beside the rubric; nil is no model.
	Model *llm.Client
	// PacksDir is a folder of questions, and of who asks: its files stand in the
	// place of the built-in ones of their names, and beside them. "" has none.
	PacksDir string
	Logger   *slog.Logger
}

// shipped is the built-in bank: to load it takes a start's tenth.
var shipped = datafile.Shipped(func() (*bank, error) { return loadBank("") })

// interviewer is the workers and what they share.
type interviewer struct {
	cfg    Config
	bank   func() *bank
	helper helper
}

type (
	turn = engine.Turn[InterviewState]
	with = engine.With[InterviewState]
)

// New is the assistant. Its errors name the pack's file.
func New(cfg Config) (assistant.Assistant, error) {
	v, err := newInterviewer(cfg)
	if err != nil {
		return assistant.Assistant{}, err
	}
	a := assistant.New(v.graph(), texts)
	a.Views, a.Tables, a.UserTables, a.Run = v.views(), migrations.FS, userTables, examples.Run
	return a, nil
}

func newInterviewer(cfg Config) (v *interviewer, err error) {
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	v = &interviewer{cfg: cfg, bank: shipped}
	if cfg.PacksDir != "" {
		own, err := loadBank(cfg.PacksDir)
		if err != nil {
			return nil, err
		}
		v.bank = func() *bank { return own }
	}
	v.helper, err = newHelper(&cfg)
	return v, err
}

func (v *interviewer) graph() *engine.Graph[InterviewState] {
	return &engine.Graph[InterviewState]{
		Assistant:     Name,
		SchemaVersion: 1,
		Begin:         v.begin,
		Mask:          guard.HideContacts, // what is stored tells nobody who somebody is
		Proactive:     true,
		Bound:         bound,
		Validate:      func(s *InterviewState) []string { return s.validate(v.bank()) },
		Status:        func(s *InterviewState) string { return s.Task.InterviewStage },
		Phase:         func(s *InterviewState) string { return s.FlowControl.NextWorker },
		Start:         Supervisor,
		Nodes: engine.Nodes[InterviewState]{
			Supervisor:  {Enter: v.supervisor, Next: engine.To(Guardrail, Greeter, Interviewer, Evaluator, Coach, Guide, Closer, Reviewer, engine.End)},
			Guardrail:   {Enter: v.guardrail, Next: engine.To(Supervisor)},
			Greeter:     {Enter: v.greeter, Next: engine.To(Supervisor)},
			Interviewer: {Enter: v.asker, Next: engine.To(Supervisor)},
			Evaluator:   {Enter: v.evaluator, Next: engine.To(Supervisor)},
			Coach:       {Enter: v.coach, Next: engine.To(Supervisor)},
			Guide:       {Enter: v.guide, Next: engine.To(Supervisor)},
			Closer:      {Enter: v.closer, Next: engine.To(Supervisor)},
			Reviewer:    {Enter: v.reviewer, Next: engine.To(Supervisor)},
		},
	}
}

// languageOf is the language to answer in: the one asked for by word, else the
// message's. An answer in another language switches nothing.
func languageOf(s *InterviewState, info engine.RunInfo) string {
	if s.place() == atQuestion && s.Language != "" {
		return s.Language
	}
	return cmp.Or(s.LanguageChoice, info.Language)
}

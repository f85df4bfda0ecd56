package realestate

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/supervisor/toolloop"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
)

type turn = engine.Turn[State]

// desk is where queries are read and answers are written.
type desk struct {
	Config
	planner *planning.Planner
	prompts prompts
	// compose writes an answer by the rules, writer has a model write it anew
	// where it is not nil.
	compose func(s *State) state.Response
	writer  func(s *State, draft state.Response, aid aid) writer
	author  *author
	// loop lets a model that leads call tools; nil has none.
	loop *toolloop.Loop[State]
	// calculator adds what a query means to be reckoned; nil adds nothing.
	calculator *analysis.Team
	// generation is surroundings' Generation and Changing; nil knows none.
	generation func() (name string, changing bool)
}

func newDesk(cfg Config, planner *planning.Planner, prompts prompts, generation func() (string, bool)) *desk {
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	cfg.Lead = cmp.Or(cfg.Lead, ask.LeadAlways)
	cfg.ModelTimeout = cmp.Or(max(cfg.ModelTimeout, 0), defaultModelTimeout)
	prompts.plan = withSchema(prompts.plan, planner.Schema())
	author := &author{wordingsFunc: func(text string) [][]string { return cfg.Shelf.Now().Wordings(text) }}
	return &desk{
		Config: cfg, planner: planner, prompts: prompts, generation: generation, compose: author.compose, author: author,
		writer: func(s *State, draft state.Response, aid aid) writer {
			return author.writer(prompts.answer, s, draft, aid)
		},
	}
}

// graph is the assistant with these teams.
func (d *desk) graph(teams supervisor.Teams[State]) *engine.Graph[State] {
	return supervisor.Graph(supervisor.Config[State]{
		Assistant: Name, Plan: d.plan, Teams: teams, Respond: d.respond,
		Nodes: engine.Nodes[State]{
			"refer":           {Enter: refer, Next: engine.To("planning")},
			"choose_document": {Enter: d.chooseDocument, Next: engine.To("planning", engine.End)},
			"forget_memory":   {Enter: d.forgetMemory, Next: engine.To(engine.End)},
			"forget_thing":    {Enter: d.forgetThing, Next: engine.To("planning", engine.End)},
		},
		Begin: begin, Drop: func(s *State) { s.SearchTeamState = nil }, Bound: bound,
		Scheduler: d.Scheduler, StepEnded: d.StepEndedFunc, Logger: d.Logger,
	})
}

// surroundings are what a run finds besides its state when it is planned.
type surroundings struct {
	// Today is the day that answers reckon from, MaxSteps what a plan may have.
	Today    string `json:"today"`
	MaxSteps int    `json:"max_steps"`
	// Generation names what teams look things up in: what was found in another
	// generation is not used again. Changing tells that a search of the same
	// state may find something else.
	Generation string        `json:"generation"`
	Changing   bool          `json:"changing"`
	Loaded     memory.Loaded `json:"memory"`
	// Model tells that there is one to ask.
	Model bool     `json:"model"`
	Lead  ask.Lead `json:"lead,omitempty"`
}

func (d *desk) look(ctx context.Context, t *turn) (surroundings, error) {
	return engine.Read(ctx, t, "surroundings", func(ctx context.Context) (surroundings, error) {
		found := surroundings{MaxSteps: t.Info().MaxSteps, Model: d.Model != nil, Lead: d.Lead, Loaded: d.recall(ctx, t.Info())}
		if d.TodayFunc != nil {
			found.Today = d.TodayFunc().Format(time.DateOnly)
		}
		if d.generation != nil {
			found.Generation, found.Changing = d.generation()
		}
		return found, nil
	})
}

// plan reads a query by the rules, what was said before and what is known of
// the user, and by the model where the rules are not sure.
func (d *desk) plan(ctx context.Context, t *turn) (p supervisor.Plan[State], err error) {
	examples.Prepare()
	if d.wantsSummary(t) {
		return d.summed(t), nil
	}
	if p, done, err := d.obey(ctx, t); done || err != nil {
		return p, err
	}
	around, err := d.look(ctx, t)
	if err != nil {
		return p, err
	}
	s := t.State()
	s.Today = cmp.Or(around.Today, s.Today)
	request := d.request(&s, t.Info())
	request.MaxSteps = around.MaxSteps
	if d.tells(&s, t.Info(), request.Today) {
		p.Exit, p.AnalyzedIntent.IntentType = true, told
		p.Update = func(s *State) {
			s.Today = request.Today.Format(time.DateOnly)
			remembered(s, around.Loaded)
		}
		return p, nil
	}
	known := d.renewed(around.Loaded, t.Info(), request.Today)
	read := d.understand(&s, &request, known)
	if read.unclear() {
		p.Elsewhere = "refer"
		p.Update = func(s *State) {
			remembered(s, around.Loaded)
			read.note(s)
		}
		return p, nil
	}
	if read.alone, err = d.alone(ctx, t, &s, request); err != nil {
		return p, err
	}
	request.GoesOn = s.Talk.tellsMore(request.Query)
	revised, of := d.revise(&s, &request, &read)
	if err := d.lookUp(ctx, t, &request, read.alone); err != nil {
		return p, err
	}
	lead := around.Lead
	if revised.act != "" { // it says how the answer is wanted, and that is heard
		lead = ask.LeadNever
	}
	result, use, err := d.read(ctx, t, request, known, &read, lead)
	if err != nil {
		return p, err
	}
	p.Planning, p.Exit = result.Planning, result.Exit
	read.understood = cmp.Or(result.Text, read.understood) // in which the plan's facts stand
	found := reuse(&s, &p.Planning, cmp.Or(read.understood, request.Query), around.Generation, t.Info().Now)
	if from := reusedFrom(&p.Planning); from != "" {
		p.Events = []engine.Event{{Type: state.EventDataReuse, Body: state.DataReuse{FromRun: from, Teams: []string{search.TeamName}}}}
	}
	p.Update = func(s *State) {
		s.Today = cmp.Or(around.Today, s.Today)
		s.Problems = result.Problems
		s.Changing, s.ModelThere = around.Changing, around.Model
		s.Leads = around.Model && around.Lead != "" && around.Lead.Leads(result.Unsure)
		remembered(s, around.Loaded)
		read.note(s)
		revised.note(s, request.Query, of, result)
		found.put(s)
		noteUse(s, use)
	}
	return p, nil
}

// read is the plan for a request.
func (d *desk) read(ctx context.Context, t *turn, request planning.Request, loaded memory.Loaded, read *reading, lead ask.Lead) (planning.Result, *state.ModelUse, error) {
	result, err := d.planner.Plan(ctx, request)
	if err != nil {
		return result, nil, err
	}
	if result, err = d.withPreferences(ctx, request, result, loaded, read); err != nil {
		return result, nil, err
	}
	if result, err = d.withTalk(ctx, t.State().Talk, request, result, read); err != nil {
		return result, nil, err
	}
	if err := impossible(result.Problems, request.Language); err != nil {
		return result, nil, err
	}
	d.reckon(t.State().Talk, request, &result)
	request.Talk, request.Profile = talkOf(t), profileOf(loaded)
	return d.consult(ctx, request, result, lead, func(q modelQuestion) (ask.Heard, error) { return d.hear(ctx, t, "model.plan", q) })
}

// impossible is the error for sums, rates and days that can't be so: the run
// ends with it before anything is reckoned from them.
func impossible(problems []planning.Problem, language string) error {
	code, sentences := fault.Code(""), []string(nil)
	for _, p := range problems {
		switch p.Code {
		case planning.Injection, planning.TooManyQuestions:
			continue // told with the answer
		case planning.ImpossibleDate, planning.PeriodOutOfRange, planning.EndBeforeStart:
			code = cmp.Or(code, fault.InvalidDate)
		default:
			code = cmp.Or(code, fault.InvalidAmount)
		}
		sentences = append(sentences, p.Message(language))
	}
	if code == "" {
		return nil
	}
	return fault.New(code, "%s", strings.Join(sentences, " "))
}

// request is the query with what the conversation knows already.
func (d *desk) request(s *State, info engine.RunInfo) planning.Request {
	today, err := seoulDay(s.Today)
	if err != nil {
		today = info.Now
	}
	request := planning.Request{Query: s.Query, Language: s.Language, Today: today}
	if s.Draft != nil && document.Continues(s.Draft, s.Query) {
		request.Intent, request.Action = draftIntent(s.Draft), s.Draft.Action()
	}
	return request
}

func seoulDay(iso string) (time.Time, error) {
	return time.ParseInLocation(time.DateOnly, iso, korean.Zone)
}

// draftIntent is the intent under which a pending draft goes on.
func draftIntent(draft *document.Draft) string {
	if draft.Type == document.TypeReview {
		return "contract_review"
	}
	return "contract_creation"
}

// recall loads the user's memory. Without it the answer is less personal
// but right, so its failure is logged and the run goes on.
func (d *desk) recall(ctx context.Context, info engine.RunInfo) memory.Loaded {
	if d.Memory == nil || info.UserID == "" {
		return memory.Loaded{}
	}
	loaded, err := d.Memory.Load(ctx, info.UserID, info.SessionID)
	if err != nil {
		d.Logger.Warn("load memory", "user_id", info.UserID, "error", err)
	}
	return loaded
}

func remembered(s *State, loaded memory.Loaded) {
	s.LoadedMemories, s.UserPreferences = loaded.Memories, loaded.Preferences
	if !loaded.LoadedAt.IsZero() {
		at := loaded.LoadedAt
		s.MemoryLoadTime = &at
	}
}

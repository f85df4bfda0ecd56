package document

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
)

// factsAsOf is the day of the legal facts that templates and checks rest on.
const factsAsOf = "2026-11-21"

// The actions that a step may ask of the team.
const (
	ActionLease  = "lease_contract"
	ActionSales  = "sales_contract"
	ActionReview = "review"
	// ActionMessage drafts a message or notice between the parties.
	ActionMessage = "message"
)

// Config is what the team needs. Reviewer is required.
type Config struct {
	// Reviewer finds risky clauses; see ReviewFunc.
	Reviewer reviewer
	// Clock tells the time; nil is time.Now.
	Clock func() time.Time
	// Limits are numbers of the law that change; zero values are today's.
	Limits Limits
}

// Team writes and reviews contracts and drafts messages. It is safe for concurrent use.
type Team struct {
	reviewer  reviewer
	clock     func() time.Time
	limits    Limits
	templates *templates
}

// ErrNoReviewer is returned by New without a reviewer: a contract must not
// be called safe because nobody looked.
var ErrNoReviewer = errors.New("document: no reviewer of clauses")

// ErrAction is wrapped by Execute for an action that is not the team's.
var ErrAction = errors.New("document: unknown action")

// New makes the team. Errors: ErrNoReviewer, a template that is broken.
func New(c Config) (*Team, error) {
	if c.Reviewer == nil {
		return nil, ErrNoReviewer
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	t, err := loadTemplates()
	if err != nil {
		return nil, err
	}
	return &Team{reviewer: c.Reviewer, clock: c.Clock, limits: c.Limits, templates: t}, nil
}

// Request is one step for the team.
type Request struct {
	// Clock is the step's; nil is the team's.
	Clock  func() time.Time
	Shared state.Shared
	Intent state.AnalyzedIntent
	// Question is the part of the query that this step answers; "" is all.
	Question string
	// Actions are ActionLease, ActionSales, ActionReview and ActionMessage; without any the
	// draft goes on, else the words of the question decide.
	Actions []string
	// Draft is what the session kept from the turn before; it is not
	// changed.
	Draft *Draft
}

func (r Request) message() string {
	if r.Question != "" {
		return r.Question
	}
	return r.Shared.UserQuery
}

func (r Request) lang() string {
	if r.Shared.Language == "en" {
		return "en"
	}
	return "ko"
}

// turn is one execution while it runs.
type turn struct {
	team     *Team
	req      Request
	text     string
	lang     string
	today    time.Time
	state    *TeamState
	progress func(percent int, message string)
}

// Execute does one step and returns the team's state; what the user is told
// is its Message, what to keep for the next turn its Draft. progress may be
// nil. Errors: ctx's, ErrAction; the state is returned with status error.
func (t *Team) Execute(ctx context.Context, req Request, progress func(percent int, message string)) (*TeamState, error) {
	if req.Clock != nil {
		of := *t
		of.clock, t = req.Clock, &of
	}
	if progress == nil {
		progress = func(int, string) {}
	}
	started := t.clock().UTC()
	w := &turn{team: t, req: req, lang: req.lang(), today: day(req.Shared.Today, started), progress: progress}
	w.text = clean(req.message(), maxReviewBytes)
	shared := req.Shared
	shared.Status = state.SharedProcessing
	w.state = &TeamState{
		TeamName: TeamName, Status: StatusProcessing, SharedContext: shared, DocumentType: TypeReview,
		GenerationProgress: map[string]string{}, StartTime: started.Format(stampLayout),
	}
	err := w.run(ctx)
	w.state.EndTime = t.clock().UTC().Format(stampLayout)
	if err != nil {
		w.state.Status, w.state.Error = StatusError, err.Error()
		w.state.SharedContext.Status, w.state.SharedContext.ErrorMessage = state.SharedError, err.Error()
		return w.state, err
	}
	w.state.Status, w.state.SharedContext.Status = StatusCompleted, state.SharedCompleted
	return w.state, nil
}

func day(iso string, fallback time.Time) time.Time {
	if t, ok := parseDay(iso); ok {
		return t
	}
	return fallback.Truncate(24 * time.Hour)
}

// run picks the door: refusal, cancel, message, rewrite, review or drafting.
func (w *turn) run(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	for _, a := range w.req.Actions {
		if !slices.Contains([]string{ActionLease, ActionSales, ActionReview, ActionMessage}, a) {
			return fmt.Errorf("%w: %q", ErrAction, a)
		}
	}
	draft := w.req.Draft
	switch {
	case refuses(w.text):
		w.refuse()
		return nil
	case draft != nil && draft.Stage != StageCancelled && Cancels(w.text):
		w.cancel()
		return nil
	case w.has(ActionMessage):
		return w.writeLetter(ctx)
	case w.wantsRewrite():
		return w.rewrite(ctx)
	case w.wantsCustom():
		w.explainCustom()
		return nil
	}
	switch kind := w.kind(); kind {
	case TypeReview:
		return w.review(ctx)
	case TypeMessage:
		return w.writeLetter(ctx)
	default:
		return w.draft(ctx, kind)
	}
}

func (w *turn) has(action string) bool {
	for _, a := range w.req.Actions {
		if a == action {
			return true
		}
	}
	return false
}

// kind is what this turn works on: the actions decide, then the words, then
// the draft.
func (w *turn) kind() string {
	lower := lowerASCII(w.text)
	open := w.req.Draft != nil && w.req.Draft.Stage != StageCancelled
	switch {
	case w.has(ActionLease):
		return TypeLease
	case w.has(ActionSales):
		return TypeSales
	case w.has(ActionReview), w.req.Intent.IntentType == TypeReview:
		return TypeReview
	case open && w.req.Draft.Type == TypeMessage && w.req.Draft.Stage != StageReviewed && !startsAnew(lower), !open && asksLetter(lower):
		return TypeMessage
	case open && w.req.Draft.Lease != nil && !(startsAnew(lower) && strings.Contains(lower, "매매")):
		return TypeLease
	case open && w.req.Draft.Sales != nil && !(startsAnew(lower) && containsAny(lower, []string{"임대차", "전세", "월세"})):
		return TypeSales
	case startReview.MatchString(lower) && !startsAnew(lower):
		return TypeReview
	case containsAny(lower, []string{"매매", "매도", "매수", "sales contract", "sale contract"}):
		return TypeSales
	case open && w.req.Draft.Type == TypeReview, textToReview(w.text) != "" && reviewAsk.MatchString(w.text):
		return TypeReview
	}
	return TypeLease
}

var startReview = regexp.MustCompile(`검토|점검|위험\s*조항|독소|봐\s?줘|봐\s?주|\breview\b|\bcheck\b|risky`)

func startsAnew(lower string) bool {
	return containsAny(lower, []string{"계약서", "contract"}) && containsAny(lower, []string{"작성", "써", "만들", "write", "draft", "make"})
}

func (w *turn) mark(stage, status string, percent int, ko, en string) {
	w.state.GenerationProgress[stage] = status
	w.progress(percent, pick(w.lang, ko, en))
}

// stampLayout is RFC 3339 with always three digits of a second, so that two
// stamps can be compared as texts.
const stampLayout = "2006-01-02T15:04:05.000Z07:00"

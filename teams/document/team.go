package document

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"time"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/clause"
)

// ActionReview is the action that reviews clauses. The others are the types of
// documents.
const ActionReview = "review"

// Config is what the team needs. Clauses is required.
type Config struct {
	// Clauses judges the clauses of contracts.
	Clauses *clause.Catalog
	// Facts are the figures of law that forms name (packs/rates.yaml); AsOf is
	// the day of those facts. Facts is required.
	Facts forms.Facts
	AsOf  string
	// IngestedFunc is an operator's document that a text names by its title, with
	// the title, "" for none; nil has none.
	IngestedFunc func(text string) (title, whole string)
	// Forms are the kinds of contracts; nil is those that are built in.
	Forms fs.FS
}

// Team writes and reviews contracts and drafts messages. It is safe for concurrent use.
type Team struct {
	catalog   *clause.Catalog
	asOf      string
	facts     forms.Facts
	contracts contracts
	letters   *letters
	ingested  func(text string) (title, whole string)
}

// ErrNoClauses is returned by New without a catalogue of clauses: a contract must
// not be called safe because nobody looked.
var ErrNoClauses = errors.New("document: no catalogue of clauses")

// ErrNoFacts is returned by New without facts: figures of law are not guessed.
var ErrNoFacts = errors.New("document: no facts")

// ErrAction is wrapped by Execute for an action that is not the team's.
var ErrAction = errors.New("document: unknown action")

// New makes the team. Errors: ErrNoClauses, ErrNoFacts, a form that is broken.
func New(c Config) (*Team, error) {
	switch {
	case c.Clauses == nil:
		return nil, ErrNoClauses
	case c.Facts == nil:
		return nil, ErrNoFacts
	}
	if c.IngestedFunc == nil {
		c.IngestedFunc = func(string) (string, string) { return "", "" }
	}
	if c.Forms == nil {
		c.Forms = datafile.Sub(files, "forms")
	}
	kinds, err := loadContracts(c.Forms, c.Facts)
	if err != nil {
		return nil, err
	}
	l, err := loadLetters(c.Facts)
	if err != nil {
		return nil, err
	}
	return &Team{catalog: c.Clauses, asOf: c.AsOf, facts: c.Facts, contracts: kinds, letters: l, ingested: c.IngestedFunc}, nil
}

// builtIn are the contracts that the program ships, without facts: enough to
// read messages with.
var builtIn = datafile.Shipped(func() (contracts, error) { return loadContracts(datafile.Sub(files, "forms"), nil) })

// builtInLetters are the letters without facts.
var builtInLetters = datafile.Shipped(func() (*letters, error) { return loadLetters(nil) })

// Request is one step for the team.
type Request struct {
	// Clock is the step's; nil is time.Now.
	Clock  func() time.Time
	Shared state.Shared
	Intent state.AnalyzedIntent
	// Question is the part of the query that this step answers; "" is all.
	Question string
	// Actions are ActionReview and types of documents; without any the draft goes
	// on, else the words of the question decide.
	Actions []string
	// Before are the questions of the conversation before this one, the newest first: an
	// order that follows them need not repeat what the letter is for.
	Before []string
	// Known is what is known of the user's lease, as he would say it; any question of the
	// talk goes before.
	Known string
	// Side is who speaks, "landlord" or "tenant" of a lease; "" is not known.
	Side string
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
	return cmp.Or(r.Shared.Language, words.Base)
}

// turn is one execution while it runs.
type turn struct {
	team  *Team
	req   Request
	text  string
	lang  string
	today time.Time
	state *TeamState
}

// Execute does one step and returns the team's state; what the user is told
// is its Message, what to keep for the next turn its Draft. progress may be
// nil. Errors: ctx's, ErrAction.
func (t *Team) Execute(ctx context.Context, req Request, progress func(percent int, message string)) (*TeamState, error) {
	if req.Clock == nil {
		req.Clock = time.Now
	}
	if progress == nil {
		progress = func(int, string) {}
	}
	started := req.Clock().UTC()
	w := &turn{team: t, req: req, lang: req.lang(), today: day(req.Shared.Today, started)}
	w.text = forms.Clean(req.message(), maxReviewBytes)
	shared := req.Shared
	shared.Status = state.SharedProcessing
	w.state = &TeamState{
		TeamName: TeamName, Status: StatusProcessing, SharedContext: shared, DocumentType: TypeReview,
		GenerationProgress: map[string]string{}, StartTime: started.Format(stampLayout), Draft: req.Draft.clone(),
	}
	progress(0, w.say("progress.start"))
	if err := w.run(ctx); err != nil {
		return nil, err
	}
	w.end(started, req.Clock().UTC())
	progress(100, w.say("progress.end"))
	return w.state, nil
}

// end closes the state of a turn: what was done of the work, and how long it took.
func (w *turn) end(started, at time.Time) {
	s, took := w.state, at.Sub(started).Seconds()
	s.EndTime = at.Format(stampLayout)
	s.Status, s.SharedContext.Status = StatusCompleted, state.SharedCompleted
	s.GenerationProgress[WorkCollect] = StatusCompleted
	if s.DocumentContent != nil {
		s.GenerationProgress[WorkGenerate], s.GenerationTime = StatusCompleted, took
	}
	if s.ReviewResult != nil {
		s.GenerationProgress[WorkReview], s.ReviewTime = StatusCompleted, took
	}
}

func day(iso string, fallback time.Time) time.Time {
	if t, err := time.Parse(time.DateOnly, iso); err == nil {
		return t
	}
	return fallback.Truncate(24 * time.Hour)
}

// run picks the door: refusal, cancel, message, what is asked of a review, review or
// drafting.
func (w *turn) run(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	for _, a := range w.req.Actions {
		if a != ActionReview && a != TypeMessage && w.team.contracts.kind(a) == nil {
			return fmt.Errorf("%w: %q", ErrAction, a)
		}
	}
	draft := w.req.Draft
	switch {
	case refuses(w.text):
		w.refuse()
	case draft.isOpen() && Cancels(w.text):
		w.cancel()
	case w.has(TypeMessage):
		return w.writeLetter()
	case w.ofReviewed("worst.ask"):
		w.nameWorst()
	case w.ofReviewed("rewrite.ask"):
		w.rewrite()
	case w.ofReviewed("rewrite.custom"): // "everyone writes it that way"
		w.state.Message = w.say("rewrite.custom")
	case w.ofReviewed("clause_number") && len(numbered(draft, w.text)) > 0:
		w.show(w.team.catalog.Review(draft.ReviewedText, draft.ReviewedKind, w.lang), numbered(draft, w.text)...)
	default:
		switch c, review := w.kind(); {
		case review:
			return w.review()
		case c == nil:
			return w.writeLetter()
		default:
			return w.draft(c)
		}
	}
	return nil
}

func (w *turn) has(action string) bool { return slices.Contains(w.req.Actions, action) }

// isOpen tells whether there is a draft to go on with.
func (d *Draft) isOpen() bool { return d != nil && d.Stage != StageCancelled }

// kind is the contract that this turn works on, or a review, or (nil, false) a
// message: the actions decide, then the words, then the draft.
func (w *turn) kind() (c *contract, review bool) {
	lower, draft := forms.Lower(w.text), w.req.Draft
	for _, a := range w.req.Actions {
		// What is told over a letter is of it, whatever it sounds like.
		if c := w.team.contracts.kind(a); c != nil && (draft.MadeLetter() == nil || phrases.Has(lower, "anew.what")) {
			return c, false
		}
	}
	anew := phrases.Has(lower, "anew.what") && phrases.Has(lower, "write.how")
	switch wanted := w.team.contracts.wanted(lower); {
	case w.has(ActionReview), w.req.Intent.IntentType == TypeReview:
		return nil, true
	case draft.isOpen() && draft.Type == TypeMessage && draft.Stage != StageReviewed && !anew, !draft.isOpen() && w.team.letters.asked(lower):
		return nil, false
	case draft.isOpen() && draft.hasContract():
		if anew && wanted != nil {
			return wanted, false
		}
		return w.team.contracts.drafted(draft), false
	case phrases.Has(lower, "act.review") && !anew:
		return nil, true
	case wanted != nil && !wanted.Default:
		return wanted, false
	case draft.isOpen() && draft.Type == TypeReview, hasClause(w.text):
		return nil, true
	}
	return w.team.contracts[0], false
}

// drafted is the contract that a draft is of, the first that it holds when it
// is of none.
func (all contracts) drafted(d *Draft) *contract {
	if c := all.kind(d.Type); c != nil {
		return c
	}
	for _, c := range all {
		if d.Forms[c.Kind] != nil {
			return c
		}
	}
	return all[0]
}

func (w *turn) say(key string, args ...any) string { return texts.Say(w.lang, key, args...) }

// stampLayout is RFC 3339 with always three digits of a second, so that two
// stamps can be compared as texts.
const stampLayout = "2006-01-02T15:04:05.000Z07:00"

// figure is a whole number of the facts, percent a rate as it is written. A
// path that is not there is found by the tests of every message.
func (t *Team) figure(path string) int64 {
	n, err := t.facts.Figure(path)
	if err != nil {
		return 0
	}
	return int64(n)
}

func (t *Team) percent(path string) string {
	return strconv.FormatInt(t.figure(path), 10) + "%"
}

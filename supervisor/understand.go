package supervisor

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// reading is what a query is taken to say, by what was said before.
type reading struct {
	reference  *Reference
	understood string // "" is the query as it is
	assumed    []state.Assumption
}

// understand resolves what a query points at; where two things fit the
// request stays as it is and the reference has the options.
func (sv *supervisor) understand(t *turn, request *planning.Request, loaded memory.Loaded) reading {
	var r reading
	var p past
	t.View(func(s *State) {
		r.reference = s.Reference
		p = past{mentions: slices.Clone(s.Mentions), memories: loaded.Memories, today: request.Today}
	})
	if request.Intent != "" { // a draft goes on; what it says is its own
		return r
	}
	if r.reference == nil && p.known() && points(request.Query) {
		r.reference = refer(request.Query, sv.cfg.Planner.Facts(request.Query, request.Today), p)
	}
	if r.reference == nil || r.reference.Chosen == nil {
		return r
	}
	if request.Previous == nil {
		request.Previous = sv.remembered(request, r.reference.Chosen.RunID, loaded.Memories)
	}
	text := r.reference.rewrite(request.Query, request.Language)
	if request.Previous != nil && r.reference.elliptical(request.Query) {
		text = r.reference.resume(request.Previous)
	}
	if text != request.Query {
		request.Query, r.understood = text, text
	}
	return r
}

// remembered reads the query of the run that a remembered thing is of, so
// that a query which only points at it goes on with what was asked.
func (sv *supervisor) remembered(request *planning.Request, runID string, memories []state.Memory) *state.AnalyzedIntent {
	i := slices.IndexFunc(memories, func(m state.Memory) bool {
		return m.RunID == runID || slices.ContainsFunc(m.Mentions, func(x state.Mention) bool { return x.RunID == runID })
	})
	if i < 0 || strings.TrimSpace(memories[i].Query) == "" {
		return nil
	}
	was, err := sv.cfg.Planner.Plan(context.Background(), planning.Request{Query: memories[i].Query, Language: request.Language, Today: request.Today})
	if err != nil || was.Exit {
		return nil
	}
	intent := was.Planning.AnalyzedIntent
	return &intent
}

// withPreferences plans once more where the user's preferences fill what the
// query leaves out.
func (sv *supervisor) withPreferences(ctx context.Context, request planning.Request, result planning.Result, loaded memory.Loaded, r *reading) (planning.Result, error) {
	if result.Exit || request.Intent != "" || len(loaded.Preferences) == 0 {
		return result, nil
	}
	known, assumed := assume(sv.cfg.Planner, &result.Planning, loaded.Preferences, request.Language, request.Today)
	if len(assumed) == 0 {
		return result, nil
	}
	request.Known = known
	again, err := sv.cfg.Planner.Plan(ctx, request)
	if err != nil || again.Exit || again.Planning.AnalyzedIntent.IntentType != result.Planning.AnalyzedIntent.IntentType {
		return result, err
	}
	r.assumed = assumed
	return again, nil
}

// note writes down how a query was taken.
func (r reading) note(s *State) {
	s.Reference, s.Understood, s.Assumed = r.reference, r.understood, r.assumed
}

// unclear tells that the user has to say what is meant.
func (r reading) unclear() bool {
	return r.reference != nil && r.reference.Chosen == nil && !r.reference.Settled
}

// askReference asks what of several things is meant.
func (sv *supervisor) askReference(t *turn, r reading, loaded memory.Loaded) (outcome, error) {
	return outcome{Next: "refer", Ask: referenceQuestion(r.reference, t.Info().Language), Last: []change{{
		Label: "T2 reference asked", Phase: PhasePlanning,
		Updates: []func(*State){
			func(s *State) { s.CurrentPhase, s.Status = PhasePlanning, StatusProcessing },
			func(s *State) { remembered(s, loaded) },
			r.note,
		},
	}}}, nil
}

// referenceTTL is how long the answer is waited for; then the first, which
// was said last, is taken.
const referenceTTL = 10 * time.Minute

func referenceQuestion(r *Reference, language string) *engine.Question {
	q := &engine.Question{
		Type: state.InterruptClarification, TakesText: true, TTL: referenceTTL, DefaultAction: state.ActionSkip,
		Message: "‘" + r.Phrase + "’이 어느 것을 말씀하시는지 골라 주세요.",
	}
	if language == "en" {
		q.Message = "Which one do you mean by “" + r.Phrase + "”?"
	}
	for i, m := range r.Options {
		number := strconv.Itoa(i + 1)
		// Clients that know no options read them in the message.
		q.Message += "\n" + number + ") " + m.Label
		q.Options = append(q.Options, state.InterruptOption{Value: number, Label: m.Label})
	}
	return q
}

// refer takes the answer to what was meant.
func (sv *supervisor) refer(_ context.Context, t *turn) (outcome, error) {
	var ref Reference
	t.View(func(s *State) {
		if s.Reference != nil {
			ref = *s.Reference
		}
	})
	reply := t.Reply()
	if reply == nil && len(ref.Options) > 0 { // forked from the moment of the question
		return outcome{Next: "refer", Ask: referenceQuestion(&ref, t.Info().Language)}, nil
	}
	ref.Settled = true
	if reply != nil && len(ref.Options) > 0 {
		ref.Chosen = choose(ref.Options, reply)
	}
	return outcome{Next: "planning", Last: []change{{
		Label: "reference answered", Phase: PhasePlanning,
		Updates: []func(*State){func(s *State) { s.Reference = &ref }},
	}}}, nil
}

// choose is the option that a reply names: by its number, its place in words
// or a part of its label; without an answer the first. nil is none of them.
func choose(options []state.Mention, reply *state.Reply) *state.Mention {
	if reply.Action != state.ActionAnswer && reply.Action != state.ActionModify {
		if reply.Action == state.ActionReject {
			return nil
		}
		return &options[0]
	}
	var said struct {
		Text   string `json:"text"`
		Value  string `json:"value"`
		Choice string `json:"choice"`
	}
	// What can't be read names none.
	_ = json.Unmarshal(reply.Payload, &said)
	text := strings.TrimSpace(said.Value + said.Choice + said.Text)
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(options) {
			return nil
		}
		return &options[n-1]
	}
	for i := range options {
		if text != "" && strings.Contains(options[i].Label, text) {
			return &options[i]
		}
	}
	if at, ok := point(text, state.Entities{}); ok && at.order >= 1 && at.order <= len(options) {
		return &options[at.order-1]
	} else if ok && at.last {
		return &options[len(options)-1]
	}
	return closest(options, text)
}

// closest is the one option whose label has the most of the words said.
func closest(options []state.Mention, text string) *state.Mention {
	best, most, tie := -1, 0, false
	for i := range options {
		n := 0
		for _, w := range strings.Fields(text) {
			if strings.Contains(options[i].Label, w) {
				n++
			}
		}
		switch {
		case n > most:
			best, most, tie = i, n, false
		case n == most:
			tie = true
		}
	}
	if best < 0 || tie {
		return nil
	}
	return &options[best]
}

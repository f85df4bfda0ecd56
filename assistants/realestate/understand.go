package realestate

import (
	"cmp"
	"context"
	"encoding/json"
	"github.com/madang-dev/madang/internal/estate"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/realestate/mention"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// reading is what a query is taken to say, by what was said before.
type reading struct {
	reference  *mention.Reference
	understood string // "" is the query as it is
	assumed    []state.Assumption
	// alone is what the library has for it without what was said before.
	alone planning.Found
}

// understand resolves what a query points at; where two things fit the
// request stays as it is and the reference has the options.
func (d *desk) understand(s *State, request *planning.Request, loaded memory.Loaded) reading {
	r := reading{reference: s.Reference}
	if request.Intent != "" { // a draft goes on; what it says is its own
		return r
	}
	r.own(request, loaded)
	past := mention.Past{Mentions: slices.Clone(s.Mentions), Memories: loaded.Memories, Today: request.Today}
	if r.reference == nil && past.Known() && mention.Points(request.Query) {
		r.reference = mention.Find(request.Query, d.planner.Facts(request.Query, request.Today), past)
	}
	if r.reference == nil || r.reference.Chosen == nil {
		return r
	}
	if s.Talk != nil {
		request.Topic = s.Talk.Asked
	}
	request.Topic = cmp.Or(request.Topic, queryOf(r.reference.Chosen.RunID, loaded.Memories))
	text := r.reference.Rewrite(request.Query, request.Language)
	if request.Topic != "" && r.reference.Elliptical(request.Query) {
		text = r.reference.Resume(d.planner.Terms(request.Topic))
	}
	if text != request.Query {
		request.Query, r.understood = text, text
	}
	return r
}

// queryOf is what was asked in the run that a remembered thing is of.
func queryOf(runID string, memories []state.Memory) string {
	i := slices.IndexFunc(memories, func(m state.Memory) bool {
		return m.RunID == runID || slices.ContainsFunc(estate.Remembered(m.Mentions), func(x estate.Mention) bool { return x.RunID == runID })
	})
	if i < 0 {
		return ""
	}
	return memories[i].Query
}

// withPreferences plans once more where the user's preferences fill what the
// query leaves out.
func (d *desk) withPreferences(ctx context.Context, request planning.Request, result planning.Result, loaded memory.Loaded, r *reading) (planning.Result, error) {
	if result.Exit || request.Intent != "" || len(loaded.Preferences) == 0 {
		return result, nil
	}
	known, assumed := assume(d.planner, &result.Planning, request.Query, loaded, request.Language, request.Today)
	if at := slices.IndexFunc(loaded.Preferences, func(f state.Preference) bool { return f.Key == memory.HomeAt }); at >= 0 && r.ofOwnHome() {
		home := loaded.Preferences[at]
		if e := estate.EntitiesOf(result.Planning.AnalyzedIntent.Entities); len(e.Regions)+len(known.Regions) == 0 {
			known.Regions = regionsOf(d.planner, home.Value, request.Today)
			assumed = append(assumed, state.Assumption{Key: home.Key, Value: home.Value, Text: teller{language: request.Language}.fact(home)})
		}
	}
	if len(assumed) == 0 {
		return result, nil
	}
	request.Known = known
	again, err := d.planner.Plan(ctx, request)
	if err != nil || again.Exit || again.Planning.AnalyzedIntent.IntentType != result.Planning.AnalyzedIntent.IntentType {
		return result, err
	}
	for _, a := range assumed {
		if !slices.ContainsFunc(r.assumed, func(x state.Assumption) bool { return x.Key == a.Key }) {
			r.assumed = append(r.assumed, a)
		}
	}
	return again, nil
}

// ofOwnHome tells whether what is paid for the home that the user lives in was put in
// the place of its name: what depends on where that is is of there.
func (r reading) ofOwnHome() bool {
	return slices.ContainsFunc(r.assumed, func(a state.Assumption) bool { return paidFor[a.Key] != "" })
}

// note writes down how a query was taken.
func (r reading) note(s *State) {
	s.Reference, s.Understood, s.Assumed = r.reference, r.understood, r.assumed
}

// unclear tells that the user has to say what is meant.
func (r reading) unclear() bool {
	return r.reference != nil && r.reference.Chosen == nil && !r.reference.Settled
}

// referenceTTL is how long the answer is waited for; then the first, which
// was said last, is taken.
const referenceTTL = 10 * time.Minute

// refer asks which of several things is meant. Who asks something else instead
// is answered that.
func refer(_ context.Context, t *turn) (string, error) {
	var ref mention.Reference
	if meant := t.State().Reference; meant != nil {
		ref = *meant
	}
	instead := ""
	if len(ref.Options) > 0 {
		reply, err := t.Ask(engine.Choice(texts.Say(t.Info().Language, "reference.which", "phrase", ref.Phrase), referenceTTL, mention.Labels(ref.Options)...))
		if err != nil {
			return "", err
		}
		if ref.Chosen = mention.Choose(ref.Options, &reply); ref.Chosen == nil {
			instead = questionOf(&reply)
		}
	}
	ref.Settled = true
	return "planning", t.Update("reference answered", func(s *State) {
		s.Query, s.Reference = cmp.Or(instead, s.Query), &ref
	})
}

// questionOf is what a reply asks by itself, "" where it asks nothing.
func questionOf(reply *state.Reply) string {
	if said := textOf(reply); korean.Asks(said) {
		return said
	}
	return ""
}

func textOf(reply *state.Reply) string {
	var said struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(reply.Payload, &said) != nil {
		return ""
	}
	return said.Text
}

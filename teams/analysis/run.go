package analysis

import (
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
)

// run is one execution: the facts of the question, and the state that the
// methods fill. It belongs to the goroutine of Execute.
type run struct {
	team    *Team
	words   words.Printer
	list    []string
	all     *facts // of the question
	state   *TeamState
	settled bool // some calculation has all that it needs

	*Given     // what the calculation being carried out takes
	calc       *Calculation
	method     string // its name
	costs      []cost // of the deal, that were reckoned
	incomplete bool   // it lacks an input
	told       bool   // it found something
	unverified bool
}

// cost is what a deal costs by one calculation.
type cost struct {
	name words.Message
	won  int64
}

// sentence writes a message with a capital at its beginning.
func (r *run) sentence(m words.Message) string { return capital(r.words.Text(m)) }

// do carries out one calculation and records how it went. One that no sum
// was said for asks for none where another has all that it needs.
func (r *run) do(c *Calculation) {
	r.calc, r.method, r.incomplete, r.told = c, c.Name, false, false
	r.Given = read(r.all, r.team.tables, c)
	if r.settled && (!r.named || len(r.used) == 0) && c.lacks(r.Inputs) != "" {
		r.state.AnalysisProgress[c.Name] = ProgressMissing
		r.explain(c)
		return
	}
	err := c.do(r)
	if r.told && err == nil {
		for at := range r.used {
			r.taken[at] = true
		}
	}
	switch {
	case err != nil:
		r.state.AnalysisProgress[c.Name] = ProgressRefused
		why := err.Error()
		if input := (*InputError)(nil); errors.As(err, &input) {
			why = input.Say(r.words.Language())
		}
		r.alert(why)
	case r.incomplete:
		r.state.AnalysisProgress[c.Name] = ProgressMissing
	default:
		r.state.AnalysisProgress[c.Name] = ProgressCompleted
	}
}

// assumed records what was taken for granted.
func (r *run) assumed(text string) {
	r.state.InputData.Assumed = union(r.state.InputData.Assumed, []Assumption{{Method: r.method, Text: text}})
}

// unused names the sums of the message that no calculation reckoned with.
func (r *run) unused() {
	f := r.all
	if len(f.taken) == 0 {
		return
	}
	for i, a := range f.e.Amounts {
		if !f.taken[i] && f.placed(a) && strings.Contains(f.question, a.Text) && a.Text != "" {
			r.state.InputData.Unused = append(r.state.InputData.Unused, a.Text)
		}
	}
}

// open records what would make the answer more exact.
func (r *run) open(name string, question words.Message, roles ...string) {
	r.state.InputData.Missing = append(r.state.InputData.Missing, Missing{
		Method: r.method, Name: name, Question: r.words.Text(question), About: append([]string{name}, roles...),
	})
}

// alert tells why a calculation was refused.
func (r *run) alert(text string) {
	r.state.Report.Sections = append(r.state.Report.Sections, state.Section{
		Title: r.heading(), Content: []string{text}, Icon: iconAlert, Priority: "high", Type: "warning",
	})
}

// iconAlert marks the sections of what was refused.
const iconAlert = "alert"

// heading is what the calculation is called.
func (r *run) heading() string { return r.words.Say("title." + r.method) }

func (r *run) metric(name string, v float64) { r.state.Metrics[r.method+"."+name] = v }

// bar is one sum of a chart.
type bar struct {
	label words.Message
	won   int64
}

// draw adds the chart of an outcome: its sums side by side, those that the user told
// marked. Its other texts stand below chart.
func (r *run) draw(c *Calculation, out Outcome) {
	if len(out.Bars) == 0 {
		return
	}
	key := c.Name + ".chart."
	chart := Chart{Kind: "bar", Title: r.heading(), Series: []Series{{Name: r.words.Say(key + "series"), Unit: "won"}}}
	if texts.Has(key + "title") {
		chart.Title = r.words.Text(r.message(key+"title", out.Words))
	}
	for _, b := range out.Bars {
		if slices.ContainsFunc(r.e.Amounts, func(a estate.Amount) bool { return a.Won == b.won }) {
			chart.Own = append(chart.Own, len(chart.Labels))
		}
		chart.Labels = append(chart.Labels, r.words.Text(b.label))
		chart.Series[0].Values = append(chart.Series[0].Values, float64(b.won))
	}
	if r.state.VisualizationData == nil {
		r.state.VisualizationData = &Visualization{}
	}
	r.state.VisualizationData.Charts = append(r.state.VisualizationData.Charts, chart)
}

// order puts last what only holds in general, lacks something or was not asked for.
func order(last bool) int {
	if last {
		return 1
	}
	return 0
}

// finish closes the state of a run that was carried out, at end.
func (r *run) finish(end time.Time) *TeamState {
	s := r.state
	r.unused()
	slices.SortStableFunc(s.Findings, func(a, b Finding) int { return order(a.Rule) - order(b.Rule) })
	r.total()
	s.ConfidenceScore = r.confidence()
	s.Status, s.SharedContext.Status = state.SharedCompleted, state.SharedCompleted
	s.EndTime, s.AnalysisTime = &end, max(0, end.Sub(*s.StartTime).Seconds())
	return s
}

// confidence begins at 0.95 and falls: by 0.1 when a used table was not read
// in the law, by 0.05 for each assumption (at most 0.2), by 0.25 with sample
// deals, and with the share of methods that lack an input (half of it) or
// were refused (all of it). It never passes below 0.05.
func (r *run) confidence() float64 {
	score := 0.95
	if r.unverified {
		score -= 0.1
	}
	score -= min(0.2, 0.05*float64(len(r.state.InputData.Assumed)))
	if r.state.RawAnalysis.Market != nil && r.state.RawAnalysis.Market.Sample {
		score -= 0.25
	}
	for _, p := range r.state.AnalysisProgress {
		part := 1 / float64(len(r.state.AnalysisProgress))
		switch p {
		case ProgressMissing:
			score -= 0.3 * part
		case ProgressRefused, ProgressUnknown:
			score -= 0.6 * part
		}
	}
	return math.Round(max(0.05, score)*100) / 100
}

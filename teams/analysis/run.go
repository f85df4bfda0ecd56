package analysis

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
)

// run is one execution: the facts of the question, and the state that the
// methods fill. It belongs to the goroutine of Execute.
type run struct {
	team       *Team
	tables     *Tables
	words      words.Printer
	today      string
	list       []string
	marketRows []knowledge.MarketRow
	facts      *facts
	state      *TeamState
	settled    bool // some calculation has all that it needs

	*reading   // what the calculation being carried out takes
	calc       *Calculation
	method     string        // its name
	title      words.Message // of the next section, where it is not the method's
	incomplete bool          // it lacks an input
	told       bool          // it found something
	unverified bool
	refused    int
}

// sentence writes a message with a capital at its beginning.
func (r *run) sentence(m words.Message) string { return capital(r.words.Text(m)) }

// do carries out one calculation and records how it went. One that no sum
// was said for asks for none where another has all that it needs.
func (r *run) do(c *Calculation) {
	r.calc, r.method, r.incomplete, r.told = c, c.Name, false, false
	r.reading = read(r.facts, r.tables, c)
	if r.settled && (!r.named || len(r.used) == 0) && c.lacks(r.in) != "" {
		r.state.AnalysisProgress[c.Name] = ProgressMissing
		if c.explain != nil {
			c.explain(r)
		}
		return
	}
	r.state.AnalysisProgress[c.Name] = ProgressRunning
	err := c.do(r)
	if r.told && err == nil {
		for at := range r.used {
			r.taken[at] = true
		}
	}
	var input *InputError
	switch {
	case errors.As(err, &input):
		r.state.AnalysisProgress[c.Name] = ProgressRefused
		r.refused++
		r.section("alert", "high", "warning", input.Say(r.words.Language()))
	case err != nil:
		r.state.AnalysisProgress[c.Name] = ProgressRefused
		r.refused++
		r.section("alert", "high", "warning", err.Error())
	case r.incomplete:
		r.state.AnalysisProgress[c.Name] = ProgressMissing
	default:
		r.state.AnalysisProgress[c.Name] = ProgressCompleted
	}
}

// understood records an input that was read.
func (r *run) understood(name, value string) {
	r.state.InputData.Understood = append(r.state.InputData.Understood, Fact{Method: r.method, Name: name, Value: value})
}

// assume records what was taken for granted.
func (r *run) assume(key string, args ...any) { r.assumed(r.words.Say(key, args...)) }

func (r *run) assumed(text string) {
	a := Assumption{Method: r.method, Text: text}
	if !slices.Contains(r.state.InputData.Assumed, a) {
		r.state.InputData.Assumed = append(r.state.InputData.Assumed, a)
	}
}

func (r *run) understoodWon(name string, v int64) {
	if v != 0 {
		r.understood(name, r.words.Say("report.won", "sum", v))
	}
}

// unused names the sums of the message that no calculation reckoned with.
func (r *run) unused() {
	if len(r.taken) == 0 {
		return
	}
	for i, a := range r.facts.e.Amounts {
		if !r.taken[i] && r.placed(a) && strings.Contains(r.question, a.Text) && a.Text != "" {
			r.state.InputData.Unused = append(r.state.InputData.Unused, a.Text)
		}
	}
}

// missing records an input that is not known and the question to ask.
func (r *run) missing(name, key string, args ...any) { r.ask(name, r.words.Say(key, args...)) }

// open records what would make the answer more exact.
func (r *run) open(name, key string, args ...any) {
	r.state.InputData.Missing = append(r.state.InputData.Missing, Missing{Method: r.method, Name: name, Question: r.words.Say(key, args...)})
}

func (r *run) ask(name, question string) {
	r.incomplete = true
	r.state.InputData.Missing = append(r.state.InputData.Missing, Missing{Method: r.method, Name: name, Question: question})
}

// found adds a conclusion with its basis: the insight line, the section of
// the report, the sources.
func (r *run) found(headline words.Message, b Basis) { r.conclude(headline, b, false) }

// rule tells what holds, where no figure was reckoned.
func (r *run) rule(headline words.Message, b Basis) { r.conclude(headline, b, true) }

func (r *run) conclude(headline words.Message, b Basis, rule bool) {
	r.told = true
	r.unverified = r.unverified || !b.Verified
	r.finding(headline, b, rule)
	line := r.sentence(headline) + r.grounds(b)
	r.state.Insights = append(r.state.Insights, line)
	content := []string{r.sentence(headline), r.words.Say("report.calculation", "formula", b.Formula)}
	if s := b.sources(r.words); len(s) > 0 {
		content = append(content, r.words.Say("report.basis")+strings.Join(s, ", "))
	}
	if b.AsOf != "" {
		content = append(content, r.words.Say("report.as_of", "b", b))
	}
	for _, n := range b.Notes {
		content = append(content, r.sentence(n.Message))
	}
	r.section("target", "high", "text", content...)
	r.cite(b.sources(r.words)...)
}

// grounds is the formula and the articles behind an insight.
func (r *run) grounds(b Basis) string {
	text := " [" + r.words.Text(b.Formula)
	if s := b.sources(r.words); len(s) > 0 {
		text += r.words.Say("report.grounds") + strings.Join(s, ", ")
	}
	return text + "]"
}

func (r *run) section(icon, priority, kind string, content ...string) {
	r.state.Report.Sections = append(r.state.Report.Sections, state.Section{
		Title: r.heading(), Content: content, Icon: icon, Priority: priority, Expandable: len(content) > 3, Type: kind,
	})
}

// heading is the title of the next section.
func (r *run) heading() string {
	if !r.title.Zero() {
		return r.words.Text(r.title)
	}
	return r.calc.Texts.Say(r.words.Language(), "title."+r.method)
}

func (r *run) cite(sources ...string) {
	for _, s := range sources {
		if s != "" && !slices.Contains(r.state.Report.Sources, s) {
			r.state.Report.Sources = append(r.state.Report.Sources, s)
		}
	}
}

// under carries out what has a heading of its own.
func (r *run) under(key string, work func()) {
	r.title = words.M(key)
	work()
	r.title = words.Message{}
}

func (r *run) metric(name string, v float64) { r.state.Metrics[r.method+"."+name] = v }

func (r *run) recommend(key string, args ...any) {
	text := r.words.Say(key, args...)
	if !slices.Contains(r.state.Recommendations, text) {
		r.state.Recommendations = append(r.state.Recommendations, text)
	}
}

func (r *run) chart(c Chart) {
	if r.state.VisualizationData == nil {
		r.state.VisualizationData = &Visualization{}
	}
	r.state.VisualizationData.Charts = append(r.state.VisualizationData.Charts, c)
}

// bar is one sum of a chart, by the key of its label.
type bar struct {
	label string
	won   int64
}

// bars draws sums side by side; the labels stand below the key, which ends in a dot.
func (r *run) bars(key, series string, list ...bar) {
	c := Chart{Kind: "bar", Title: r.heading(), Series: []Series{{Name: r.words.Say(key + series), Unit: "won"}}}
	if texts.Has(key + "title") {
		c.Title = r.words.Say(key + "title")
	}
	for _, b := range list {
		c.Labels = append(c.Labels, r.words.Say(key+b.label))
		c.Series[0].Values = append(c.Series[0].Values, float64(b.won))
	}
	r.chart(c)
}

// finish closes the state of a run that was carried out.
func (r *run) finish() *TeamState {
	s := r.state
	if lines := r.openQuestions(); len(lines) > 0 {
		s.Report.Sections = append(s.Report.Sections, state.Section{
			Title: r.words.Say("report.to_know"), Content: lines, Icon: "info", Priority: "medium", Type: "checklist",
		})
	}
	if lines := r.assumptions(); len(lines) > 0 {
		s.Report.Sections = append(s.Report.Sections, state.Section{
			Title: r.words.Say("report.assumed"), Content: lines, Icon: "info", Priority: "low", Expandable: true, Type: "text",
		})
	}
	r.unused()
	s.Report.Title = r.words.Say("report.title." + s.AnalysisType)
	s.ConfidenceScore = r.confidence()
	s.Status, s.SharedContext.Status = state.SharedCompleted, state.SharedCompleted
	r.stop()
	return s
}

func (r *run) fail(err error) *TeamState {
	r.state.Status, r.state.SharedContext.Status = state.SharedError, state.SharedError
	r.state.Error = err.Error()
	r.state.SharedContext.ErrorMessage = err.Error()
	r.stop()
	return r.state
}

func (r *run) cancel() {
	for m, p := range r.state.AnalysisProgress {
		if p == ProgressPending || p == ProgressRunning {
			r.state.AnalysisProgress[m] = ProgressCancelled
		}
	}
}

func (r *run) stop() {
	end := r.team.clock()
	r.state.EndTime = &end
	r.state.AnalysisTime = max(0, end.Sub(*r.state.StartTime).Seconds())
}

func (r *run) openQuestions() []string {
	var lines []string
	for _, m := range r.state.InputData.Missing {
		if !slices.Contains(lines, m.Question) {
			lines = append(lines, m.Question)
		}
	}
	return lines
}

func (r *run) assumptions() []string {
	var lines []string
	for _, a := range r.state.InputData.Assumed {
		if !slices.Contains(lines, a.Text) {
			lines = append(lines, a.Text)
		}
	}
	return lines
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
	score -= min(0.2, 0.05*float64(len(r.assumptions())))
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

package analysis

import (
	"reflect"
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

// Merge adds what another state of the same team found: what it has and this
// one lacks is taken, lists grow without doubles, numbers of the other win.
// The status is the worse of both, the confidence the lower.
func (s *TeamState) Merge(other *TeamState) {
	if other == nil {
		return
	}
	s.mergeInput(other.InputData)
	s.mergeRaw(other.RawAnalysis)
	if s.Metrics == nil {
		s.Metrics = map[string]float64{}
	}
	for k, v := range other.Metrics {
		s.Metrics[k] = v
	}
	if s.AnalysisProgress == nil {
		s.AnalysisProgress = map[string]string{}
	}
	for k, v := range other.AnalysisProgress {
		s.AnalysisProgress[k] = v
	}
	s.Insights = union(s.Insights, other.Insights)
	s.mergeFindings(other.Findings)
	s.Recommendations = union(s.Recommendations, other.Recommendations)
	s.Report.Sources = union(s.Report.Sources, other.Report.Sources)
	s.Report.Sections = append(s.Report.Sections, newSections(s.Report.Sections, other.Report.Sections)...)
	if s.Report.Title == "" {
		s.Report.Title = other.Report.Title
	}
	s.mergeCharts(other.VisualizationData)
	s.mergeTimes(other)
	if s.AnalysisType != other.AnalysisType && other.AnalysisType != "" {
		s.AnalysisType = TypeComprehensive
	}
	s.ConfidenceScore = min(s.ConfidenceScore, other.ConfidenceScore)
	if other.Status == state.SharedError || s.Status == "" {
		s.Status, s.Error = other.Status, other.Error
	}
}

func (s *TeamState) mergeInput(other InputData) {
	s.InputData.Methods = union(s.InputData.Methods, other.Methods)
	s.InputData.Understood = union(s.InputData.Understood, other.Understood)
	s.InputData.Assumed = union(s.InputData.Assumed, other.Assumed)
	s.InputData.Missing = union(s.InputData.Missing, other.Missing)
	s.InputData.MarketRows = max(s.InputData.MarketRows, other.MarketRows)
}

// mergeRaw takes each result that the other has.
func (s *TeamState) mergeRaw(other RawAnalysis) {
	into, from := reflect.ValueOf(&s.RawAnalysis).Elem(), reflect.ValueOf(other)
	for i := range from.NumField() {
		if !from.Field(i).IsZero() {
			into.Field(i).Set(from.Field(i))
		}
	}
}

func (s *TeamState) mergeCharts(o *Visualization) {
	if o == nil {
		return
	}
	if s.VisualizationData == nil {
		s.VisualizationData = &Visualization{}
	}
	for _, c := range o.Charts {
		if !slices.ContainsFunc(s.VisualizationData.Charts, func(have Chart) bool { return have.Title == c.Title && slices.Equal(have.Labels, c.Labels) }) {
			s.VisualizationData.Charts = append(s.VisualizationData.Charts, c)
		}
	}
}

func (s *TeamState) mergeTimes(o *TeamState) {
	if o.StartTime != nil && (s.StartTime == nil || o.StartTime.Before(*s.StartTime)) {
		s.StartTime = o.StartTime
	}
	if o.EndTime != nil && (s.EndTime == nil || o.EndTime.After(*s.EndTime)) {
		s.EndTime = o.EndTime
	}
	s.AnalysisTime += o.AnalysisTime
}

func union[T comparable](a, b []T) []T {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}

func newSections(have, more []state.Section) []state.Section {
	var fresh []state.Section
	for _, m := range more {
		same := func(s state.Section) bool { return s.Title == m.Title && slices.Equal(s.Content, m.Content) }
		if !slices.ContainsFunc(have, same) {
			fresh = append(fresh, m)
		}
	}
	return fresh
}

// Summary is what clients are shown of the step: one sentence, the number of
// findings, and up to five of them without their formulas.
func (s *TeamState) Summary(language string) state.StepResult {
	result := state.StepResult{TotalResults: len(s.Insights), Sources: s.Report.Sources}
	for _, line := range s.Insights {
		if len(result.Highlights) == 5 {
			break
		}
		result.Highlights = append(result.Highlights, headlineOf(line))
	}
	switch {
	case s.Status == state.SharedError:
		result.Summary = texts.Say(language, "summary.failed")
	case len(s.Insights) == 0:
		result.Summary = texts.Say(language, "summary.more_needed")
	default:
		result.Summary = texts.Say(language, "summary.done", "n", len(s.Insights))
	}
	if n := len(s.InputData.Missing); n > 0 && len(s.Insights) > 0 {
		result.Summary = texts.Say(language, "summary.to_check", "summary", result.Summary, "n", n)
	}
	return result
}

// headlineOf is an insight without the bracket of its formula.
func headlineOf(line string) string {
	if at := strings.Index(line, " ["); at > 0 {
		return line[:at]
	}
	return line
}

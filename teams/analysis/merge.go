package analysis

import (
	"cmp"
	"maps"
	"slices"

	"github.com/madang-dev/madang/state"
)

// Merge adds what the state of a later step of the plan found: what it has and
// this one lacks is taken, lists grow without doubles, numbers of the other win.
// The confidence is the lower of both.
func (s *TeamState) Merge(other *TeamState) {
	if other == nil {
		return
	}
	s.mergeInput(other.InputData)
	if other.RawAnalysis.Loans != nil {
		s.RawAnalysis.Loans = other.RawAnalysis.Loans
	}
	s.RawAnalysis.Market = cmp.Or(other.RawAnalysis.Market, s.RawAnalysis.Market)
	maps.Copy(s.Metrics, other.Metrics)
	maps.Copy(s.AnalysisProgress, other.AnalysisProgress)
	s.Findings = unite(s.Findings, other.Findings, Finding.same)
	s.Findings, s.Insights = s.Findings[:min(len(s.Findings), MaxFindings)], []string{}
	for _, f := range s.Findings {
		s.Insights = append(s.Insights, f.insight(s.SharedContext.Language))
	}
	s.Recommendations = union(s.Recommendations, other.Recommendations)
	s.Report.Sources = union(s.Report.Sources, other.Report.Sources)
	s.Report.Sections = unite(s.Report.Sections, other.Report.Sections, func(a, b state.Section) bool {
		return a.Title == b.Title && slices.Equal(a.Content, b.Content)
	})
	if o := other.VisualizationData; s.VisualizationData == nil {
		s.VisualizationData = o
	} else if o != nil {
		s.VisualizationData.Charts = unite(s.VisualizationData.Charts, o.Charts, func(a, b Chart) bool {
			return a.Title == b.Title && slices.Equal(a.Labels, b.Labels)
		})
	}
	s.mergeTimes(other)
	if s.AnalysisType != other.AnalysisType && other.AnalysisType != "" {
		s.AnalysisType = TypeComprehensive
	}
	s.ConfidenceScore = min(s.ConfidenceScore, other.ConfidenceScore)
	s.Status = cmp.Or(s.Status, other.Status)
}

func (s *TeamState) mergeInput(other InputData) {
	s.InputData.Methods = union(s.InputData.Methods, other.Methods)
	s.InputData.Assumed = union(s.InputData.Assumed, other.Assumed)
	s.InputData.Missing = unite(s.InputData.Missing, other.Missing, func(a, b Missing) bool { return a.Method == b.Method && a.Name == b.Name && a.Question == b.Question })
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

func union[T comparable](a, b []T) []T { return unite(a, b, func(x, y T) bool { return x == y }) }

// unite adds what a list does not hold.
func unite[T any](have, more []T, same func(a, b T) bool) []T {
	for _, x := range more {
		if !slices.ContainsFunc(have, func(y T) bool { return same(x, y) }) {
			have = append(have, x)
		}
	}
	return have
}

// Summary is what clients are shown of the step: one sentence, the number of
// findings, and up to five of them without their formulas.
func (s *TeamState) Summary(language string) state.StepResult {
	result := state.StepResult{TotalResults: len(s.Insights), Sources: s.Report.Sources}
	for _, f := range s.Findings[:min(len(s.Findings), 5)] {
		result.Highlights = append(result.Highlights, f.Headline)
	}
	switch {
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

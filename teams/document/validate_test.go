package document

import (
	"fmt"
	"slices"
	"strings"
)

// Validate lists every rule that the state breaks.
func (s *TeamState) Validate() []string {
	var errs []string
	add := func(format string, args ...any) { errs = append(errs, fmt.Sprintf(format, args...)) }
	if s.TeamName != TeamName {
		add("team_name is %q, not %q", s.TeamName, TeamName)
	}
	if !slices.Contains([]string{StatusProcessing, StatusCompleted}, s.Status) {
		add("status %q is unknown", s.Status)
	}
	for _, e := range s.SharedContext.Validate() {
		add("shared_context: %s", e)
	}
	if s.DocumentType != TypeReview && s.DocumentType != TypeMessage && !strings.HasSuffix(s.DocumentType, "_contract") {
		add("document_type %q is unknown", s.DocumentType)
	}
	if s.GenerationProgress == nil {
		add("generation_progress is missing")
	}
	if s.GenerationTime < 0 || s.ReviewTime < 0 {
		add("generation_time and review_time can't be negative")
	}
	if s.EndTime != "" && s.EndTime < s.StartTime {
		add("end_time %s is before start_time %s", s.EndTime, s.StartTime)
	}
	s.validateDocument(add)
	s.validateReview(add)
	return errs
}

func (s *TeamState) validateDocument(add func(string, ...any)) {
	if (s.DocumentContent == nil) != (s.FinalDocument == "") {
		add("document_content and final_document have to come together")
	}
	if c := s.DocumentContent; c != nil {
		if c.Title == "" || c.Content == "" || c.CreatedAt == "" {
			add("document_content needs title, content and created_at")
		}
		if s.Status == StatusCompleted && s.DocumentType != TypeReview && s.Template == nil {
			add("a document without its template")
		}
	}
	if t := s.Template; t != nil && (t.TemplateID == "" || t.TemplateContent == "" || len(t.Placeholders) == 0) {
		add("template needs template_id, template_content and placeholders")
	}
}

func (s *TeamState) validateReview(add func(string, ...any)) {
	r := s.ReviewResult
	if r == nil {
		if s.FinalDocument != "" && s.DocumentType != TypeReview {
			add("a document without a review_result")
		}
		return
	}
	if !slices.Contains([]string{SeverityLow, SeverityMedium, SeverityHigh}, r.RiskLevel) {
		add("review_result.risk_level %q is not low, medium or high", r.RiskLevel)
	}
	if r.RiskLevel != riskLevel(r.Risks) {
		add("review_result.risk_level %q does not follow from its risks", r.RiskLevel)
	}
	for i, k := range r.Risks {
		if k.ID == "" || !slices.Contains([]string{SeverityLow, SeverityMedium, SeverityHigh}, k.Severity) {
			add("review_result.risks[%d] needs an id and a severity", i)
		}
	}
}

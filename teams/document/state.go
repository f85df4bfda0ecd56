package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

// TeamName is the team's name in plans and results.
const TeamName = "document"

// The statuses of the team.
const (
	StatusPending    = "pending"
	StatusProcessing = "processing"
	StatusCompleted  = "completed"
	StatusError      = "error"
)

// The stages of the work, keys of generation_progress.
const (
	WorkCollect  = "collect"
	WorkGenerate = "generate"
	WorkReview   = "review"
)

// Template is what a document was made from. Its content is named by a hash:
// the text itself is part of the program.
type Template struct {
	TemplateID      string   `json:"template_id"`
	TemplateName    string   `json:"template_name"`
	TemplateContent string   `json:"template_content"` // "sha256:…"
	Placeholders    []string `json:"placeholders"`
}

// Content is the document that was made.
type Content struct {
	Title     string   `json:"title"`
	Content   string   `json:"content"` // Markdown
	Metadata  Metadata `json:"metadata"`
	CreatedAt string   `json:"created_at"` // RFC 3339 UTC
}

// Metadata says what a document contains and what it does not.
type Metadata struct {
	DocumentType string `json:"document_type"`
	Language     string `json:"language"`
	// Draft is always true: only signed originals are contracts.
	Draft bool `json:"draft"`
	// Blanks are the values left to fill in by hand.
	Blanks []string `json:"blanks"`
	// Checks are the outcomes of the automatic checks.
	Checks []Check `json:"checks"`
	// AsOf is the day of the legal facts that the checks rest on.
	AsOf string `json:"as_of"`
}

// TeamState is the document team's part of the state (the real-estate
// design's DocumentTeamState, section 4).
type TeamState struct {
	TeamName      string       `json:"team_name"`
	Status        string       `json:"status"`
	SharedContext state.Shared `json:"shared_context"`

	DocumentType string    `json:"document_type"`
	Template     *Template `json:"template,omitempty"`
	// DocumentContent is set once a document was made.
	DocumentContent    *Content          `json:"document_content,omitempty"`
	GenerationProgress map[string]string `json:"generation_progress"`

	ReviewNeeded  bool          `json:"review_needed"`
	ReviewResult  *ReviewResult `json:"review_result,omitempty"`
	FinalDocument string        `json:"final_document,omitempty"` // Markdown

	StartTime      string  `json:"start_time,omitempty"` // RFC 3339 UTC
	EndTime        string  `json:"end_time,omitempty"`
	GenerationTime float64 `json:"generation_time,omitempty"` // seconds
	ReviewTime     float64 `json:"review_time,omitempty"`     // seconds
	Error          string  `json:"error,omitempty"`

	// Draft is what the session keeps for the next turn.
	Draft *Draft `json:"draft,omitempty"`
	// Missing are the required values that nobody has said, Questions those
	// that are asked now, Problems what contradicts itself.
	Missing   []Missing `json:"missing,omitempty"`
	Questions []Missing `json:"questions,omitempty"`
	Problems  []Problem `json:"problems,omitempty"`
	// Terms are the special terms that fit and are not in the contract yet.
	Terms []Term `json:"recommended_terms,omitempty"`
	// Rewritten are the sentences that a rewrite changed.
	Rewritten []Rewritten `json:"rewritten,omitempty"`
	// Message is what the team says to the user, in Markdown.
	Message string `json:"message,omitempty"`
	// Refused tells that the team would not do what was asked.
	Refused bool `json:"refused,omitempty"`
	// Cancelled tells that the user gave the draft up.
	Cancelled bool `json:"cancelled,omitempty"`
}

// Title is the title of the document that was made, "" if none was.
func (s *TeamState) Title() string {
	if s.DocumentContent == nil {
		return ""
	}
	return s.DocumentContent.Title
}

// Waiting tells whether the team needs an answer before it can go on.
func (s *TeamState) Waiting() bool { return len(s.Questions) > 0 || len(s.Problems) > 0 }

// Validate lists every rule that the state breaks.
func (s *TeamState) Validate() []string {
	var errs []string
	add := func(format string, args ...any) { errs = append(errs, fmt.Sprintf(format, args...)) }
	if s.TeamName != TeamName {
		add("team_name is %q, not %q", s.TeamName, TeamName)
	}
	if !slices.Contains([]string{StatusPending, StatusProcessing, StatusCompleted, StatusError}, s.Status) {
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
	if s.Status == StatusError && s.Error == "" {
		add("status error without error")
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

// Merge takes over what another state of the same turn has and this one has
// not: a second step of one plan (write, then review) completes the first.
func (s *TeamState) Merge(other *TeamState) {
	if other == nil {
		return
	}
	if s.DocumentContent == nil && other.DocumentContent != nil {
		s.DocumentType, s.Template = other.DocumentType, other.Template
		s.DocumentContent, s.FinalDocument = other.DocumentContent, other.FinalDocument
		s.GenerationTime = other.GenerationTime
	}
	if other.ReviewResult != nil {
		s.ReviewResult, s.ReviewTime = other.ReviewResult, other.ReviewTime
		s.ReviewNeeded = s.ReviewNeeded || other.ReviewNeeded
	}
	if s.GenerationProgress == nil {
		s.GenerationProgress = map[string]string{}
	}
	for k, v := range other.GenerationProgress {
		s.GenerationProgress[k] = v
	}
	if other.Draft != nil {
		s.Draft, s.Missing, s.Questions, s.Problems, s.Terms = other.Draft, other.Missing, other.Questions, other.Problems, other.Terms
	}
	if other.Rewritten != nil {
		s.Rewritten = other.Rewritten
	}
	if other.Message != "" && other.Message != s.Message {
		if s.Message != "" {
			s.Message += "\n\n"
		}
		s.Message += other.Message
	}
	s.Refused = s.Refused || other.Refused
	s.Cancelled = s.Cancelled || other.Cancelled
	if other.Status == StatusError {
		s.Status, s.Error = StatusError, other.Error
	}
	if other.StartTime != "" && (s.StartTime == "" || other.StartTime < s.StartTime) {
		s.StartTime = other.StartTime
	}
	s.EndTime = max(s.EndTime, other.EndTime)
}

package document

import (
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/clause"
)

// TeamName is the team's name in plans and results.
const TeamName = "document"

// The statuses of the team.
const (
	StatusProcessing = "processing"
	StatusCompleted  = "completed"
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
	Error          string  `json:"error,omitempty"`           // the design's: a step that failed has no state

	// Draft is what the session keeps for the next turn.
	Draft *Draft `json:"draft,omitempty"`
	// Missing are the required values that nobody has said, Questions those
	// that are asked now, Problems what contradicts itself.
	Missing   []Missing `json:"missing,omitempty"`
	Questions []Missing `json:"questions,omitempty"`
	Problems  []Problem `json:"problems,omitempty"`
	// Fields are the contract's fields with what is known of them.
	Fields []forms.Entry `json:"fields,omitempty"`
	// Terms are the special terms that fit and are not in the contract yet.
	Terms []Term `json:"recommended_terms,omitempty"`
	// Message is what the team says to the user, in Markdown.
	Message string `json:"message,omitempty"`
	// Refused tells that the team would not do what was asked.
	Refused bool `json:"refused,omitempty"`
	// Cancelled tells that the user gave the draft up.
	Cancelled bool `json:"cancelled,omitempty"`
}

// made puts a document into the state, with what its metadata says of it besides.
func (w *turn) made(title, text string, about Metadata) {
	about.DocumentType, about.Draft, about.AsOf = w.state.DocumentType, true, w.team.asOf
	w.state.FinalDocument = text
	w.state.DocumentContent = &Content{Title: title, Content: text, Metadata: about, CreatedAt: w.req.Clock().UTC().Format(time.RFC3339)}
}

// labels are what values are called that nobody has said.
func labels(list []Missing, lang string) []string {
	var names []string
	for _, m := range list {
		names = append(names, m.Label(lang))
	}
	return names
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

// Certain tells that what is told is what was done or asked: only a clause that matches
// no known risk was not judged.
func (s *TeamState) Certain() bool {
	r := s.ReviewResult
	unclear := func(c Reviewed) bool { return c.Verdict == clause.Unclear }
	return s.Message != "" && (r == nil || len(r.Clauses) == 0 || !slices.ContainsFunc(r.Clauses, unclear) || len(r.Risks) > 0)
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
	maps.Copy(s.GenerationProgress, other.GenerationProgress)
	if other.Draft != nil {
		s.Draft, s.Missing, s.Questions, s.Problems, s.Terms, s.Fields = other.Draft, other.Missing, other.Questions, other.Problems, other.Terms, other.Fields
	}
	if other.Message != "" && other.Message != s.Message {
		if s.Message != "" {
			s.Message += "\n\n"
		}
		s.Message += other.Message
	}
	s.Refused = s.Refused || other.Refused
	s.Cancelled = s.Cancelled || other.Cancelled
	if other.StartTime != "" && (s.StartTime == "" || other.StartTime < s.StartTime) {
		s.StartTime = other.StartTime
	}
	s.EndTime = max(s.EndTime, other.EndTime)
}

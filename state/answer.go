package state

import "encoding/json"

// The kinds of a final response.
const (
	ResponseAnswer    = "answer"
	ResponseGuidance  = "guidance"
	ResponseDocument  = "document"
	ResponseError     = "error"
	ResponseCancelled = "cancelled"
)

// Response is what ends a run for the user; which fields are set depends
// on Type (protocol, "response kinds").
type Response struct {
	Type           string              `json:"type" jsonschema:"enum=answer,enum=guidance,enum=document,enum=error,enum=cancelled"`
	Answer         string              `json:"answer,omitempty"`  // Markdown
	Message        string              `json:"message,omitempty"` // guidance, error, cancelled
	StructuredData *StructuredData     `json:"structured_data,omitempty"`
	TeamsUsed      []string            `json:"teams_used,omitempty"`
	Data           map[string]TeamData `json:"data,omitempty"`

	OriginalQuery  string `json:"original_query,omitempty"`  // guidance
	DetectedIntent string `json:"detected_intent,omitempty"` // guidance

	DocumentType string        `json:"document_type,omitempty"` // document
	Document     *DocumentLink `json:"document,omitempty"`

	Error string `json:"error,omitempty"` // error: code of the closed list
}

// StructuredData is the answer as parts that a client can lay out.
type StructuredData struct {
	Sections []Section      `json:"sections"`
	Metadata AnswerMetadata `json:"metadata"`
	// Sources are the facts that the answer states, in the order in which
	// it does.
	Sources []Source `json:"sources,omitempty"`
}

// Source is a fact that an answer states, with where it is from.
type Source struct {
	ID    string `json:"id"`   // "F1"
	Kind  string `json:"kind"` // law | calculation | market | loan | clause | document | tool | assumption
	Title string `json:"title"`
	// Source is how the answer names it: "주택임대차보호법 제7조".
	Source  string `json:"source"`
	Law     string `json:"law,omitempty"`
	Article string `json:"article,omitempty"`
	AsOf    string `json:"as_of,omitempty"`  // YYYY-MM-DD
	Status  string `json:"status,omitempty"` // verified | partly_verified | unverified
	Text    string `json:"text"`             // the beginning of what it states
	URL     string `json:"url,omitempty"`
}

// Who wrote an answer.
const (
	AnsweredByRules = "rules"
	AnsweredByModel = "model"
)

// Section is one part of an answer.
type Section struct {
	Title string `json:"title"`
	// Content is one text or a list of lines.
	Content    SectionContent `json:"content"`
	Icon       string         `json:"icon"` // target scale chart alert lightbulb info
	Priority   string         `json:"priority" jsonschema:"enum=high,enum=medium,enum=low"`
	Expandable bool           `json:"expandable"`
	Type       string         `json:"type,omitempty"` // text, or what a page shows otherwise: checklist | warning | question (one that is open) | table (which stands in the answer without a heading) | basis (what numbers rest on)
}

// SectionContent is a string on the wire when it is one line, else a list.
type SectionContent []string

// MarshalJSON writes one line as a string.
func (c SectionContent) MarshalJSON() ([]byte, error) {
	if len(c) == 1 {
		return json.Marshal(c[0])
	}
	return json.Marshal([]string(c))
}

// UnmarshalJSON reads a string or a list of strings.
func (c *SectionContent) UnmarshalJSON(b []byte) error {
	if len(b) == 0 || b[0] != '"' {
		return json.Unmarshal(b, (*[]string)(c))
	}
	*c = make(SectionContent, 1)
	return json.Unmarshal(b, &(*c)[0])
}

// AnswerMetadata says how far an answer can be trusted and why.
type AnswerMetadata struct {
	Confidence float64  `json:"confidence"` // 0-1
	Sources    []string `json:"sources"`    // "주택임대차보호법 제7조"
	IntentType string   `json:"intent_type"`
	// AnsweredBy is AnsweredByRules or AnsweredByModel; Model and Prompt
	// (name@version) say which, and Fallback why the model that was asked
	// did not: unavailable, over_budget, bad_answer, refused or failed.
	AnsweredBy string `json:"answered_by"`
	Model      string `json:"model,omitempty"`
	Prompt     string `json:"prompt,omitempty"`
	Fallback   string `json:"fallback,omitempty"`
	// RetryAfterMS is how long a cap on tokens or money of a day stays reached.
	RetryAfterMS int64 `json:"retry_after_ms,omitempty"`
	// AsOf is the oldest day (YYYY-MM-DD) of a fact that the answer states,
	// Evidence the ids of all of them.
	AsOf     string   `json:"as_of,omitempty"`
	Evidence []string `json:"evidence,omitempty"`
	// Missing names what could not be found or done.
	Missing []string `json:"missing,omitempty"`
	// SampleData tells that figures come from the built-in sample market.
	SampleData bool   `json:"sample_data,omitempty"`
	Today      string `json:"today,omitempty"`
	// Understood is the question as it was taken, where it pointed at
	// something said before; Assumed are the user's preferences that stood
	// in for what it left out; ReusedFrom is the run whose results were used
	// again.
	Understood string       `json:"understood,omitempty"`
	Assumed    []Assumption `json:"assumed,omitempty"`
	ReusedFrom string       `json:"reused_from,omitempty"`
}

// Assumption is a preference that stands in for a fact.
type Assumption struct {
	Key   string `json:"key"` // region | budget | deal_type
	Value string `json:"value"`
	// Text tells the user, in their language.
	Text string `json:"text"`
}

// TeamData is a team's contribution to the answer; Data is the team's own
// bounded result.
type TeamData struct {
	Status string          `json:"status" jsonschema:"enum=success,enum=failed,enum=skipped"`
	Data   json.RawMessage `json:"data"`
	Error  string          `json:"error,omitempty"`
}

// DocumentLink is where a made document can be had.
type DocumentLink struct {
	ID        string            `json:"id"`
	Title     string            `json:"title"`
	Downloads map[string]string `json:"downloads"` // markdown | docx | pdf → path
}

// LinkTo is the link to a stored document, in what every one is exported as and the
// formats that it has besides.
func LinkTo(id, title string, besides ...string) *DocumentLink {
	path := "/api/v1/documents/" + id + "/download?format="
	link := &DocumentLink{ID: id, Title: title, Downloads: map[string]string{"markdown": path + "md", "docx": path + "docx", "pdf": path + "pdf"}}
	for _, format := range besides {
		link.Downloads[format] = path + format
	}
	return link
}

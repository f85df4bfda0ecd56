package document

import (
	"encoding/json"
	"slices"
	"strings"
)

// The types of a document that the team works on.
const (
	TypeLease  = "lease_contract"
	TypeSales  = "sales_contract"
	TypeReview = "contract_review"
	// TypeMessage is a message or notice between the parties of a lease.
	TypeMessage = "message"
)

// The stages of a draft.
const (
	StageAsking    = "asking"    // questions are open
	StageMade      = "made"      // a document was made; it can be corrected
	StageReviewed  = "reviewed"  // a text was reviewed; it can be rewritten
	StageCancelled = "cancelled" // the user gave it up
)

// Bounds of what a draft keeps, so that a session's state stays small.
const (
	maxReviewBytes = 20 << 10
	maxTerms       = 30
	maxTermRunes   = 500 // facts: 500 characters an entry
	maxTextRunes   = 200
	maxNameRunes   = 60
	maxPeople      = 8
	maxListItems   = 20
)

// Draft is a document in the making, kept between the turns of a session.
type Draft struct {
	Type  string         `json:"document_type"`
	Stage string         `json:"stage"`
	Lease *LeaseContract `json:"lease,omitempty"`
	Sales *SalesContract `json:"sales,omitempty"`
	// Letter is a message being drafted; a contract may wait beside it.
	Letter *Letter `json:"letter,omitempty"`

	Missing  []Missing `json:"missing,omitempty"`
	Problems []Problem `json:"problems,omitempty"`
	// Clashes are values that contradict each other within one message and
	// were therefore not taken; they wait for the user's choice.
	Clashes []Clash `json:"clashes,omitempty"`
	// Asked are the keys that the last turn asked for, so that a bare
	// "3억" or "김철수" finds its place.
	Asked []string `json:"asked,omitempty"`
	// AsIs tells that the user wants the document with what is known;
	// Accepted are the problems that were open when he said so.
	AsIs     bool     `json:"as_is,omitempty"`
	Accepted []string `json:"accepted,omitempty"`
	// Situations are facts that call for a special term, e.g. "pet".
	Situations []string `json:"situations,omitempty"`

	// ReviewedText is the text last reviewed, cut to 20 KB.
	ReviewedText string `json:"reviewed_text,omitempty"`
}

// Missing is one value that a contract needs and nobody has said.
type Missing struct {
	Key        string `json:"key"`
	Group      string `json:"group"` // asked together
	LabelKo    string `json:"label_ko"`
	LabelEn    string `json:"label_en"`
	QuestionKo string `json:"question_ko"`
	QuestionEn string `json:"question_en"`
	Required   bool   `json:"required"`
}

// Question is the question in "ko" or "en".
func (m Missing) Question(lang string) string { return pick(lang, m.QuestionKo, m.QuestionEn) }

// Label is the name of the value in "ko" or "en".
func (m Missing) Label(lang string) string { return pick(lang, m.LabelKo, m.LabelEn) }

// Problem is a contradiction or an impossible value, with the values that
// do not fit each other.
type Problem struct {
	Code   string   `json:"code"`
	Fields []string `json:"fields"`
	Values []string `json:"values"`
	TextKo string   `json:"text_ko"`
	TextEn string   `json:"text_en"`
}

// id tells the same problem with other values apart.
func (p Problem) id() string { return p.Code + " " + strings.Join(p.Values, " ") }

// Text is the problem in "ko" or "en".
func (p Problem) Text(lang string) string { return pick(lang, p.TextKo, p.TextEn) }

// Clash is one field for which one message gave several values.
type Clash struct {
	Key    string  `json:"key"`
	Values []int64 `json:"values"` // won
}

func newDraft(kind string) *Draft {
	d := &Draft{Type: kind, Stage: StageAsking}
	switch kind {
	case TypeLease:
		d.Lease = &LeaseContract{}
	case TypeSales:
		d.Sales = &SalesContract{}
	}
	return d
}

// clone is a deep copy, so that a turn that fails leaves the draft alone.
func (d *Draft) clone() *Draft {
	if d == nil {
		return nil
	}
	raw, err := json.Marshal(d)
	if err != nil {
		panic("document: draft does not marshal: " + err.Error())
	}
	var out Draft
	if err := json.Unmarshal(raw, &out); err != nil {
		panic("document: draft does not unmarshal: " + err.Error())
	}
	return &out
}

// Action is the action under which a draft of a document goes on, "" for a
// review.
func (d *Draft) Action() string {
	switch d.Type {
	case TypeLease:
		return ActionLease
	case TypeSales:
		return ActionSales
	case TypeMessage:
		return ActionMessage
	}
	return ""
}

func (d *Draft) asked(key string) bool { return slices.Contains(d.Asked, key) }

func (d *Draft) situation(name string) {
	if !slices.Contains(d.Situations, name) {
		d.Situations = append(d.Situations, name)
	}
}

func (d *Draft) terms() []string {
	switch {
	case d.Lease != nil:
		return d.Lease.SpecialTerms
	case d.Sales != nil:
		return d.Sales.SpecialTerms
	}
	return nil
}

func (d *Draft) setTerms(terms []string) {
	if len(terms) > maxTerms {
		terms = terms[:maxTerms]
	}
	switch {
	case d.Lease != nil:
		d.Lease.SpecialTerms = terms
	case d.Sales != nil:
		d.Sales.SpecialTerms = terms
	}
}

func pick(lang, ko, en string) string {
	if lang == "en" {
		return en
	}
	return ko
}

package document

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/forms"
)

// The types of a document that the team works on; other kinds of contract
// are <kind>_contract.
const (
	TypeReview = "contract_review"
	// TypeMessage is a message or notice between the parties of a lease, and the
	// action that drafts one.
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
	maxListItems   = 20
)

// Missing, Problem and Clash are those of forms.
type (
	Missing = forms.Missing
	Problem = forms.Problem
	Clash   = forms.Clash
)

// Draft is a document in the making, kept between the turns of a session.
type Draft struct {
	Type  string `json:"document_type"`
	Stage string `json:"stage"`
	// Side is who the user is in a lease, "" where nothing told.
	Side string `json:"side,omitempty"`
	// Forms are the values of contracts by their kind ("lease", "sales"), and
	// of a message beside them ("letter"). In JSON each stands beside the other
	// fields.
	Forms map[string]forms.Values `json:"-"`

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

	// ReviewedText is the text last reviewed, cut to 20 KB; ReviewedKind is the
	// kind of contract that it is of, "" when nothing told.
	ReviewedText string `json:"reviewed_text,omitempty"`
	ReviewedKind string `json:"reviewed_kind,omitempty"`
}

// plainDraft is a Draft without its own JSON.
type plainDraft Draft

// MarshalJSON writes the values of each contract under its kind.
func (d Draft) MarshalJSON() ([]byte, error) {
	raw, err := json.Marshal(plainDraft(d))
	if err != nil || len(d.Forms) == 0 {
		return raw, err
	}
	values, err := json.Marshal(d.Forms)
	return append(append(raw[:len(raw)-1], ','), values[1:]...), err
}

// UnmarshalJSON reads what MarshalJSON writes.
func (d *Draft) UnmarshalJSON(raw []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, (*plainDraft)(d)); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	for name, member := range members {
		if !strings.HasPrefix(string(member), "{") {
			continue
		}
		var v forms.Values
		if err := json.Unmarshal(member, &v); err != nil {
			return err
		}
		d.values(name, v)
	}
	return nil
}

func (d *Draft) values(kind string, v forms.Values) {
	if d.Forms == nil {
		d.Forms = map[string]forms.Values{}
	}
	d.Forms[kind] = v
}

// SensitivePaths are the values that nobody is shown outside of the work
// itself, of the contracts that are built in.
func (Draft) SensitivePaths() []string {
	var paths []string
	for _, c := range builtIn() {
		for _, key := range c.Personal() {
			paths = append(paths, c.Kind+"."+key)
		}
	}
	for _, key := range builtInLetters().Personal() {
		paths = append(paths, letterKind+"."+key)
	}
	return paths
}

// hasContract tells whether the draft holds a contract, with or without a
// message beside it.
func (d *Draft) hasContract() bool {
	for kind := range d.Forms {
		if kind != letterKind {
			return true
		}
	}
	return false
}

// clone is a deep copy, so that a turn that fails leaves the draft alone.
func (d *Draft) clone() *Draft {
	if d == nil {
		return nil
	}
	out := *d
	out.Forms = nil
	for kind, v := range d.Forms {
		out.values(kind, v.Clone())
	}
	out.Missing, out.Problems, out.Clashes = slices.Clone(d.Missing), slices.Clone(d.Problems), slices.Clone(d.Clashes)
	out.Asked, out.Accepted = slices.Clone(d.Asked), slices.Clone(d.Accepted)
	return &out
}

// Action is the action under which a draft of a document goes on, "" for a
// review.
func (d *Draft) Action() string {
	if d.Type == TypeReview {
		return ""
	}
	return d.Type
}

func (d *Draft) asked(key string) bool { return slices.Contains(d.Asked, key) }

// open are the problems that the user has not chosen to keep.
func (d *Draft) open() []Problem {
	return slices.DeleteFunc(slices.Clone(d.Problems), func(p Problem) bool { return slices.Contains(d.Accepted, p.ID()) })
}

func bounded[T any](list []T, n int) []T { return list[:min(n, len(list))] }

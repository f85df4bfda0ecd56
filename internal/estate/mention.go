package estate

import "encoding/json"

// Mention is something a conversation spoke of that can be pointed at later
// ("the second one", "아까 말한 집").
type Mention struct {
	Kind string `json:"kind"`
	// Label is how it is said in the user's language; a query that means it
	// reads right, and is read right, with the label in its place.
	Label string `json:"label"`
	// Order is its place in the list that it was shown in, from 1; 0 was in
	// no list.
	Order        int    `json:"order,omitempty"`
	Region       string `json:"region,omitempty"`
	PropertyType string `json:"property_type,omitempty"`
	DealType     string `json:"deal_type,omitempty"`
	Won          int64  `json:"won,omitempty"`
	RunID        string `json:"run_id,omitempty"`
}

// Remember is how memories keep what an exchange was about.
func Remember(list []Mention) (kept []json.RawMessage) {
	for _, m := range list {
		kept = append(kept, encode(m))
	}
	return kept
}

// Remembered are the mentions of a memory; what is of another assistant is
// left out.
func Remembered(kept []json.RawMessage) (list []Mention) {
	for _, raw := range kept {
		var m Mention
		if json.Unmarshal(raw, &m) == nil {
			list = append(list, m)
		}
	}
	return list
}

package realestate

import (
	"github.com/madang-dev/madang/internal/evidence"
)

// manuscript is the key answer as a model writes it: sentences, each with
// the facts that it rests on, and what the facts do not tell.
type manuscript struct {
	Sentences []evidence.Sentence `json:"sentences"`
	NotFound  []string            `json:"not_found"`
}

package guard

import (
	"embed"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

//go:embed phrases/*.yaml
var files embed.FS

var phrases = dialog.Must(files, "phrases")

// Addressed tells whether a sentence of a document speaks to a machine that
// reads it: a text of law or a listing has no reason to. It names what reads
// instead of a person, and what that would be told.
func Addressed(sentence string) bool {
	return within(sentence, "orders.machine") && within(sentence, "orders.order")
}

// Orders tells whether a sentence of a text speaks to a machine. A look at the
// whole spares taking nearly every text apart.
func Orders(text string) bool {
	return Addressed(text) && slices.ContainsFunc(korean.Sentences(text), Addressed)
}

// WithoutOrders is a text without the sentences that speak to a machine.
func WithoutOrders(text string) string {
	if !Orders(text) {
		return text
	}
	return strings.Join(slices.DeleteFunc(korean.Sentences(text), Addressed), " ")
}

// overlap is at least as long as a phrase.
const overlap = 128

// within is Has for documents, which are read as far as they go.
func within(text, key string) bool {
	for {
		if phrases.Has(text, key) {
			return true
		}
		if len(text) <= dialog.MaxRead {
			return false
		}
		text = text[dialog.MaxRead-overlap:]
	}
}

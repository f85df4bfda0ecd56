package realestate

import (
	"testing"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
	"github.com/madang-dev/madang/internal/words/wordstest"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".", "home.", "complex.", "deal.", "looked_for.", "language.", "preference.",
		"homes.", "kind.", "listing.", "listings.", "single.", "overview.", "gap.", "courtesy.", "card.", "laws.", "names.")
	dialogtest.Check(t, phrases, ".")
}

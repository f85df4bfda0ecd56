package search

import (
	"testing"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
	"github.com/madang-dev/madang/internal/words/wordstest"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".")
	dialogtest.Check(t, phrases, ".")
}

package planning

import (
	"testing"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
	"github.com/madang-dev/madang/internal/words/wordstest"
)

func TestTextsAndPhrases(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".", "problem.", "step.")
	dialogtest.Check(t, phrases, ".")
}

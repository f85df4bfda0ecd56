package document

import (
	"testing"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
	"github.com/madang-dev/madang/internal/words/wordstest"
)

func TestWords(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".", "letter.defect", "review", "letter")
	dialogtest.Check(t, phrases, ".", "letter", "defect.trouble")
}

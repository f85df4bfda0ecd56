package company

import (
	"testing"

	"github.com/madang-dev/madang/internal/words/wordstest"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".", "card", "talk", "failed", "replan", "fallback", "task", "verdict", "note", "section", "role", "region")
}

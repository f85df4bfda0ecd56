package api

import (
	"testing"

	"github.com/madang-dev/madang/internal/words/wordstest"
)

func TestEveryTextIsThereAndUsed(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".")
}

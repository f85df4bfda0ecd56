package knowledge_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/knowledge"
)

// repeated are messages that repeat what a reader could be slow about.
var repeated = map[string]string{
	"law": "주택임대차보호법 ", "law without spaces": "주택임대차보호법", "unknown law": "가나다라마바사법 ", "laws": "가나 및 다라 및 ",
	"on law": "가나 에 관한 ", "article": "제7조의2 ", "article of law": "주임법 제7조 ", "number": "1조 ", "bare article": "제 ",
	"space": " ", "line": "\n", "quote": "\"", "bracket": "(", "period": ". ", "syllable": "가", "syllables": "가나", "word": "보증금 ",
	"words": "보증금을 돌려받을 수 있는지 집주인에게 물어보면 어떻게 되나요 ", "english": "deposit ", "english law": "Rent Act ", "act": "Aa ",
	"question": "is there a rule ", "rule": "규정이 ", "digit": "1", "figure": "5 % ", "comma": "1,", "place": "미국 ", "home": "서울 ",
	"times": "두 배 ", "asks": "얼마 ", "story": "그런데 얼마 ", "compound": "임대차계약", "broken": "\xff", "emoji": "🏠", "mixed": "a가1.",
}

// message is one of so many bytes of a piece.
func message(piece string, size int) string { return strings.Repeat(piece, size/max(1, len(piece))) }

// search is everything that is done with a message.
func search(t testing.TB, lib *knowledge.Library, text string) {
	t.Helper()
	if _, err := lib.SearchArticles(t.Context(), knowledge.Query{Text: text, Keywords: []string{text}}); err != nil {
		t.Fatal(err)
	}
	if _, err := lib.SearchLoans(t.Context(), knowledge.Query{Text: text}); err != nil {
		t.Fatal(err)
	}
	lib.Gaps(text)
	lib.Article(text, text)
	knowledge.IsExistence(text)
}

// The work that a message makes ends where its two ends are read, whatever it
// repeats. Work is what is allocated: a busy machine changes nothing of it.
func TestWorkIsBounded(t *testing.T) {
	lib := openPacks(t)
	work := func(piece string, size int) float64 {
		text := message(piece, size)
		return testing.AllocsPerRun(1, func() { search(t, lib, text) })
	}
	for name, piece := range repeated {
		if whole, long := work(piece, 4<<10), work(piece, 64<<10); long > 2*whole+1000 {
			t.Errorf("%s: 4 KiB make %v allocations, 64 KiB %v", name, whole, long)
		}
	}
}

// ending is a context that ends after some looks at it.
type ending struct {
	context.Context
	looks int
}

func (e *ending) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestASearchEndsWithItsContext(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	for looks := range 5 {
		ctx := &ending{t.Context(), looks}
		if _, err := lib.SearchArticles(ctx, knowledge.Query{Text: "보증금을 돌려받을 수 있는지 집주인에게 물어보면 어떻게 되나요"}); !errors.Is(err, context.Canceled) {
			t.Fatalf("it goes on after %d looks: %v", looks, err)
		}
		if ctx.looks < -1 {
			t.Errorf("it looks %d times more", -ctx.looks-1)
		}
	}
}

// FuzzCost looks for what a message could repeat to be slow.
func FuzzCost(f *testing.F) {
	lib := openPacks(f)
	for _, piece := range repeated {
		f.Add(piece)
	}
	f.Fuzz(func(t *testing.T, piece string) {
		began := time.Now()
		search(t, lib, message(piece, 64<<10))
		if took := time.Since(began); took > 5*time.Second { // it is some milliseconds
			t.Errorf("%v", took)
		}
	})
}

package dialog

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever is said, a place that is found holds a phrase and no half character.
func FuzzFind(f *testing.F) {
	for _, s := range []string{"처음부터 다시", "그 만 두 자", "start over", "\xff그만\xff", "2번 3번", strings.Repeat("그만 ", 2000)} {
		f.Add(s)
	}
	p, err := loadFolder(files("act:\n  reset: [처음부터 다시]\n  stop: [그만]\n  n: ['/([1-3])번/']\n", "act:\n  over: [start over]\n"), "phrases")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, key := range p.Under("act") {
			end := 0
			for _, at := range p.FindAll(text, key) {
				if at[0] < end || at[1] <= at[0] || at[1] > len(text) {
					t.Fatalf("%q: %v of %d", text, at, len(text))
				}
				if end = at[1]; utf8.ValidString(text) && !p.Has(text[at[0]:at[1]], key) {
					t.Fatalf("%q holds no %s", text[at[0]:at[1]], key)
				}
			}
			if p.Has(text, key) != (end > 0) {
				t.Fatalf("%q: %s is found in one way only", text, key)
			}
		}
	})
}

package korean

import (
	"strings"
	"testing"
)

// findAll is FindMoney without passing over letters that begin no sum.
func findAll(s string) []Money {
	var found []Money
	for i := 0; i < len(s); {
		m, end, ok := scanMoney(s, i)
		switch {
		case ok && startsSum(s, i, m) && !countsOther(s, end, m):
			found = append(found, m)
			i = end
		case ok && end > i:
			i = end
		default:
			i += skipRune(s, i)
		}
	}
	return found
}

func TestNoSumBeginsWhatIsPassedOver(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= 0xffff; r++ {
		for _, rest := range []string{"", "원", "만원", "만 원", "5천만원", " 3억", "억", "삼천만원", "이너스 5만원", "rw 500"} {
			s := string(r) + rest
			if noSum(s, 0) == 0 {
				continue
			}
			if m, end, ok := scanMoney(s, 0); ok {
				t.Fatalf("%q begins with %+v to %d", s, m, end)
			}
		}
	}
}

func FuzzNoSum(f *testing.F) {
	for _, s := range []string{"보증금 3억 5천만원, 월세 50만 원", "−5만원 ₩300", "마이너스 이천", "half a billion won", "만원 B2 오만", "krw 500\xff3억"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, want := FindMoney(s), findAll(s)
		if len(got) != len(want) {
			t.Fatalf("%q: %+v instead of %+v", s, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%q: %+v instead of %+v", s, got, want)
			}
		}
	})
}

// counts is countsOther by a look at every counter.
func counts(s string, end int, m Money) bool {
	if !m.Bare && !m.Colloquial {
		return false
	}
	rest := strings.ToLower(strings.TrimLeft(clip(s[end:], 24), " "))
	for _, c := range counters {
		if strings.HasPrefix(rest, c) && !(m.Colloquial && particleLike(rest)) && !strings.HasPrefix(rest, "월세") && !strings.HasPrefix(rest, "인데") {
			return true
		}
	}
	return strings.HasPrefix(rest, "-") && m.Bare || strings.HasPrefix(rest, ".") && len(rest) > 1 && isDigit(rest[1])
}

func sameCount(t *testing.T, s string) {
	t.Helper()
	for _, m := range []Money{{}, {Bare: true}, {Colloquial: true}} {
		if got := countsOther(s, 0, m); got != counts(s, 0, m) {
			t.Errorf("%q with %+v: %v", s, m, got)
		}
	}
}

func TestEveryCounterIsLookedAt(t *testing.T) {
	t.Parallel()
	for _, c := range counters {
		sameCount(t, c)
		sameCount(t, "  "+strings.ToUpper(c)+"가")
	}
	for r := rune(0); r <= 0xffff; r++ {
		sameCount(t, string(r)+"2")
	}
}

func FuzzCountsOther(f *testing.F) {
	for _, s := range []string{"월세 ", "인데", "-3", ".5", "\u212aM", " 주고", "\xed\x8f"} {
		f.Add(s)
	}
	f.Fuzz(sameCount)
}

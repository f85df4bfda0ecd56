package korean

import (
	"slices"
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
	f.Fuzz(sameMoney)
}

func sameMoney(t *testing.T, s string) {
	t.Helper()
	want := findAll(s)
	if got := FindMoney(s); !slices.Equal(got, want) {
		t.Fatalf("%q: %+v instead of %+v", s, got, want)
	}
	sums := slices.DeleteFunc(want, func(m Money) bool { return m.Bare })
	if got := FindSums(s); !slices.Equal(got, sums) {
		t.Fatalf("%q: the sums %+v instead of %+v", s, got, sums)
	}
}

func TestNumbersThatArePassedOver(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"5", "99999999999999999999", "이", "천"} {
		for r := rune(0); r <= 0xffff; r++ {
			for _, between := range []string{"", " "} {
				for _, rest := range []string{"", "원"} {
					sameMoney(t, first+between+string(r)+rest)
				}
			}
			if r == 0x250 {
				r = 0xabff // all else that counts are syllables and signs of full width
			}
		}
	}
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

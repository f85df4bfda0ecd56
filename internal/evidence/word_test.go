package evidence

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// spelt are the words of a text as strings.
func spelt(text string) map[string]bool {
	words := map[string]bool{}
	var last rune
	var latin []rune
	end := func() {
		if len(latin) > 3 {
			words[string(latin[:min(len(latin), stem)])] = true
		}
		latin = latin[:0]
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.Is(unicode.Hangul, r):
			if pair := string(last) + string(r); last != 0 && !strings.Contains(endings, pair) {
				words[pair] = true
			}
			last = r
			end()
			continue
		case unicode.IsLetter(r):
			latin = append(latin, r)
		default:
			end()
		}
		last = 0
	}
	end()
	return words
}

func sameWords(t *testing.T, x, y string) {
	t.Helper()
	a, b := spelt(x), spelt(y)
	n, latin := 0, 0
	for w := range a {
		if b[w] {
			n++
		}
		if w[0] < utf8.RuneSelf {
			latin++
		}
	}
	want := 1.0
	if len(a) > 0 {
		want = float64(n) / float64(len(a))
	}
	got := wordsOf(x)
	if share := shareOf(got, wordsOf(y)); share != want || got.count() != len(a) || got.latin() != latin {
		t.Errorf("%q and %q share %v instead of %v; %d words for %d, %d Latin ones for %d", x, y, share, want, got.count(), len(a), got.latin(), latin)
	}
}

var wordTexts = []string{
	"", "전세 보증금은 5%까지 올릴 수 있습니다.", "보증금을 올리는 경우 임대인은 청구할 수 있다(주택임대차보호법 제7조).",
	"The landlord requested an increase; requests are capped.", "deposit 보증금deposit LTV법 naïve Ärger caffé 漢字漢字字", "ㅋㅋㅋ 〮ᄀᄂ\xff가나", "입니다합니다",
}

func TestWordsAreThoseOfTheText(t *testing.T) {
	t.Parallel()
	for _, x := range wordTexts {
		for _, y := range wordTexts {
			sameWords(t, x, y)
		}
	}
}

func FuzzWords(f *testing.F) {
	for i, x := range wordTexts {
		f.Add(x, wordTexts[len(wordTexts)-1-i])
	}
	f.Fuzz(sameWords)
}

func TestLettersAreThoseOfUnicode(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if isHangul(r) != unicode.Is(unicode.Hangul, r) || isLetter(r) != unicode.IsLetter(r) {
			t.Fatalf("%q is taken for another kind of letter", r)
		}
	}
}

func TestCountingWordsAreNotPassedOver(t *testing.T) {
	t.Parallel()
	for _, n := range natives {
		if first, _ := utf8.DecodeRuneInString(n.word); !beginsNative(first) {
			t.Errorf("%s is passed over", n.word)
		}
	}
}

func TestWholeNumbersAreWrittenAsOthers(t *testing.T) {
	t.Parallel()
	for _, v := range []float64{0, 1, 10, 100, 1e14, 999999999999999, 1e15, 1e20, 0.5, 33.333333333, 1200000.5, math.Inf(1)} {
		s := strconv.FormatFloat(v, 'f', 6, 64)
		if want := strings.TrimSuffix(strings.TrimRight(s, "0"), "."); shortest(v) != want {
			t.Errorf("%v is %q instead of %q", v, shortest(v), want)
		}
	}
}

func TestMoneyIsNotPassedOver(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": false, "올해 5월": false, "세입자 wo": false, "3억": true, "₩500": true, "5 won": true, "krw5": true, "2 million": true, "a thousand": true, "2만": true, "조": true, "백": true, "천": true, "원": true,
	} {
		if got := speaksOfMoney(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestTheShareOfOneIsThatOfTwoAlike(t *testing.T) {
	t.Parallel()
	texts := []string{"", "증액은 약정한 금액의 20분의 1이 한도입니다", "약정한 금액은 조례로 낮춥니다", "requested rent naïveté", "rent of the naïveté 금액의"}
	for _, a := range texts {
		for _, b := range texts {
			if one, two := shareOf(wordsOf(a), wordsOf(b)), shareOf(wordsOf(a), wordsOf(b), wordsOf(b)); one != two {
				t.Errorf("%v of %q are in %q, and not %v", one, a, b, two)
			}
		}
	}
}

package korean

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestLowerIsToLower(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if oneCase(r) && unicode.ToLower(r) != r {
			t.Errorf("%q has a lower case", r)
		}
		if s := "가" + string(r) + "B"; Lower(s) != strings.ToLower(s) {
			t.Errorf("%q is %q", s, Lower(s))
		}
	}
	for _, s := range []string{"", "전세 3억", "LTV는 70%", "「민법」 제7조", "\xff가A", "가\xeaA", "Äpfel", "É", "제곱 m²·ⅣA"} {
		if got := Lower(s); got != strings.ToLower(s) {
			t.Errorf("%q is %q", s, got)
		}
	}
}

func FuzzLetterAt(f *testing.F) {
	f.Add("가A힣\xea\xb0\xed\xa0\x80é漢")
	f.Fuzz(func(t *testing.T, s string) {
		for i := range len(s) {
			r, size := LetterAt(s, i)
			if want, length := utf8.DecodeRuneInString(s[i:]); r != want || size != length {
				t.Errorf("%q at %d is %q of %d bytes instead of %q of %d", s, i, r, size, want, length)
			}
		}
	})
}

func FuzzLower(f *testing.F) {
	f.Add("보증금 3억 LTV\xff")
	f.Fuzz(func(t *testing.T, s string) {
		if got := Lower(s); got != strings.ToLower(s) {
			t.Errorf("%q is %q", s, got)
		}
	})
}

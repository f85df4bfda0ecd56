package korean

import (
	"slices"
	"testing"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	for from, want := range map[string][3]string{
		"② 번! Ａ":      {"2 번! a", "2번a", "2번!a"},
		"ㄱ, ㄴ":        {"ㄱ, ㄴ", "ㄱㄴ", "ㄱ,ㄴ"},
		"AI가  맞나요?":   {"ai가  맞나요?", "ai가맞나요", "ai가맞나요?"},
		"":            {"", "", ""},
		"\u3164 x\ny": {"\u1160 x\ny", "\u1160xy", "\u1160xy"},
	} {
		if got := [3]string{Fold(from), Plain(from), Tight(from)}; got != want {
			t.Errorf("%q is %q, want %q", from, got, want)
		}
	}
	if got := Likeness("가나다", "가나다"); got != 1 {
		t.Errorf("a text is %v like itself", got)
	}
	if got := Likeness("가나다", "라마바"); got != 0 {
		t.Errorf("other texts are %v alike", got)
	}
	if n := len(Bigrams("가나가나")); n != 2 {
		t.Errorf("%d pairs", n)
	}
}

func TestInflected(t *testing.T) {
	t.Parallel()
	for stem, want := range map[string][]string{
		"밝히": {"밝히", "밝힌", "밝힐", "밝힘", "밝힙", "밝힜"}, "확인": {"확인"}, "표": {"표"}, "json": {"json"}, "": {""},
	} {
		if got := Inflected(stem); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", stem, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{"패스 🙏🏽": "패스", "포기, 할게요 ❤️": "포기 할게요", "Pass/skip-it!": "pass skip it", "👍": ""} {
		if got := Words(from); got != want {
			t.Errorf("%q is %q, want %q", from, got, want)
		}
	}
}

// Lone letters don't go on in a word, syllables do.
func TestWithinWord(t *testing.T) {
	t.Parallel()
	for before, want := range map[string]bool{"": false, "집": true, "ㅋㅋ": false, "ㅠ": false, "a": false, "집 ": false} {
		if got := WithinWord(before+"삼년", len(before)); got != want {
			t.Errorf("behind %q: %v", before, got)
		}
	}
}

func FuzzBigrams(f *testing.F) {
	f.Add("가a\xff나")
	f.Fuzz(func(t *testing.T, s string) {
		if n := len(Bigrams(s)); n > len(s) {
			t.Errorf("%d pairs of %q", n, s)
		}
	})
}

package terminal

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestWhatGoesOnOfAnItemStandsBelowItsWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"  1) 전세 계약서를 그대로 작성하기\n  2) 취소":             "  1) 전세 계약서를\n     그대로 작성하기\n  2) 취소",
		"- one two three four five":                  "- one two three four\n  five",
		"어떤 계약서를 작성해 드릴까요":                           "어떤 계약서를 작성해\n드릴까요",
		"- the deposit of KRW 18,070,265 it is":      "- the deposit of\n  KRW 18,070,265 it\n  is",
		"보증금의 상한은 1억 2만 3,000원이다":                    "보증금의 상한은\n1억 2만 3,000원이다",
		strings.Repeat(" ", 15) + "far to the right": strings.Repeat(" ", 15) + "far\nto the right",
	} {
		if got := hang(text, 20); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
		for row := range strings.Lines(hang(text, 20)) {
			if w := ansi.StringWidth(strings.TrimSuffix(row, "\n")); w > 20 {
				t.Errorf("%d cells: %q", w, row)
			}
		}
	}
}

package documents

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// What goes on of an item stands below its words, however wide its number is.
func TestItemsOfATerminalHang(t *testing.T) {
	t.Parallel()
	for markdown, want := range map[string]string{
		"- 전세 계약서를 그대로 작성하기":           "• 전세 계약서를\n  그대로 작성하기\n",
		"9. 하나 둘 셋 넷\n10. 다섯 여섯 일곱 여덟": "9. 하나 둘 셋 넷\n10. 다섯 여섯 일곱\n    여덟\n",
		"1. 하나\n   - 둘 셋 넷 다섯 여섯":      "1. 하나\n  • 둘 셋 넷 다섯\n    여섯\n",
		"- ☐ 등기부등본의 소유자와 계약 상대":        "☐ 등기부등본의\n  소유자와 계약\n  상대\n",
	} {
		got := Terminal(markdown, 18, false)
		if got != want {
			t.Errorf("%q:\n%s\nwant\n%s", markdown, got, want)
		}
		for row := range strings.Lines(got) {
			if w := ansi.StringWidth(strings.TrimSuffix(row, "\n")); w > 18 {
				t.Errorf("%d cells: %q", w, row)
			}
		}
	}
}

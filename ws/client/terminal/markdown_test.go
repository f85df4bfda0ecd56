package terminal

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestMarkdownIsShownWithoutItsSigns(t *testing.T) {
	t.Parallel()
	const text = `## 1장. 시작하기

### 세 가지 말

**AI(인공지능)**는 사람이 하던 일을 하는 **"기계"**입니다. **굵은 글**도 있고 값은 (**중요**)합니다.

- **요점**: 315,000,000원은 2026-05부터 2.5배입니다.
- 합계 KRW 18,070,265, 상한 3억 1,500만원

| 구분 | 합계 |
| --- | --- |
| 서울과 부산의 매출 | KRW 18,070,265 |
`
	for _, color := range []bool{true, false} {
		for _, width := range []int{20, 24, 37, 80} {
			raw := layOut(text, width, color)
			got := ansi.Strip(raw)
			if strings.ContainsAny(got, "*#") {
				t.Errorf("color %v, width %d: signs are left:\n%s", color, width, got)
			}
			words := strings.Join(strings.Fields(got), " ")
			for _, want := range []string{"1장.", "AI(인공지능)는", "\"기계\"입니다.", "315,000,000원은", "2026-05부터", "2.5배입니다."} {
				if !strings.Contains(words, want) {
					t.Errorf("color %v, width %d: %q is broken:\n%s", color, width, want, got)
				}
			}
			// A sum is one word too, in a sentence and in a cell.
			if strings.Count(got, "KRW 18,070,265") != 2 || !strings.Contains(got, "3억 1,500만원") {
				t.Errorf("color %v, width %d: a sum is broken:\n%s", color, width, got)
			}
			for row := range strings.Lines(got) {
				if w := ansi.StringWidth(strings.TrimRight(row, " \n")); w > width {
					t.Errorf("color %v, width %d: a row of %d cells: %q", color, width, w, row)
				}
			}
			if strings.Contains(raw, "\x1b[1mAI(인공지능)\x1b[22m") != color {
				t.Errorf("color %v: %q", color, raw)
			}
		}
	}
}

package documents

import "testing"

func TestPlainTextHasNoSignsOfMarkdown(t *testing.T) {
	t.Parallel()
	for markdown, want := range map[string]string{
		"### 3장. 환각\n입문 과정":                                "3장. 환각\n입문 과정",
		"**90점**입니다(통과 60점).":                              "90점입니다(통과 60점).",
		"**AI(인공지능)**는 *돕는* `도구`":                          "AI(인공지능)는 돕는 도구",
		"- ☐ 등기부등본\n- ☐ 전입신고":                              "☐ 등기부등본\n☐ 전입신고",
		"3. 셋째\n\n\n\n4. 넷째":                               "3. 셋째\n\n4. 넷째",
		"[원문](https://law.go.kr)을 보세요":                     "원문 (https://law.go.kr)을 보세요",
		"| 플랜 | 합계 |\n|---|---|\n| **알뜰(추천)** | 80만원 |\n끝": "플랜 · 합계\n알뜰(추천) · 80만원\n끝",
		"```mermaid\nradar\n```":                           "radar",
		"> 참고\n---\n끝":                                     "참고\n\n끝",
		"[표본] 5억원 × 2% = 1,000만원":                          "[표본] 5억원 × 2% = 1,000만원",
		"min(3억원, 2 * 3) < 40%":                            "min(3억원, 2 * 3) < 40%",
		"legal_consult도 그대로":                               "legal_consult도 그대로",
	} {
		if got := Plain(markdown); got != want {
			t.Errorf("%q is %q, want %q", markdown, got, want)
		}
	}
}

package company

import (
	"strings"
	"testing"
)

// What was answered is told shorter, explained and made a report of; who asks how a form is
// written writes it; notes are kept and found in English.
func TestWhatWasAnsweredIsGoneOnWith(t *testing.T) {
	t.Parallel()
	type turn struct {
		say   string
		has   []string
		lacks string
	}
	for language, dialogs := range map[string][][]turn{
		"ko": {
			{
				{"팀별 지난달 실적 비교좀", []string{"| 영업3팀 |"}, ""},
				{"더 짧게. 세줄", []string{"영업3팀 6,924만 945원", "기간: 2026년 10월"}, "| 영업3팀 |"},
				{"이거 어떻게 계산한거야?", []string{"반품을 뺀 금액"}, "| 영업3팀 |"},
				{"보고서 형식으로 정리해줘", []string{"보고서 1판을 만들었"}, ""},
			},
			{
				{"12월에 세미나 하나 하려는데 신청서 어떻게 해요?", []string{"행사명, 주최·주관을 알려 주세요"}, ""},
				{"행사명은 서울 심장내과 포럼, 12월 11일, 30명", []string{"서울 심장내과 포럼", "2026-12-11"}, "행사명, 주최"},
			},
		},
		"en": {
			{
				{"note: call 고객기관099 on monday about their next order", []string{"call 고객기관099 on monday about their next order"}, ""},
				{"and remind me 고객기관033 wants the P01 leaflet", []string{"고객기관033"}, "does not cover"},
				{"what notes do i have", []string{"고객기관099", "고객기관033"}, "does not cover"},
			},
		},
	} {
		for _, dialog := range dialogs {
			o := real(t, nil)
			for _, turn := range dialog {
				got := o.askIn(language, turn.say).text()
				for _, want := range turn.has {
					if !strings.Contains(got, want) {
						t.Errorf("%s: no %q in %s", turn.say, want, got)
					}
				}
				if turn.lacks != "" && strings.Contains(got, turn.lacks) {
					t.Errorf("%s: %q in %s", turn.say, turn.lacks, got)
				}
			}
		}
	}
}

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
				{"지난달 서울 매출이랑 이번달 대구 방문 건수", []string{"| 2026-11 | 대구 |"}, ""},
				{"더 짧게 말해줘", []string{"기간: 2026-10-01 ~ 2026-11-30", "조건: 거래처 지역: 서울, 대구", "지금까지의 자료"}, "출처"},
				{"간단히 지난달 부산 매출 알려줘", []string{"2026년 10월 부산 매출은 2,785만 5,130원"}, "대구"},
				{"한 줄로 대구 매출만", nil, "부산"},
			},
			{
				{"지난달 팀별 매출", []string{"| 영업3팀 |"}, ""},
				{"요약 보고서 만들어줘", []string{"보고서 1판을 만들었"}, ""},
			},
			{{"세미나 하려는데 신청은 며칠 전까지?", []string{"행사 14일 전까지"}, "행사명, 주최"}},
			{{"학술대회 열려고 하는데 신청서는 언제까지 내야 하나요?", nil, "행사명, 주최"}},
			{
				{"12월에 세미나 하나 하려는데 신청서 어떻게 해요?", []string{"행사명, 주최·주관을 알려 주세요"}, ""},
				{"행사명은 서울 심장내과 포럼, 12월 11일, 30명", []string{"서울 심장내과 포럼", "2026-12-11"}, "행사명, 주최"},
			},
		},
		"en": {
			{
				{"sales of team 1 in October", []string{"54,086,770"}, ""},
				{"in one line, sales of team 3 in October", nil, "54,086,770"},
				{"summarize it", []string{"54,086,770", "Filters: department: sales team 1"}, "Sources"},
			},
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

// A wish for a shorter answer may be said at length; what names something else is none.
func TestWhatAsksForAShorterAnswer(t *testing.T) {
	t.Parallel()
	for say, want := range map[string]bool{
		"요약해 주시겠어요?": true, "짧게 요약해 주실 수 있나요": true, "요약해 주시면 감사하겠습니다": true,
		"핵심만 짚어줘": true, "핵심만 뽑아줘": true, "핵심만 골라줘": true,
		"너무 길어서 못 읽겠어": true, "길어서 보기 힘들어요": true,
		"summarize it in a sentence": true, "in a line please": true, "keep it short and simple": true,
		"can you summarize this for my boss?": true,
		"너무 길어서 부산 매출만":                       false, "간단히 서울 매출 알려줘": false, "핵심만 뽑아줘 대구": false,
		"in a line, sales of team 3": false, "summarize it for my region": false,
	} {
		if got := phrases.Has(say, "brief"); got != want {
			t.Errorf("%s: %v", say, got)
		}
	}
}

package realestate_test

import (
	"strings"
	"testing"
)

// What was told in one conversation is used and told in another.
func TestWhatWasToldIsUsedInAnotherSession(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		told, asked []string // the answer is that to the last question
		want, not   string   // parts of it behind bars
	}{
		"a deposit, asked for plainly":       {[]string{"보증금 7천에 월세 35 내고 살아요"}, []string{"내 지금 보증금 얼마?"}, "7,000만원", "제7조|월세: 35"},
		"a corrected rent":                   {[]string{"보증금 7천에 월세 35 내고 살아요", "아 월세 35 아니고 38이에요"}, []string{"우리 월세 얼마야?"}, "38만원|월세 35 아니고 38이에요", "지금 집 보증금"},
		"a budget of one deal":               {[]string{"월세면 60까지, 전세면 1억 5천, 사는 건 4억 5천까지 볼 수 있어요"}, []string{"매매 예산은?"}, "4억 5,000만원까지", "1억 5,000만원|보증금 예산"},
		"what was never told":                {[]string{"연봉은 4200이에요"}, []string{"나 애 있나?"}, "기억하고 있는 것이 없습니다", "4,200만원|말씀하신 적이 없"},
		"of a friend":                        {[]string{"친구가 연봉 8천인데 전세대출 2억 받았대요 저도 되나요?"}, []string{"친구 연봉이 얼마랬지?"}, "친구가 연봉 8천", "말씀하신 적이 없|찾지 못"},
		"the income for a loan":              {[]string{"제 연봉은 4200이에요"}, []string{"버팀목 대출 얼마나 받을 수 있어?"}, "연 4,200만원", "연소득은 얼마"},
		"no income that is only supposed":    {[]string{"제 연봉은 4200이에요"}, []string{"만약 연봉이 8천이면 버팀목 대출 가능해?"}, "", "본인 소득: 연 4,200만원"},
		"a corrected budget is no overrun":   {[]string{"전세 예산은 3억까지예요"}, []string{"마포 아파트 전세 시세 어때? 아 예산 3억 아니고 3억 5천이에요"}, "", "3억원까지라고 하셨는데"},
		"two places for a search":            {[]string{"성남이나 용인 쪽으로 아파트 매매 보고 있어요"}, []string{"매매로 집 추천 좀 해줘"}, "경기도 성남시, 경기도 용인시", ""},
		"a lease that is only told":          {nil, []string{"전세 3억6천에 수원 영통구 살고 있어요. 만기는 2027년 8월 31일이에요"}, "기억해 두겠습니다|계약 만기: 2027년 8월 31일", "찾지 못했습니다"},
		"by when to say that one leaves":     {[]string{"전세 3억6천에 수원 영통구 살고 있어요. 만기는 2027년 8월 31일이에요"}, []string{"만기에 나가려면 언제까지 말해야 해요?"}, "2027년 6월 29일까지", ""},
		"how far the own deposit may rise":   {[]string{"전세 3억6천에 수원 영통구 살고 있어요"}, []string{"집주인이 올려달라는데 최대 얼마까지예요?"}, "3억 7,800만원", ""},
		"forgotten, and in no other's words": {[]string{"저는 간호사고 연소득 4800만원이에요", "제 소득은 잊어줘"}, []string{"저에 대해 뭐 알아요?"}, "간호사", "4800|4,800"},
		"a letter":                           {[]string{"집주인이 보증금 9천만원을 안 돌려줘요. 만기는 9월 30일이었어요"}, []string{"보증금 돌려달라는 내용증명 써줘"}, "90,000,000원|2026년 9월 30일", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, a *adviser) {
				first, second, got := a.session(), a.session(), ""
				for _, text := range c.told {
					a.ask(first, text)
				}
				for _, text := range c.asked {
					got = final(a.ask(second, text))
				}
				for part := range strings.SplitSeq(c.want, "|") {
					if !strings.Contains(got, part) {
						t.Errorf("no %q in %.1500s", part, got)
					}
				}
				for part := range strings.SplitSeq(c.not, "|") {
					if part != "" && strings.Contains(got, part) {
						t.Errorf("%q in %.1500s", part, got)
					}
				}
			})
		})
	}
}

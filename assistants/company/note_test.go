package company

import (
	"strings"
	"testing"
)

// A note is what was told or shown, with its title and what was remarked of it, and
// without how it was asked for.
func TestWhatANoteKeeps(t *testing.T) {
	t.Parallel()
	for say, want := range map[string]note{
		"월요일 021 동행 때 임상자료 챙기기 메모해놔":                    {Text: "월요일 021 동행 때 임상자료 챙기기"},
		"그 두곳 다음주 수요일에 다시 가자고 메모해줘 이제 퇴근한다~":            {Text: "그 두곳 다음주 수요일에 다시 가자"},
		"네 그 세 건 메모로 저장해주세요 제목은 기념품 점검":                 {Title: "기념품 점검", Shown: true},
		"제목 '상위 두 곳'으로 이거 메모해줘":                         {Title: "상위 두 곳", Shown: true},
		"ㅇㅋ 그거 메모해둬 월욜에 얘기해봐야됨":                         {Text: "월욜에 얘기해봐야됨", Shown: true},
		"굿. 12번은 다음주에 직원15한테 연락 한번 해보라고 할거니까 메모해줘":      {Text: "12번은 다음주에 직원15한테 연락 한번 해보라고 할거"},
		"면담 메모 남겨줘: 교통비 영수증 제출, 113번 거절 사유 물어보기":        {Text: "교통비 영수증 제출, 113번 거절 사유 물어보기"},
		"방금 통화한거 메모로 남겨줘. 고객기관058, 어제 저녁부터 두드러기":        {Text: "고객기관058, 어제 저녁부터 두드러기"},
		"내일 10시 고객기관066 미팅 메모 좀 해줘 고마워":                 {Text: "내일 10시 고객기관066 미팅"},
		"팀회의1120 이라고 저장해줘":                              {Text: "팀회의1120"},
		"기억해줘: 고객기관066 원장은 금요일 오후에만 만날 수 있다":            {Text: "고객기관066 원장은 금요일 오후에만 만날 수 있다"},
		"메모해줘: 김원장님 견적 감사합니다":                           {Text: "김원장님 견적 감사합니다"},
		"메모: 금요일까지 견적서":                                 {Text: "금요일까지 견적서"},
		"기록: 원무과 이전":                                    {Text: "원무과 이전"},
		"통화 내용 저장 좀. 화요일에 다시 걸기":                        {Text: "통화 내용 화요일에 다시 걸기"},
		"주차장이 좁다고도 메모":                                  {Text: "주차장이 좁다"},
		"메모 하나 더 적어줘 주차는 뒤편":                            {Text: "주차는 뒤편"},
		"월요일에 팀원들한테 알러케어 주문 받지 말라고 얘기할거 적어둬":            {Text: "월요일에 팀원들한테 알러케어 주문 받지 말라고 얘기할거"},
		"지금까지 얘기한 거 메모해줘":                               {Shown: true},
		"이 결과 저장해줘":                                     {Shown: true},
		"메모해줘":                                          {Shown: true},
		"ok, note down that we visit those two, thanks": {Text: "we visit those two"},
		"save this please": {Shown: true},
		"could you make a note that employee 5 calls":     {Text: "employee 5 calls"},
		"remind me when I visit 고객기관033 to bring P01":     {Text: "when I visit 고객기관033 to bring P01"},
		"remind me of our call with 고객기관033 on Monday":    {Text: "our call with 고객기관033 on Monday"},
		"note: remind me of the meeting with 고객기관033":     {Text: "remind me of the meeting with 고객기관033"},
		"note to self: remind me what P01 costs":          {Text: "remind me what P01 costs"},
		"note to self: bring the leaflet":                 {Text: "bring the leaflet"},
		"please keep these results":                       {Shown: true},
		"remember that the director is away until Friday": {Text: "the director is away until Friday"},
	} {
		if got, ok := noteIn(say); !ok || got != want {
			t.Errorf("%s: %+v", say, got)
		}
	}
	for _, say := range []string{
		"지난달 매출 보여줘", "표에서 병원이랑 의원만 남겨줘", "반응 칸에 적어줘", "remind me what last month's sales were", "remind me how much we sold",
		"can you remind me which customers I visited", "remind me of the sales in Busan", "remind me of our October sales", "remind me when we last visited 고객기관099",
	} {
		if n, ok := noteIn(say); ok {
			t.Errorf("%s: %+v", say, n)
		}
	}
	o := real(t, nil)
	for _, turn := range []struct{ say, has string }{
		{"지난달 매출 상위 거래처 두 곳", "고객기관004"},
		{"그 두곳 다음주 수요일에 다시 가자고 메모해줘", "“그 두곳 다음주 수요일에 다시 가자”"},
		{"그거 메모해둬 월욜에 얘기해봐야됨", "“2026년 10월 매출, 거래처별 (상위 2) – 월욜에 얘기해봐야됨”"},
		{"그 두 건 메모로 저장해주세요 제목은 매출 점검", "“매출 점검 – 2026년 10월 매출"},
		{"매출 점검 메모 보여줘", "고객기관004 961만 6,120원"},
		{"메모는 총 몇 개야?", "메모는 모두 3개입니다"},
		{"두 번째 메모 지워줘", "메모는 고치거나 지우지 못합니다"},
		{"월요일에 알림 보내줘", "때가 되면 알려 드리는 기능은 없습니다"},
		{"기록해줘. 식사 규정 점검은 수요일", "“식사 규정 점검은 수요일” 내용을 저장"},
		{"하나 더. 견적서 챙기기", "“견적서 챙기기” 내용을 저장"},
		{"한빛의원 주차는 뒤편", "메모로도 저장하지 않았습니다"},
	} {
		h := o.ask(turn.say)
		if !strings.Contains(h.text(), turn.has) {
			t.Errorf("%s: %s", turn.say, h.text())
		}
		o.replayed(h.runID)
	}
	o = real(t, nil) // a note that names places is no choice of what was asked back
	o.ask("반품이 몇 개였더라")
	if h := o.ask("첫 번째 거래처는 다음 주에 가자고 메모해줘"); !strings.Contains(h.text(), "“첫 번째 거래처는 다음 주에 가자”") {
		t.Error(h.text())
	}
	o = real(t, nil)
	if h := o.ask("노트 목록 보여줘"); !strings.Contains(h.text(), "저장된 메모가 없습니다") {
		t.Error(h.text())
	}
	long := note{Text: strings.Repeat("물어보기 ", maxTitle)}
	if got := long.titled(""); !strings.HasSuffix(got, "물어보기…") {
		t.Error(got)
	}
}

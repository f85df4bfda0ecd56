package company

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
)

// Of what is held out as a first message, and read as surely as counts, nearly nine of ten
// are read as what they are or as something of the same kind; fewer are worse than to decline.
func TestExamplesAreToldApart(t *testing.T) {
	t.Parallel()
	read, held := dialogtest.HeldOut(t, phraseFiles, "examples")
	kind := func(label string) string { group, _, _ := strings.Cut(label, "."); return group }
	can := message{GlobalSessionState: &GlobalSessionState{}}.can
	n, sure, right := 0.0, 0.0, 0.0
	for _, x := range held {
		if !can(x.Label) {
			continue
		}
		n++
		if m := read.Read(x.Text, can); m.Sure >= likely {
			if sure++; kind(m.Label) == kind(x.Label) {
				right++
			}
		}
	}
	t.Logf("%.0f held out, %.0f %% sure, %.0f %% of them right", n, 100*sure/n, 100*right/sure)
	if right/sure < 0.88 || sure/n < 0.5 {
		t.Errorf("%.2f are sure, of them %.2f right", sure/n, right/sure)
	}
}

// What a message wants in words that no phrase has is read by what it resembles. Each row
// is a talk, and what its last answer has and lacks.
func TestMessagesInOtherWords(t *testing.T) {
	t.Parallel()
	const visit = "방문보고서 작성해줘. 방문일 2026-11-20, 거래처 고객기관066, 의사, 목적 제품설명"
	hold(t, []spoken{
		{"ko", "식음료", "데이터에는 없는", []string{"교수님 두 분이랑 넷이서 44만원 나왔는데 괜찮은 거겠지"}},
		{"ko", "기준 안입니다", "데이터에는 없는", []string{"교수님 두 분이랑 3명이서 38만원 나왔는데 괜찮?", "아 나 포함 4명이었어"}},
		{"ko", "물으신 것은 그 안에 없습니다", "1만원", []string{"내일 비 온다는데 우산 챙겨야 하나 날씨 어떨까"}},
		{"ko", "쓰지 못합니다", "무엇을 볼까요", []string{"거절하는 문자 말이야 좀 정중하게 다듬어줘봐"}},
		{"ko", "말씀드리지 않습니다", "무엇을 볼까요", []string{"대구에 사람 하나 더 뽑는 게 나을까 어떻게 생각해"}},
		{"ko", "칸 이름과 함께", "무엇을 볼까요", []string{visit, "결과는 보류로 고쳐줘"}},
		{"ko", "다듬지는 않습니다", "다음 조치: 너무", []string{visit + ", 반응 긍정, 설명 제품 예시가디온정", "너무 길어 좀 짧게 줄여줘"}},
		{"ko", "할 수 있습니다", "그 안에 없습니다", []string{"너 뭐뭐 할 줄 알아?"}},
		{"en", "are not in the data", "not among them", []string{"sales last month by product", "should we push the second one harder, what would you do?"}},
		{"ko", "세미나 신청서", "쓰지 못합니다", []string{"다음주 목요일 내과의원에서 제품설명회 하려는데 신청서 써줘, 도시락 1인 2만원"}},
		{"en", "10,000", "No rule was found", []string{"can i send a bluetooth radio to the doctors, 45,000 won each?"}},
		{"ko", "천만에요", "그 안에", []string{"지난달 서울 매출", "고마워 굿"}},
		{"ko", "", "B등급 거래처 목록", []string{"B등급 거래처 알려줘", "이 자료 언제까지 거고 출처가 어디인지 궁금하네"}},
		// What names a figure or a thing is asked or answered as it was.
		{"ko", "울산", "", []string{"울산 매출은?"}},
		{"ko", "무엇을 기준으로 볼까요", "", []string{"성적 좋은 직원은?"}},
		{"ko", "무엇을 볼까요", "직원21", []string{"제일 많이 나가는 거래처 세 곳"}},
	})
}

// Of several sentences those are answered that can be, and of the others it is said what
// can't be.
func TestSentencesAreAnsweredApart(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	h := o.ask("지난달 서울 매출은 얼마야? 근데 재고는 몇 개 남았어?")
	for _, want := range []string{"2026년 10월 서울 매출은", "재고"} {
		if !strings.Contains(h.text(), want) {
			t.Errorf("no %q in %s", want, h.text())
		}
	}
}

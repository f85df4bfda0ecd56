package company

import (
	"strings"
	"testing"
)

// spoken is a talk in a language, and what its last answer has and lacks; "" is nothing.
type spoken struct {
	language, has, lacks string
	turns                []string
}

// hold carries talks out, each in an office of its own.
func hold(t *testing.T, talks []spoken) {
	t.Helper()
	for _, c := range talks {
		o := real(t, nil)
		var h heardEvents
		for _, said := range c.turns {
			h = o.askIn(c.language, said)
		}
		if text := h.text() + h.question.Data.Message; !strings.Contains(text, c.has) || c.lacks != "" && strings.Contains(text, c.lacks) {
			t.Errorf("%s: %s", c.turns, text)
		}
	}
}

// What neither figures nor rules answer is told in a sentence with whom to ask, and not
// answered by a rule or a figure that shares a word with it; ordinary messages near by
// are answered as they were. Each row is a talk, and what its last answer has and lacks.
func TestWhatOthersAnswer(t *testing.T) {
	t.Parallel()
	hold(t, []spoken{
		{"ko", "휴가와 근태", "매출", []string{"휴가 쓰고싶은데"}},
		{"ko", "휴가와 근태", "권한", []string{"나 이번주에 입사했는데 연차 며칠 나와?"}},
		{"ko", "“첫달에도 쓸 수 있나?”의 답도", "매출", []string{"병가는 어떻게 내?", "첫달에도 쓸 수 있나?"}},
		{"ko", "휴가와 근태", "규정에 맞는지", []string{"의사한테 밥 1인당 12만원 사도 돼?", "그럼 반차는 아침에 말해도 돼?"}},
		{"ko", "급여와 수당", "직원 수", []string{"직원05 연봉 얼마야"}},
		{"ko", "급여와 수당", "견본품", []string{"샘플은 몇개까지 줄 수 있어", "야근수당 규정은?"}},
		{"ko", "본인의 경비", "의료인", []string{"야근하면 택시비 나오나요"}},
		{"ko", "본인의 경비", "", []string{"법카 잃어버렸어"}},
		{"ko", "보안과 계정", "펜과 노트", []string{"노트북 잃어버렸는데 어떡해"}},
		{"ko", "보안과 계정", "", []string{"비번 얼마만에 바꿔야 돼"}},
		{"ko", "기기와 프로그램", "", []string{"프린터가 안 돼"}},
		{"ko", "메일이나 안내문", "10월", []string{"거래처에 보낼 메일 하나 써줘. 10월 매출이 떨어져서 찾아뵙겠다는 내용"}},
		{"ko", "그 문서는 쓰지 못합니다", "", []string{"차량 리스 신청서 써줘"}},
		{"ko", "직원이 받는 선물", "PRE-004", []string{"거래처에서 와인 선물 받았는데 받아도 되나"}},
		{"ko", "받는 쪽의 일", "PRE-004", []string{"도매상한테 상품권 받았어", "한 7만원쯤?"}},
		{"ko", "사실 그대로", "", []string{"이미 먹었는데 어떡해"}},
		{"en", "HR department", "sales", []string{"how do I take sick leave?"}},
		{"en", "can't write mails", "", []string{"write an email to the customer"}},
		{"en", "that staff take", "", []string{"a customer gave me a bottle of wine, may I accept it?"}},
		{"en", "KRW 50,000 a head", "KRW 100,000", []string{"Can I give a doctor a gift worth 50,000 won?", "what if he works at a public hospital", "and dinner, how much per person?"}},
		{"ko", "이야기라면", "에 관한 것", []string{"연차 며칠이에요?", "법카는 언제 나와요 아직 없는데 거래처 가야해서"}},
		{"ko", "연락처는", "매출", []string{"고객기관045 담당자 누구야", "그분 휴대폰 번호도 나오나요?"}},
		{"ko", "휴가와 근태", "직원 목록", []string{"연차 며칠이에요?", "12월 24일에 쓰고 싶은데 누구한테 어떻게 올려야 하는지"}},
		{"ko", "직원 본인의 경비", "찾지 못했습니다", []string{"출장 가면 숙박비 얼마까지 나오나요", "부산으로 1박2일 가는데 그럼 대략 얼마까지 쓸 수 있는 거예요"}},
		// What may not change.
		{"ko", "방문보고서", "쓰지 못합니다", []string{"방문보고서 작성해줘"}},
		{"ko", "지출보고서", "자료에 없습니다", []string{"식대 정산 올려줘"}},
		{"ko", "저장했습니다", "자료에 없습니다", []string{"메모해줘: 원장님 다음주 휴가"}},
		{"ko", "1만원 이하", "자료에 없습니다", []string{"의사한테 선물 얼마까지 돼?"}},
		{"ko", "휴가철", "제 자료에 없습니다", []string{"휴가철 지난 지난달 서울 매출"}},
	})
}

// What there is, who one is, and whom to ask is said.
func TestWhatThereIs(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	for _, c := range []struct{ language, say, has string }{
		{"ko", "무슨 문서 쓸 수 있어?", "견본품 신청서"},
		{"ko", "쓸 수 있는 양식 알려줘", "견본품 신청서"},
		{"ko", "규정 전체 목록 보여줘", "강연료 상한"},
		{"ko", "어떤 규정이 있어?", "강연료 상한"},
		{"ko", "나 누구로 로그인돼있어?", "님("},
		{"ko", "나는 뭘 볼 수 있는 권한이 있어?", "볼 수 있습니다"},
		{"ko", "오늘 며칠이야", "오늘은 2026년 11월"},
		{"ko", "데이터 언제까지꺼야", "2026년 11월 21일까지"},
		{"ko", "누구한테 말해야돼", "준법 담당(직원24)"},
		{"ko", "답답하네 사람 연결해줘", "이어 드리는 기능은 없습니다"},
		{"ko", "알겠어 고마워", "천만에요"},
		{"en", "what documents can you write?", "sample requests"},
		{"en", "who am I?", "signed in as"},
		{"en", "how recent is the data?", "21 November 2026"},
		{"en", "ok thanks", "welcome"},
		{"ko", "오늘 매출 며칠째 줄었어?", "며칠째"},
		{"ko", "세미나 신청서에는 뭘 적어야 해?", "꼭 있어야 하는 것"},
	} {
		if h := o.askIn(c.language, c.say); !strings.Contains(h.text()+h.question.Data.Message, c.has) {
			t.Errorf("%s: %s", c.say, h.text())
		}
	}
}

// What no data is kept of is named with the nearest that there is, and what goes on with it is told
// so, until something else is asked for.
func TestWhatIsNotKeptIsNamed(t *testing.T) {
	t.Parallel()
	hold(t, []spoken{
		{"ko", "“미수금”: 미수금·수금은 제 자료에 없습니다. 거래처별 매출", "", []string{"미수금 현황 좀 봅시다. 전 지점"}},
		{"ko", "미수금·수금은 제 자료에 없어", "일:", []string{"미수금 현황 좀 봅시다", "90일 넘은 것만 따로"}},
		{"ko", "미수금·수금은 제 자료에 없어", "가리키는지", []string{"미수 걸려있는데 알려줘", "90일 넘은 것만", "거기 얼마 밀렸어?"}},
		{"ko", "2026년 10월 매출은", "미수금", []string{"미수금 현황 좀 봅시다", "그럼 지난달 매출은?"}},
		{"ko", "부산 매출은", "", []string{"지난달 마진", "부산은?", "매출로"}},
		{"ko", "“강남”: 시·군·구 단위는", "", []string{"9월 서울 매출", "강남쪽만은 안돼?"}},
		{"ko", "2026년 8월 서울 매출은", "", []string{"9월 서울 매출", "강남쪽만은 안돼?", "8월은?"}},
		{"ko", "금액은 모두 원화", "", []string{"9월 서울 매출", "달러로 줘"}},
		{"en", "“pay”: there is no data of receivables", "", []string{"how many customers did not pay in Daegu"}},
		{"en", "there is no data of receivables and payments, so", "condition", []string{"which invoices are overdue", "Only more than 3 month"}},
	})
}

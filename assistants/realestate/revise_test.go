package realestate

import (
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/planning"
)

// What a message comes to as the question that it is about; "" is a question
// of its own.
func TestMessagesReviseTheQuestion(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const deposit, fee, report = "보증금 4억인데 갱신하면 얼마까지 올려요?", "매매 5억이면 중개보수가 얼마예요?", "보증금 5천에 월세 30만원이면 임대차 신고 해야 하나요?"
	for _, c := range []struct{ asked, message, want string }{
		{deposit, "4억 말고 3억 5천이요", "보증금 3억 5천인데 갱신하면 얼마까지 올려요?"},
		{fee, "아 5억이 아니라 8억 5천이야", "매매 8억 5천이면 중개보수가 얼마예요?"},
		{report, "월세가 30이 아니라 45면요?", "보증금 5천에 월세 45만원이면 임대차 신고 해야 하나요?"},
		{fee, "매매가 아니라 전세예요", "전세 5억이면 중개보수가 얼마예요?"},
		{"전세 3억이면 중개보수가 얼마예요?", "월세 2000/80은요?", "월세 2000/80이면 중개보수가 얼마예요?"},
		{fee, "그럼 전세 3억은요?", "전세 3억이면 중개보수가 얼마예요?"},
		{"84㎡ 6억 집 취득세 얼마예요?", "면적을 102로", "102㎡ 6억 집 취득세 얼마예요?"},
		{"부산인데 소액임차인 기준이 얼마죠?", "아 참 지금은 서울이에요", "서울인데 소액임차인 기준이 얼마죠?"},
		{"전세대출 한도 얼마예요?", "소득은 6천이에요", "전세대출 한도 얼마예요? 소득은 6천이에요"},
		{"무주택이고 7억 집 취득세 얼마예요?", "무주택 아니에요", "무주택 아니에요. 무주택이고 7억 집 취득세 얼마예요?"},
		{deposit, "왜요?", deposit},
		{deposit, "더 짧게 말해 줘", deposit},
		{deposit, "집주인이 나가라는데 어떻게 해요?", ""},
		{deposit, "취득세는 얼마예요?", ""},
		{deposit, "고마워요", ""},
		{"전세금 5% 인상 가능해?", "전세 99999조원 5% 올려줘", ""}, // refused by name
		{deposit, "오늘 저녁 뭐 먹지", ""},
		{deposit, "왜 5%예요? 더 되는 줄 알았는데", deposit},
		{deposit, "제가 보증금이 얼마라고 했죠?", deposit},
		{"", "4억 말고 3억이요", ""},
		{"보증금 2억 전세인데 5천만 보증금으로 남기고 나머지는 월세로 하면 얼마죠", "보증금을 1억 남기는 걸로 하면요",
			"보증금 2억 전세인데 1억 보증금으로 남기고 나머지는 월세로 하면 얼마죠"},
		{"보증금 1000에 월세 55인데 최대 얼마까지 올려요?", "아 55 아니고 65다 ㅋㅋ", "보증금 1000에 월세 65인데 최대 얼마까지 올려요?"},
		{"빌라 전세 1억8천 복비 얼마예요", "아니 전세 말고 반전세로 바뀌었어요 보증금 1억에 월 40", "빌라 반전세 1억 복비 얼마예요. 반전세로 바뀌었어요 보증금 1억에 월 40"},
		{"소액임차인 서울 보증금 7천이면 되나요?", "아뇨 서울 아니고 천안이에요", "소액임차인 천안 보증금 7천이면 되나요?"},
		{"소액임차인 보증금 7천이면 되나요?", "아뇨 서울 아니고 천안이에요", "소액임차인 보증금 7천이면 되나요? 천안이에요"},
		{"매매가 9억 84㎡ 1주택 취득세 얼마예요?", "8억 4천 매물도 같은 조건으로 부탁드려요", "매매가 8억 4천 84㎡ 1주택 취득세 얼마예요?"},
		{"매매가 9억 84㎡ 1주택 취득세 얼마예요?", "13억까지 올려 잡으면요", "매매가 13억 84㎡ 1주택 취득세 얼마예요?"},
		{"보증금 5000 월세 70 복비 상한", "보증금 1억으로 올리고 월 45로 깎으면", "보증금 1억 월세 45 복비 상한"},
		{"보증금 3천 월 250 환산보증금 얼마예요", "월세에 부가세가 껴 있었네요 빼면 230이래요", "보증금 3천 월 230 환산보증금 얼마예요"},
		{"How much rent for 70 million won of the deposit?", "too steep, try 45", "How much rent for 45 million won of the deposit?"},
		{"아파트 전세 4억 보증료 2년이면 얼마예요", "나 연소득 4800만원인데 할인돼?", "아파트 전세 4억 보증료 2년이면 얼마예요. 나 연소득 4800만원인데 할인돼?"},
		{"가게 월세 세 달 밀렸는데 나가야 하나요?", "어느 법 몇조에 써있는데", "가게 월세 세 달 밀렸는데 나가야 하나요?"},
		{deposit, "아직도 어렵구려. 손주한테 말하듯 딱 한 마디로 해주게", deposit},
		{"3억 빌려서 30년 금리 4%면 달마다 얼마 내요", "금리가 5%로 오르면?", "3억 빌려서 30년 금리 5%면 달마다 얼마 내요"},
		{"보증금 3천만원 월 250만원 환산보증금 얼마예요", "월세에 부가세가 껴 있었네요 빼면 230이래요", "보증금 3천만원 월 230만원 환산보증금 얼마예요"},
		{"월세 55만원인데 얼마까지 올려요?", "아 55 아니고 65다", "월세 65만원인데 얼마까지 올려요?"},
		{"월세 55인데 얼마까지 올려요?", "55 말고 65만원이요", "월세 65만원인데 얼마까지 올려요?"},
		{"How much rent for 70 million won of the deposit?", "try 45.", "How much rent for 45 million won of the deposit?"},
		{"How much rent for 70,000,000 won of the deposit?", "try 45", ""},
		{"보증금 1억 5천을 월세로 돌리면 얼마예요?", "그럼 12로", ""},
		{"월세 50인데 얼마까지 올려요?", "제 나이는 34예요", "월세 50인데 얼마까지 올려요? 제 나이는 34예요"},
		{"전세 3억 대출 얼마 나와요", "제 나이는 34예요", "전세 3억 대출 얼마 나와요. 제 나이는 34예요"},
		{"전세 3억 대출 얼마 나와요", "우리 집은 101동 1503", "전세 3억 대출 얼마 나와요. 우리 집은 101동 1503"},
		{"전세 3억 대출 얼마 나와요", "입주는 2027이에요", ""},
		{"전세 3억 대출 얼마 나와요", "2", ""},
		{"전세 3억 대출 얼마 나와요", "84㎡이고 방은 35예요", "전세 3억 대출 얼마 나와요. 84㎡이고 방은 35예요"},
		{"매매가 9억 아파트 복비 얼마예요?", "8억짜리를 같은 조건으로 사면 취득세는 얼마예요?", ""},
		{"소액임차인 보증금 7천이면 되나요?", "서울 아니고 천안이에요, 보증금은 6천이고요", "소액임차인 보증금 6천이면 되나요? 천안이에요, 보증금은 6천이고요"},
		{"소액임차인 보증금 7천이면 되나요?", "보증금 6천이고 서울 아니고 천안", "소액임차인 보증금 6천이면 되나요? 보증금 6천이고 천안"},
		{"Is a deposit of 70 million won small?", "Busan instead of Seoul", "Is a deposit of 70 million won small? Busan"},
		{"전세 3억이면 복비 얼마예요?", "아니 3억5천 아니고 4억이요", "전세 4억이면 복비 얼마예요?"},
		{report, "계약서 다시 보니 월세가 45였음", "보증금 5천에 월세 45만원이면 임대차 신고 해야 하나요?"},
		{report, "아 확인해보니까 보증금이 7천이었네요", "보증금 7천에 월세 30만원이면 임대차 신고 해야 하나요?"},
		{fee, "6억이면요? 왜 요율이 다른 거예요", "매매 6억이면 중개보수가 얼마예요?"},
		{fee, "왜 그렇게 나와요? 9억이면요?", "매매 9억이면 중개보수가 얼마예요?"},
		{"근저당 2020년 10월이면 최우선변제 돼요?", "2020이 아니라 2022년 10월이네. 근데 왜 지금 기준이 아니에요", "근저당 2022년 10월이면 최우선변제 돼요?"},
		{"아파트가 재건축한다는데 보상 나오나요", "재건축이 아니라 재개발이었네요", "아파트가 재개발한다는데 보상 나오나요"},
		{"7억 집 생애최초면 대출 얼마까지 되나요", "생애최초 아니라고 하면", "생애최초 아니라고 하면. 7억 집 생애최초면 대출 얼마까지 되나요"},
		{"7억 집 생애최초면 대출 얼마까지 되나요", "생애최초가 아닌 경우는요?", "생애최초가 아닌 경우는요. 7억 집 생애최초면 대출 얼마까지 되나요"},
		{"7억 집 생애최초 아닌데 대출 얼마까지 되나요", "생애최초라면요?", "생애최초라면요. 7억 집 생애최초 아닌데 대출 얼마까지 되나요"},
		{"연봉 5천 대출 2억이면 DSR 몇 퍼센트죠", "아차 자동차할부 1년에 600 나가는 걸 빼먹었어요", "연봉 5천 대출 2억이면 DSR 몇 퍼센트죠. 아차 자동차할부 1년에 600 나가는 걸 빼먹었어요"},
		{"연봉 5천 대출 2억이면 DSR 몇 퍼센트죠", "학자금 매달 30 나가는 거 깜빡했어요", "연봉 5천 대출 2억이면 DSR 몇 퍼센트죠. 학자금 매달 30 나가는 거 깜빡했어요"},
		{"소액임차인 보증금 5천이면 되나요?", "전입신고 깜빡했는데 보증금 7천이면요?", "소액임차인 보증금 7천이면 되나요?"},
		{fee, "작년에는 요율이 몇 퍼센트였죠?", ""},
		{fee, "아까 매수자가 취소했는데 3천만원 어떻게 되나요?", ""},
		{report, "간단하게 보증금 3천, 월세 50으로 해주세요", "보증금 3천에 월세 50만원이면 임대차 신고 해야 하나요?"},
		{deposit, "두 문장으로 줄여 줘", deposit},
		{deposit, "too long, just the steps in 3 lines", deposit},
		{deposit, "Put that in Korean for my agent, two sentences max", deposit},
		{deposit, "그래서 저는 얼마라고 하셨죠?", deposit},
		{deposit, "영어로 답해줘", deposit},
		{deposit, "In English please", deposit},
		{deposit, "영어로 된 계약서도 효력 있나요?", ""},
	} {
		request := planning.Request{Query: c.message, Language: "ko", Today: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}
		r, ok := d.revise(&State{Talk: &Talk{Subject: Subject{Asked: c.asked}}}, &request, &reading{})
		if ok != (c.want != "") || r.query != c.want && ok {
			t.Errorf("%q, then %q: %q (%t), want %q", c.asked, c.message, r.query, ok, c.want)
		}
	}
}

// Who asks what they were told is told of their own case, not of a friend's.
func TestOnesOwnCaseIsToldAgain(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const own, friends = "서울 보증금 4천이면 최우선변제 얼마 받아요?", "친구는 수원 보증금 1억 6천인데 최우선변제 받아요?"
	for _, message := range []string{
		"그래서 나는 얼마라 그랬지", "헐 불쌍.. 그래서 저는 얼마라고 하셨죠?", "근데 난 얼마랬지?", "그럼 제 거는 얼마였죠?",
	} {
		s := State{}
		for _, asked := range []string{own, friends} {
			s.Query = asked
			(&revision{}).note(&s, asked, false, planning.Result{})
		}
		request := planning.Request{Query: message, Language: "ko"}
		if r, ok := d.revise(&s, &request, &reading{}); !ok || r.query != own {
			t.Errorf("%q: %q (%t), want %q", message, r.query, ok, own)
		}
	}
	for message, want := range map[string]bool{
		friends: true, own: false, "집주인 아들이 들어온다는데 제 보증금 1억에서 5% 올리면 얼마예요?": false, "부모님이 1억 보태주셨는데 증여세 얼마예요?": false,
	} {
		if got := aboutOther(message, false); got != want {
			t.Errorf("%q is of somebody else: %t, want %t", message, got, want)
		}
	}
}

// A message that points farther back is about the question that it is likest.
func TestMessagesPointBack(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const rent, renewal = "상가 보증금 5천을 월세로 돌리면 최대 월세가 얼마예요?", "다른 얘긴데 상가는 갱신을 몇 년까지 요구할 수 있지?"
	for message, want := range map[string]string{
		"다시 아까 월세 돌리는 얘기로 와서, 3천만 돌린다 치면?": "상가 보증금 3천만을 월세로 돌리면 최대 월세가 얼마예요?",
		"3천만 돌린다 치면?":          renewal + " 3천만 돌린다 치면?",
		"방금 그거 얼마라고요? 다시 알려줘요": renewal,
	} {
		request := planning.Request{Query: message, Language: "ko"}
		s := State{Talk: &Talk{Subject: Subject{Asked: renewal}, Earlier: []Subject{{Asked: rent}}}}
		if r, ok := d.revise(&s, &request, &reading{}); !ok || r.query != want {
			t.Errorf("%q: %q (%t), want %q", message, r.query, ok, want)
		}
	}
}

// What is told with a question stays: a later message is reckoned with it, though
// the question only asked whether that is all right.
func TestWhatIsToldStays(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	s := State{Talk: &Talk{Subject: Subject{Asked: "깡통전세가 뭐예요?"}}}
	for _, message := range []string{"제가 볼 집은 매매가 3억 전세 2억 7천이에요. 괜찮아요?", "근저당이 3천 있대요"} {
		request := planning.Request{Query: message, Language: "ko"}
		r, ok := d.revise(&s, &request, &reading{})
		if !ok || !request.Told {
			t.Errorf("%q is not heard as told (%t, %t)", message, ok, request.Told)
		}
		r.note(&s, request.Query, ok, planning.Result{})
	}
	for _, sum := range []string{"3억", "2억 7천", "3천"} {
		if !strings.Contains(s.Talk.Asked, sum) {
			t.Errorf("%s is lost: %q", sum, s.Talk.Asked)
		}
	}
}

// A wish about an answer has the question put again as it was: with what it went
// on with.
func TestWishesGoOnWithWhatTheQuestionDid(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const first, next = "가계약금을 보냈는데 취소하면 돌려받을 수 있나요?", "반대로 집주인이 안 판다고 하면?"
	s := State{Talk: &Talk{Subject: Subject{Asked: first}}}
	request := planning.Request{Query: next, Language: "ko"}
	r, ok := d.revise(&s, &request, &reading{})
	r.note(&s, next, ok, planning.Result{Leans: true})
	request = planning.Request{Query: "짧게 다시", Language: "ko"}
	if _, ok = d.revise(&s, &request, &reading{}); !ok || request.Query != next || request.Topic != first {
		t.Errorf("%q in %q (%t), want %q in %q", request.Query, request.Topic, ok, next, first)
	}
}

// A reckoning that is asked for behind a clause is no part of it; a word of the clause
// that is said anew is.
func TestAQuestionBehindAClauseIsItsOwn(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const clause = "이 조항 괜찮나요? 임차인이 월세를 2개월 연체하면 임대인은 보증금 500만원을 돌려주지 않는다."
	for message, revises := range map[string]bool{
		"전세보증금 3억 중 1억을 월세로 바꾸면 얼마예요?": false,
		"5억 집 복비 얼마예요?":                false,
		"2개월이 아니라 3개월이면요?":             true,
	} {
		s := State{Talk: &Talk{Subject: Subject{Asked: clause}}}
		request := planning.Request{Query: message, Language: "ko", Today: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}
		if _, ok := d.revise(&s, &request, &reading{}); ok != revises {
			t.Errorf("%q: revises the clause: %t, want %t", message, ok, revises)
		}
	}
}

// Of several sums the one is meant that the message says the same of.
func TestASumIsPutInThePlaceOfItsLike(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	s := State{Talk: &Talk{Subject: Subject{Asked: "전세보증금 3억 중 1억을 월세로 바꾸면 얼마예요?"}}}
	request := planning.Request{Query: "그럼 5천만원만 바꾸면요?", Language: "ko", Today: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}
	if _, ok := d.revise(&s, &request, &reading{}); !ok || !strings.Contains(request.Query, "3억 중 5천만원을 월세로") {
		t.Errorf("%t: %q", ok, request.Query)
	}
}

// Who asks how it was reckoned means what was shown, though it was only supposed.
func TestWishesAreOfWhatWasShown(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const asked = "전세 3억이면 복비 얼마예요?"
	s := State{Talk: &Talk{Subject: Subject{Asked: asked}}}
	for _, c := range []struct{ message, query string }{
		{"5억이면요?", "전세 5억이면 복비 얼마예요?"},
		{"계산식도 보여줘요", "전세 5억이면 복비 얼마예요?"},
		{"더 짧게", "전세 5억이면 복비 얼마예요?"},
		{"3억 말고 4억이요", "전세 4억이면 복비 얼마예요?"},
		{"왜요?", "전세 4억이면 복비 얼마예요?"},
	} {
		request := planning.Request{Query: c.message, Language: "ko"}
		r, ok := d.revise(&s, &request, &reading{})
		if r.note(&s, request.Query, ok, planning.Result{}); !ok || request.Query != c.query {
			t.Errorf("%q: %q (%t), want %q", c.message, request.Query, ok, c.query)
		}
	}
}

func TestUndoGoesBackToTheQuestionBefore(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	s := State{Talk: &Talk{Subject: Subject{Asked: "전세 3억이면 복비 얼마예요?"}}}
	for _, c := range []struct{ message, asked string }{
		{"3억 말고 4억이요", "전세 4억이면 복비 얼마예요?"},
		{"그럼 5억이면요?", "전세 4억이면 복비 얼마예요?"}, // supposing changes nothing
		{"아냐 되돌려 줘", "전세 4억이면 복비 얼마예요?"},  // and is taken back first
		{"되돌려 줘", "전세 3억이면 복비 얼마예요?"},
	} {
		request := planning.Request{Query: c.message, Language: "ko", Today: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}
		r, ok := d.revise(&s, &request, &reading{})
		r.note(&s, request.Query, ok, planning.Result{})
		if s.Talk.Asked != c.asked {
			t.Errorf("%q: %q, want %q", c.message, s.Talk.Asked, c.asked)
		}
	}
}

// What is given back or left as it was asks about that; only who takes back terms
// names what the question is of.
func TestWhatIsGivenBackIsNoUndo(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const fee, repair, down = "매매 5억이면 복비 얼마예요?", "벽지가 찢어졌는데 도배는 제가 해야 하나요?", "가계약금을 보냈는데 취소하면 어떻게 되나요?"
	for _, c := range []struct {
		asked, message string
		undoes         bool
	}{
		{repair, "원상복구면 도배도 원래대로 해놔야 해요?", false},
		{repair, "벽지도 처음대로 해야 하나요?", false},
		{repair, "Do I have to leave the wallpaper as it was?", false},
		{down, "가계약금은 되돌려 받을 수 있어요?", false},
		{down, "계약금은 되돌려 받을 수 있어요?", false},
		{down, "집주인이 보증금을 안 되돌려 줘요", false},
		{down, "되돌려줘", true},
		{down, "그 가계약금 가정은 취소할게요", true},
		{repair, "원래대로 해 주세요", true},
	} {
		s := State{Talk: &Talk{Subject: Subject{Asked: c.asked}, Earlier: []Subject{{Asked: fee}}}}
		request := planning.Request{Query: c.message, Language: "ko", Today: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}
		if r, ok := d.revise(&s, &request, &reading{}); (ok && r.query == fee) != c.undoes {
			t.Errorf("%q, then %q: %q (%t), undoes: want %t", c.asked, c.message, r.query, ok, c.undoes)
		}
	}
}

// A noun that ends as a condition does supposes nothing.
func TestSupposing(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"3주택이면요?": true, "3천만 돌린다 치면?": true, "집을 사면": true, "신고를 안 하면요": true,
		"건물 도면": false, "베란다 3면": false, "휴대폰 화면이요": false, "계약서는 서면": false, "사진은 정면이에요": false, "이건 앞면": false,
	} {
		if phrases.Has(text, "supposes") != want {
			t.Errorf("%q supposes: want %t", text, want)
		}
	}
}

// Who takes a message back, or asks on after what was only supposed, goes on with
// what the question leaned on; what was supposed and added stays no longer.
func TestTheTalkKeepsWhatItLeansOn(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const deposit, leans, raise, tax = "집주인이 보증금을 안 돌려줘요", "먼저 이사 가도 돼요?", "전세 3억을 5% 올리면 얼마예요?", "5억 집 취득세 얼마예요?"
	for _, c := range []struct {
		first     string
		then      []string
		leans     []bool
		asked, of string
	}{
		{deposit, []string{leans, "매매 5억 복비 얼마예요?", "되돌려 줘"}, []bool{true, false, false}, leans, deposit},
		{raise, []string{"10%면요?", "그럼 거절할 수도 있나요?"}, []bool{false, true}, "그럼 거절할 수도 있나요?", "전세 3억을 10% 올리면 얼마예요?"},
		{tax, []string{"무주택이면요?"}, []bool{false}, tax, ""},
		{tax, []string{"소득이 6천이면요?"}, []bool{false}, tax, ""},
	} {
		s := State{Talk: &Talk{Subject: Subject{Asked: c.first}}}
		for i, message := range c.then {
			request := planning.Request{Query: message, Language: "ko", Today: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}
			r, ok := d.revise(&s, &request, &reading{})
			r.note(&s, request.Query, ok, planning.Result{Leans: c.leans[i]})
		}
		if s.Talk.Asked != c.asked || s.Talk.Of != c.of {
			t.Errorf("%s, %q: %q of %q, want %q of %q", c.first, c.then, s.Talk.Asked, s.Talk.Of, c.asked, c.of)
		}
	}
}

// What puts a sum right takes the place of the one it is nearest to, of a part of the
// question nothing else; what is told of a sum unlike it takes none.
func TestACorrectionTakesThePlaceOfTheNearestSum(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	for _, c := range []struct{ asked, message, want string }{
		{"전세 3억인데 갱신하면서 8천을 월세로 바꾸면 얼마예요?", "아뇨 1억이래요", "전세 3억인데 갱신하면서 1억을 월세로"},
		{"6억2천 아파트 1주택 취득세 얼마예요", "6억5천으로 올랐어요", "6억5천 아파트 1주택"},
		{"월세 60 보증금 5000인데 5% 올리면 얼마예요", "관리비도 월세에 3만원 더 있어요", "월세 60 보증금 5000"},
	} {
		s := State{Talk: &Talk{Subject: Subject{Asked: c.asked}}}
		request := planning.Request{Query: c.message, Language: "ko", Today: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}
		if d.revise(&s, &request, &reading{}); !strings.Contains(request.Query+request.Topic, c.want) {
			t.Errorf("%q: %q", c.message, request.Query)
		}
	}
}

// A long message that asks nothing by itself is still of the question before it.
func TestALongTellingKeepsTheTopic(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const asked = "월세 연체로 갱신 거절당할 수 있나요?"
	for message, of := range map[string]string{
		"재작년 여름에 한 번 늦었고 작년 겨울에 또 한 번 늦었지만 둘 다 다음 달에 바로 냈고 겹친 적은 없습니다": asked,
		"지금 사는 집 말고 따로 알아보는 새 오피스텔을 살 때 내야 하는 세금에는 어떤 것들이 있나요?":        "",
	} {
		s := State{Talk: &Talk{Subject: Subject{Asked: asked}}}
		request := planning.Request{Query: message, Language: "ko", Today: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}
		if d.revise(&s, &request, &reading{}); request.Topic != of {
			t.Errorf("%q: topic %q", message, request.Topic)
		}
	}
}

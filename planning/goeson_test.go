package planning

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// A message that says little by itself goes on with the question before it
// though other articles fit its few words; one of another field does not.
func TestGoesOn(t *testing.T) {
	t.Parallel()
	p := planner(t)
	const topic = "임차권등기 하면 이사해도 되나요?"
	for _, c := range []struct {
		query string
		want  bool
	}{{"돈은 누가 부담하죠", true}, {"얼마나 걸려요", true}, {"오늘 날씨 어때", false}, {"등기 기한은 며칠이에요", true}, {"그건 어디서 해요", true}, {"좋은 하루 보내세요", false}, {"밥은 먹었어요?", false}} {
		found := []Found{{Question: c.query, Law: "주택법", Article: "제28조", Chance: 0.6}}
		for _, q := range p.InTopic(Request{Topic: topic, Query: c.query}) {
			found = append(found, Found{Question: q, Law: "주택임대차보호법", Article: "제3조의3", Chance: 0.7})
		}
		res, err := p.Plan(context.Background(), Request{Query: c.query, Topic: topic, Today: testToday, Found: found})
		if err != nil || res.FollowUp != c.want {
			t.Errorf("%s: goes on %v, %v", c.query, res.FollowUp, err)
		}
	}
}

// A topic that leans on what was asked before is looked up with that: "그건
// 어디다 신청해요" behind "이사부터 가도 돼요?" is about the deposit.
func TestTopicWithWhatItGoesOnWith(t *testing.T) {
	t.Parallel()
	p := planner(t)
	req := Request{Query: "그건 어디다 신청해요", Topic: "먼저 가도 돼요?", Of: "집주인이 보증금을 안 돌려줘요"}
	for _, q := range p.InTopic(req) {
		if !strings.Contains(q, "보증금") {
			t.Errorf("looked up without its subject: %q", q)
		}
	}
	req.Found = []Found{{Question: p.InTopic(req)[1], Law: "주택임대차보호법", Article: "제3조의3", Chance: 0.8}}
	res, err := p.Plan(context.Background(), req)
	if err != nil || !res.FollowUp || !res.Leans {
		t.Errorf("goes on %v, leans %v, %v", res.FollowUp, res.Leans, err)
	}
	alone, err := p.Plan(context.Background(), Request{Query: "매매 5억 복비 얼마예요?", Topic: req.Of})
	if err != nil || alone.Leans {
		t.Errorf("a question that says everything leans: %+v, %v", alone, err)
	}
}

// Of a query that names no fact the facts stand in the topic: the words beside a
// sum tell there which part of a deposit is meant.
func TestFactsStandInTheTopic(t *testing.T) {
	t.Parallel()
	p := planner(t)
	req := Request{Query: "그럼 다 합쳐서 매달 얼마예요", Topic: "보증금 1억 5천에 월세 20만원 살아요. 보증금 5천을 월세로 돌리면요?", Today: testToday}
	res, err := p.Plan(context.Background(), req)
	if err != nil || res.Text != req.Topic+" "+req.Query {
		t.Fatalf("%q, %v", res.Text, err)
	}
	e := estate.EntitiesOf(res.Planning.AnalyzedIntent.Entities)
	if len(e.Amounts) != 3 {
		t.Errorf("%+v, want three sums", e.Amounts)
	}
	for _, a := range e.Amounts {
		if res.Text[a.Start:a.End] != a.Text {
			t.Errorf("%+v does not stand in %q", a, res.Text)
		}
	}
	req.Query = "그럼 3천이면요?"
	if res, err = p.Plan(context.Background(), req); err != nil || res.Text != "" {
		t.Errorf("a query with a sum of its own is read in %q, %v", res.Text, err)
	}
	req = Request{Query: "부산이면 최우선변제는요?", Topic: "그럼 최우선변제는요?", Of: "서울 전세 1억 계약하려는데 보증보험 되나요?", Told: true, Today: testToday}
	if res, err = p.Plan(context.Background(), req); err != nil || res.Text != "" {
		t.Errorf("a query with a place of its own is read in %q, %v", res.Text, err)
	}
}

// What tells more of a question is searched for with it, whatever it names; what is of a
// shop is of a shop as it goes on.
func TestSearchedForWithItsTopic(t *testing.T) {
	t.Parallel()
	p := planner(t)
	const topic = "상가 월세 220에 보증금 5000이면 얼마까지 올려요"
	for _, c := range []struct {
		query  string
		goesOn bool
		want   string
	}{
		{"서울 아니고 대전요. 관리비 15만원은 별도예요", true, topic + " 서울 아니고 대전요. 관리비 15만원은 별도예요"},
		{"근데 건물주가 이번에 10프로 올리겠대요", false, "상가 근데 건물주가 이번에 10프로 올리겠대요"},
		{"근데 이번에 점포 월세를 10프로 올리겠대요", false, ""},
	} {
		res, err := p.Plan(context.Background(), Request{Query: c.query, Topic: topic, GoesOn: c.goesOn, Today: testToday})
		if err != nil || res.Search != c.want {
			t.Errorf("%s: searched for by %q, %v", c.query, res.Search, err)
		}
	}
}

// What names its own topic is looked up by its own words, whatever it begins with.
func TestOwnTopic(t *testing.T) {
	t.Parallel()
	p := planner(t)
	const topic, query = "보증금 500에 월세 35 복비 상한?", "아 잠깐 전입신고는 며칠 안에 하나요?"
	found := []Found{{Question: query, Law: "주민등록법", Article: "제16조", Chance: 0.7}}
	for _, q := range p.InTopic(Request{Topic: topic, Query: query}) {
		found = append(found, Found{Question: q, Law: "공인중개사법", Article: "제32조", Chance: 0.9})
	}
	res, err := p.Plan(context.Background(), Request{Query: query, Topic: topic, Today: testToday, Found: found})
	if err != nil || len(res.Planning.ExecutionSteps) == 0 || strings.Contains(res.Planning.ExecutionSteps[0].Question, "복비") {
		t.Errorf("%+v, %v", res.Planning.ExecutionSteps, err)
	}
}

// A short question of things that neither the lexicon nor the topic has is looked
// up by itself, though the topic's article fits the two of them better.
func TestStrangeThingsAreNotOfTheTopic(t *testing.T) {
	t.Parallel()
	p := planner(t)
	const topic = "보증금을 안 돌려줘요 어떻게 해요?"
	for query, own := range map[string]bool{"엘리베이터 교체비는 누가 내요": true, "얼마나 걸려요": false} {
		found := []Found{{Question: query, Law: "공동주택관리법", Article: "제30조", Chance: 0.6}}
		for _, q := range p.InTopic(Request{Topic: topic, Query: query}) {
			found = append(found, Found{Question: q, Law: "주택임대차보호법", Article: "제3조의3", Chance: 0.9})
		}
		res, err := p.Plan(context.Background(), Request{Query: query, Topic: topic, Today: testToday, Found: found})
		if err != nil || len(res.Planning.ExecutionSteps) == 0 || strings.Contains(res.Planning.ExecutionSteps[0].Question, "보증금") == own {
			t.Errorf("%s: %+v, %v", query, res.Planning.ExecutionSteps, err)
		}
	}
}

func TestRentOfAYear(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]int64{
		"월세 연 600만원 내는데 공제되나요": 500_000, "월세 600만원 내요": 6_000_000,
	} {
		facts := planner(t).Facts(query, testToday)
		if len(facts.Amounts) != 1 || facts.Amounts[0].Won != want {
			t.Errorf("%s: %+v, want %d", query, facts.Amounts, want)
		}
	}
}

// A question is no clause, though it ends like one, and a guide that surely answers
// how something is done comes before doing it.
func TestQuestionsAreNoOrders(t *testing.T) {
	t.Parallel()
	plain := planner(t)
	p, err := New(plain.cfg, func(text string) []korean.Span { return []korean.Span{{Start: 0, End: len(text)}} })
	if err != nil {
		t.Fatal(err)
	}
	const pets, letter = "반려동물 특약 어떻게 써요", "반려동물 특약 하나 써 주실 수 있어요?"
	sure := func(query string) []Found {
		return []Found{{Question: query, Law: "민법", Article: "제654조", Chance: 0.9, Guide: true}}
	}
	for _, c := range []struct {
		p     *Planner
		query string
		found []Found
		want  string
		is    bool
	}{
		{p, "임차인은 계약갱신요구권을 포기한다.", nil, "contract_review", true},
		{p, "공시가 1억6천 빌라 반환보증 되려면 보증금 최대 얼마여야함 등기 깨끗함", nil, "contract_review", false},
		{plain, "집 살 건데 얼마나 나와?", []Found{{Question: "집 살 건데 얼마나 나와?", Law: "지방세법", Article: "제11조", Chance: 0.93, Guide: true}}, "unclear", true},
		{plain, pets, nil, "contract_creation", true},
		{plain, pets, sure(pets), "legal_consult", true},
		{plain, letter, sure(letter), "contract_creation", true},
		{plain, "그걸로 내용증명 써줘", sure("그걸로 내용증명 써줘"), "contract_creation", true},
		{p, "이 특약 괜찮아요? 임대인은 언제든지 주택에 출입할 수 있다.", nil, "contract_review", true},
		{p, "초안이 왔는데 주인이 이렇게 써 왔어요. 임대인은 언제든지 계약을 해지할 수 있다.", nil, "contract_review", true},
		{p, "임대차 계약서 쓰고 싶어요. 특약: 임대인은 언제든지 계약을 해지할 수 있다.", nil, "contract_review", false},
		{p, "임대인은 언제든지 계약을 해지할 수 있다.", nil, "contract_review", true},
		{p, "The tenant shall pay for all damage which occurs when moving out.", nil, "contract_review", true},
	} {
		res, err := c.p.Plan(context.Background(), Request{Query: c.query, Today: testToday, Found: c.found})
		if got := res.Planning.AnalyzedIntent.IntentType; err != nil || (got == c.want) != c.is {
			t.Errorf("%s: %s, %v", c.query, got, err)
		}
	}
	if m := plain.Read("서울 아니고 천안이에요", testToday); slices.ContainsFunc(m.Facts, func(f Said) bool { return f.Kind == KindAmount }) {
		t.Errorf("a place is a sum: %+v", m.Facts)
	}
}

// A question that the library surely answers by itself is not joined with the one before
// because it begins with "그럼", nor reckoned with what that asked for.
func TestWhatIsAnsweredAloneIsNotJoined(t *testing.T) {
	t.Parallel()
	p := planner(t)
	const topic = "보증금 2억8천에서 3억으로 올려달래요. 따라야 하나요?"
	for _, c := range []struct {
		query  string
		chance float64
		alone  bool
	}{
		{"그럼 제가 직접 들어가 산다고 하면 되나요?", 0.9, true},
		{"그럼 도어락 비밀번호를 바꿔 버려도 되나요?", 0.9, true},
		{"집주인이랑 연락이 아예 안 되면 어떡하죠?", 0.9, true},
		{"그럼 임차권등기는 어떻게 해요?", 0.4, true},
		{"그럼 얼마까지 올려 줘야 돼요?", 0.3, false},
		{"아까 그거 다시 설명해 주세요", 0.9, false},
	} {
		req := Request{Query: c.query, Topic: topic, Today: testToday}
		req.Found = []Found{{Question: c.query, Law: "민법", Article: "제623조", Chance: c.chance, Guide: true}}
		for _, q := range p.InTopic(req) {
			req.Found = append(req.Found, Found{Question: q, Law: "주택임대차보호법", Article: "제7조", Chance: 0.95})
		}
		res, err := p.Plan(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		reckons := slices.ContainsFunc(res.Planning.ExecutionSteps, func(s state.ExecutionStep) bool { return slices.Contains(s.Actions, "rent_increase") })
		joined := slices.ContainsFunc(res.Planning.ExecutionSteps, func(s state.ExecutionStep) bool { return strings.Contains(s.Question, topic) })
		if c.alone == (reckons || joined) {
			t.Errorf("%s: reckons %t, joined %t", c.query, reckons, joined)
		}
	}
}

// Words behind a rate tell what becomes of the rate, not of the sum before it.
func TestARateIsWhatIsAdded(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"2억8천 5% 올리면 얼마": "", "3억 5프로 인상하면 얼마예요": "", "2억에 4% 올려 달래요": "",
		"3천만원 올려 달래요": estate.Increase, "전세 3억 5% 올리면 얼마예요": estate.Deposit, "3억 4%로 빌리면 얼마 내요": estate.Loan,
	} {
		facts := planner(t).Facts(query, testToday)
		if len(facts.Amounts) != 1 || facts.Amounts[0].Role != want {
			t.Errorf("%s: %+v, want %q", query, facts.Amounts, want)
		}
	}
}

// A pet is of another field only where nothing of homes is asked.
func TestPetsInHomes(t *testing.T) {
	t.Parallel()
	for query, irrelevant := range map[string]bool{
		"고양이 키우면 계약해지 당하나요": false, "강아지 때문에 나가라는데 나가야 하나요": false, "세입자가 강아지를 키우는데 계약을 해지할 수 있나요": false,
		"강아지가 밥을 안 먹어요": true, "고양이 사료 추천해줘": true,
		"차 할부 월 30만원 나가는데 연봉 5천이면 대출 얼마나 돼요": false, "중고차 할부 이자 얼마예요": true,
	} {
		res, err := planner(t).Plan(context.Background(), Request{Query: query, Today: testToday})
		if got := res.Planning.AnalyzedIntent.IntentType == KindIrrelevant; err != nil || got != irrelevant {
			t.Errorf("%s: %s", query, res.Planning.AnalyzedIntent.IntentType)
		}
	}
}

// What is told of a question leaves it what it was, though an article fits it a little.
func TestWhatIsToldAsksForNothingElse(t *testing.T) {
	t.Parallel()
	p := planner(t)
	const topic = "연봉 6천이고 모은돈 1억5천 있는데 집 얼마짜리까지 살 수 있어요?"
	for _, query := range []string{"생애최초예요. " + topic, topic + " 아직 미혼이에요", topic + " 무주택입니다"} {
		req := Request{Query: query, Topic: topic, Told: true, Today: testToday}
		for _, q := range append(p.InTopic(req), query) {
			req.Found = append(req.Found, Found{Question: q, Law: "지방세특례제한법", Article: "제36조의3", Chance: 0.33, Guide: true})
		}
		res, err := p.Plan(context.Background(), req)
		if got := res.Planning.AnalyzedIntent.IntentType; err != nil || got != "loan_consult" {
			t.Errorf("%s: %s, %v", query, got, err)
		}
	}
}

package realestate

import (
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/search"
)

// A message is understood alone first: what the library answers is a question of its
// own, what asks nothing tells more of the question before.
func TestMessagesAreReadAloneFirst(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(Config{}, planner, prompts{}, nil)
	const boiler, loan, end = "원룸 500/45인데 보일러가 고장났어요. 누가 고쳐요?", "연봉 6천인데 집 사려면 대출 얼마까지 돼요?", "만기 2027년 2월 25일인데 언제까지 말해야 해요?"
	for _, c := range []struct {
		asked, message string
		alone          float64
		revises        bool
	}{
		{boiler, "제 돈으로 고치고 월세에서 빼도 되나요?", 0.9, false},
		{boiler, "내가 수리하고 다음 월세에서 공제해도 괜찮아요?", 0.7, false},
		{boiler, "집주인이 보증금에서 수리비를 까겠다는데 그래도 돼요?", 0.6, false},
		{boiler, "Can I fix it and deduct it from the rent?", 0.8, false},
		{boiler, "제 돈으로 고치고 월세에서 빼도 되나요?", 0.2, true},
		{boiler, "월세가 60이면요?", 0.9, true},
		{boiler, "벌써 3주째 찬물로 씻고 있어요", 0.9, true},
		{boiler, "아직 아무 연락이 없어요", 0.8, true},
		{loan, "아직 혼인신고를 안 했어요", 0.8, true},
		{loan, "나이는 서른둘이고 미혼입니다", 0.3, true},
		{loan, "차 할부로 매달 30만원 나가요", 0.1, true},
		{loan, "생애최초입니다", 0.9, true},
		{loan, "모은 돈은 1억이에요", 0.9, true},
		{loan, "부모님이 좀 보태 주신대요", 0.9, true},
		{loan, "집주인이 전세금을 안 돌려줘요", 0.9, false},
		{loan, "고맙습니다", 0.1, false},
		{loan, "그래서 저는 얼마짜리 집까지 살 수 있는 건데요", 0.1, false},
		{loan, "점심에 김치찌개 먹었어요", 0.3, false},
		{end, "오늘 말하면 늦은 건가요?", 0.3, true},
		{end, "지금 계약서 하나 써 줘", 0.3, false},
	} {
		request := planning.Request{Query: c.message, Language: "ko", Today: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}
		r, ok := d.revise(&State{Talk: &Talk{Subject: Subject{Asked: c.asked}}}, &request, &reading{alone: planning.Found{Chance: c.alone}})
		if ok != c.revises {
			t.Errorf("%q, then %q: revises %t (%q)", c.asked, c.message, ok, r.query)
		}
		if c.asked == end && ok && !strings.Contains(r.query, "2027년 2월 25일") {
			t.Errorf("%q has taken the place of the end: %q", c.message, r.query)
		}
	}
}

// Nobody reads the same answer twice: it is said that there is no more.
func TestAnAnswerIsNotToldTwice(t *testing.T) {
	t.Parallel()
	const first = "보일러는 집주인이 고칩니다(민법 제623조)."
	for _, c := range []struct {
		name, message string
		confidence    float64
		act           dialog.Act
		changes       []string
		want          string
		lines         int
	}{
		{"a fact", "벌써 2주 됐어요", 0.8, "", []string{"‘벌써 2주 됐어요’까지 반영해 다시 보았습니다."}, "방금 드린 답 말고 더 찾은", 1},
		{"a supposition that changes nothing", "30년 말고 40년으로 하면?", 0.8, "", nil, "방금 드린 답 말고 더 찾은", 1},
		{"a question that it does not", "그럼 소송은요?", 0.3, "", nil, "방금 드린 답 말고 더 찾은", 1},
		{"the same question", "보일러 누가 고쳐요?", 0.8, "", nil, "보일러는", 2},
		{"a wish", "다시 설명해 주세요", 0.8, dialog.Again, nil, "보일러는", 2},
		{"nothing was found", "그건요?", 0.1, "", nil, "보일러는", 2},
	} {
		r := state.Response{StructuredData: &state.StructuredData{
			Sections: []state.Section{{Content: []string{first, "급하면 먼저 고치고 청구합니다."}}}, Metadata: state.AnswerMetadata{Confidence: c.confidence},
		}}
		s := &State{State: supervisor.State{Query: c.message, Language: "ko"}}
		s.Talk = &Talk{Act: c.act, Changes: c.changes, Shown: Shown{"보일러 누가 고쳐요?", []string{"보일러는 집주인이 고칩니다.", "급하면 먼저 고치고 청구합니다.", "또 한 줄."}}}
		told := s.Talk.tell(&r, s)
		core := r.StructuredData.Sections[0].Content
		if len(told) != 2 || told[0] != "보일러는 집주인이 고칩니다." || !strings.Contains(core[0], c.want) || len(core) != c.lines {
			t.Errorf("%s: %q, %q", c.name, core, told)
		}
	}
}

// In the middle of a consultation nobody is refused as of another field who is not
// plainly of one.
func TestWhatIsNotUnderstoodIsAskedBack(t *testing.T) {
	t.Parallel()
	planner, err := newPlanner()
	if err != nil {
		t.Fatal(err)
	}
	for message, back := range map[string]bool{
		"그럼 두 배로 받는 거 아님?": true, "그건 그렇고 그게 그거네": true, "주소는 이따가 적을게요": true, "할부 없으면?": true, "그냥 매달 나가는 돈으로": true,
		"오늘 저녁 뭐 먹지": false, "축구 누가 이겼어": false, "김치찌개 레시피 알려줘": false, "고마워요": false, "ㄳ": false, "thx": false,
	} {
		for _, talk := range []*Talk{nil, {Subject: Subject{Asked: "차 할부 월 40 있는데 대출 얼마나 돼요?"}}} {
			s := asked(message, "ko", search.TeamName)
			s.PlanningState.AnalyzedIntent.IntentType, s.Talk = planning.KindIrrelevant, talk
			if got := strings.HasPrefix(guide(planner, s).Message, texts.Say("ko", "lost")); got != (back && talk != nil) {
				t.Errorf("%q: asked back %t, in a talk %t", message, got, talk != nil)
			}
		}
	}
}

// An answer without a line repeats nothing: there would be none to tell instead.
func TestNoLineIsNoRepetition(t *testing.T) {
	t.Parallel()
	talk := Talk{Shown: Shown{Message: "보일러가 고장 났어요", Lines: []string{"집주인이 고칩니다."}}}
	if talk.repeats(&State{}, nil) {
		t.Error("an answer of no lines repeats the one before")
	}
	if !talk.repeats(&State{}, []string{"집주인이 고칩니다."}) {
		t.Error("the same lines repeat nothing")
	}
}

package realestate_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// Who has "that home" forgotten is asked which of those that are kept, and it is told by
// nothing from then on. What only tells is answered by what is kept of it.
func TestThatHomeIsForgotten(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		a.ask(a.session(), "신림 500에 45 원룸 사는데 벽에 곰팡이 있어요")
		a.ask(a.session(), "화곡동 빌라 전세 1억9천 봤는데 집주인이 연락두절이래요 뭐부터 해야 돼요?")
		if got := final(a.ask(a.session(), "저 햄스터 키우거든요 ㅋㅋ")); !strings.Contains(got, "기억해 두겠습니다") {
			t.Errorf("told: %.300s", got)
		}
		session := a.session()
		which := func() (last state.Event, q state.Interrupt) {
			events := a.ask(session, "그 집 얘긴 이제 지워")
			last = events[len(events)-1]
			if err := json.Unmarshal(last.Payload, &q); err != nil || len(q.Data.Options) != 2 {
				t.Fatalf("%v %s", err, last.Payload)
			}
			return last, q
		}
		last, q := which()
		if err := a.Reply(t.Context(), session, q.ID, state.ActionSkip, nil); err != nil {
			t.Fatal(err)
		}
		if got := final(a.follow(session, last.Seq)); !strings.Contains(got, "그대로 둡니다") {
			t.Errorf("nobody chose: %.300s", got)
		}
		last, _ = which()
		if _, err := a.Submit(t.Context(), engine.Query{SessionID: session, Text: "신림 집주인한테 곰팡이 고쳐 달라고 문자 보낼 거 써줘", Language: "ko"}); err != nil {
			t.Fatal(err)
		}
		if got := final(a.follow(session, last.Seq)); !strings.Contains(got, "초안") {
			t.Errorf("something else was wanted: %.300s", got)
		}
		last, _ = which()
		if _, err := a.Submit(t.Context(), engine.Query{SessionID: session, Text: "신림", Language: "ko"}); err != nil {
			t.Fatal(err)
		}
		if got := final(a.follow(session, last.Seq)); !strings.Contains(got, "신림 이야기를 지웠습니다") {
			t.Errorf("forgotten: %.300s", got)
		}
		for said, want := range map[string]string{"저에 대해 아는 거 다 말해 주세요": "햄스터", "제가 신림 집 얘기 한 거 기억나요?": "지운 것"} {
			if got := final(a.ask(a.session(), said)); !strings.Contains(got, want) || strings.Contains(got, "곰팡이") || strings.Contains(got, "500") {
				t.Errorf("%s: %.600s", said, got)
			}
		}
	})
}

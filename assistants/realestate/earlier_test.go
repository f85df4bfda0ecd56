package realestate_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

const (
	rentLease   = "월세 계약서 작성해줘. 임대인 홍길동, 임차인 김철수, 서울 마포구 망원로 10, 보증금 3천만원 월세 70만원, 2027년 1월 10일부터 2029년 1월 9일까지"
	jeonseLease = "전세 계약서 작성해줘. 임대인 박영수, 임차인 이영희, 서울 강남구 역삼로 3, 보증금 3억, 2027년 1월 10일부터 2029년 1월 9일까지"
)

// drawnUp is a conversation in which a document was made, and the document.
func (a *adviser) drawnUp(query string) (session, document string) {
	a.t.Helper()
	session = a.session()
	a.ask(session, query)
	a.ask(session, "그대로 작성해줘")
	made, err := a.store.DocumentsOf(a.t.Context(), store.Server(), session)
	if err != nil || len(made) != 1 {
		a.t.Fatalf("%d documents, %v", len(made), err)
	}
	return session, made[0].ID
}

// told is what a run ended with.
func told(t *testing.T, events []state.Event) (r state.Response) {
	t.Helper()
	var body struct {
		Response *state.Response `json:"response"`
	}
	if err := json.Unmarshal(events[len(events)-1].Payload, &body); err != nil || body.Response == nil {
		t.Fatalf("%v %s", err, final(events))
	}
	return *body.Response
}

// Documents are found by what they are over all conversations of the user, and
// told with where they are from; not those of others, or of what is erased.
func TestAnEarlierDocumentIsShown(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		rentSession, rent := a.drawnUp(rentLease)
		_, jeonse := a.drawnUp(jeonseLease)
		for query, want := range map[string]string{"아까 그 월세 계약서": rent, "방금 만든 강남구 계약서 다시 보여줘": jeonse} {
			r := told(t, a.ask(a.session(), query))
			if r.Document == nil || r.Document.ID != want || len(r.Document.Downloads) != 3 || !strings.Contains(r.Message, "계약서 작성해줘") {
				t.Errorf("%s: %q %+v", query, r.Message, r.Document)
			}
		}
		if r := told(t, a.ask(rentSession, "아까 만든 월세 계약서 보여줘")); r.Document == nil || r.Document.ID != rent || !strings.Contains(r.Message, "이 대화에서") {
			t.Errorf("in its own conversation: %q %+v", r.Message, r.Document)
		}
		if r := told(t, a.ask(a.session(), "지난번에 만든 부산 계약서 보여줘")); r.Document != nil || !strings.Contains(r.Message, "찾지 못했습니다") || !strings.Contains(r.Message, "역삼로 3") {
			t.Errorf("what there is not: %q %+v", r.Message, r.Document)
		}
		other, err := a.store.CreateSession(t.Context(), store.Server(), state.Session{Assistant: realestate.Name, UserID: "user-2"})
		if err != nil {
			t.Fatal(err)
		}
		if r := told(t, a.ask(other.ID, "아까 그 월세 계약서")); r.Document != nil || r.Message != "아직 만들어 드린 문서가 없습니다." {
			t.Errorf("another user: %q %+v", r.Message, r.Document)
		}
		if err := a.store.DeleteSession(t.Context(), store.Server(), rentSession, false, time.Now()); err != nil {
			t.Fatal(err)
		}
		if r := told(t, a.ask(a.session(), "지난번에 만든 월세 계약서 보여줘")); r.Document != nil && r.Document.ID == rent {
			t.Errorf("hidden: %q %+v", r.Message, r.Document)
		}
		if err := a.store.DeleteSession(t.Context(), store.Server(), rentSession, true, time.Now()); err != nil {
			t.Fatal(err)
		}
		if r := told(t, a.ask(a.session(), "지난번에 만든 마포구 계약서 보여줘")); r.Document != nil || strings.Contains(r.Message, "망원로") {
			t.Errorf("erased: %q %+v", r.Message, r.Document)
		}
		// What is erased can't be played again.
		a.ended = slices.DeleteFunc(a.ended, func(id string) bool {
			_, err := a.store.Run(t.Context(), store.Server(), id)
			return errors.Is(err, store.ErrNotFound)
		})
	})
}

// Of several the user chooses, or asks something else.
func TestOneOfSeveralDocumentsIsChosen(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		_, rent := a.drawnUp(rentLease)
		a.drawnUp(jeonseLease)
		for said, want := range map[string]string{"두 번째 거": rent, "망원로": rent, "전세금 5% 인상 가능해?": ""} {
			session := a.session()
			events := a.ask(session, "지난번에 만든 계약서 보여줘")
			last := events[len(events)-1]
			var q state.Interrupt
			if err := json.Unmarshal(last.Payload, &q); err != nil || len(q.Data.Options) != 2 || !strings.Contains(q.Data.Options[1].Label, "망원로 10") {
				t.Fatalf("%v %s", err, last.Payload)
			}
			if _, err := a.Submit(t.Context(), engine.Query{SessionID: session, Text: said, Language: "ko"}); err != nil {
				t.Fatal(err)
			}
			r := told(t, a.follow(session, last.Seq))
			switch {
			case want == "" && !strings.Contains(r.Answer, "주택임대차보호법"):
				t.Errorf("%s: %.300s", said, r.Answer+r.Message)
			case want != "" && (r.Document == nil || r.Document.ID != want):
				t.Errorf("%s: %q %+v", said, r.Message, r.Document)
			}
		}
	})
}

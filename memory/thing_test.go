package memory

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/state"
)

// What is to go is read by the place or person that the order names, or what it points at.
func TestThingsThatAreToGo(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]Request{
		"봉천동 집은 이제 잊어주세요":            {Words: []string{"봉천동"}, Thing: true, Home: true},
		"봉천동 집 얘기는 지워줘":              {Words: []string{"봉천동"}, Thing: true, Home: true},
		"손님은 계약했어요 정자동으로. 이제 지워주세요":  {Words: []string{"손님"}, Thing: true},
		"돈 받음!! 그 집 얘긴 이제 지워":        {Home: true},
		"시댁 얘기는 적지 마세요 남편도 이거 같이 봐요": {Words: []string{"시댁"}, Thing: true, Whose: other},
	} {
		want.Kind, want.Sure = AskForget, true
		got, ok := ReadRequest(said)
		if diff := cmp.Diff(want, got); !ok || diff != "" {
			t.Errorf("%q: %s", said, diff)
		}
	}
	for _, said := range []string{"집주인이 특약을 지워달래요", "이 특약 지워 주세요"} {
		if r, ok := ReadRequest(said); ok && r.Sure {
			t.Errorf("%q: %+v", said, r)
		}
	}
}

// A home goes with what was said of it around its name, in its conversation and later, and
// what tells of the user himself stays.
func TestAHomeGoesWithItsThread(t *testing.T) {
	t.Parallel()
	said := []struct{ conversation, query string }{
		{"1", "계약서 초안 받았어요. 근저당 7200 있대요"},
		{"1", "위치는 봉천동 빌라 2층이고 전세 1억6천이에요"},
		{"2", "그 계약서 특약 3번 다시 볼래요"},
		{"2", "저 햄스터 키워요"},
		{"3", "사당 오피스텔 1000에 75 월세 봤는데"},
		{"3", "관리비는 7만원이래요"},
	}
	kept := Kept{Facts: []state.Preference{{Key: "pet.other", RunID: "저 햄스터 키워요"}, {Key: HomeHeld, RunID: said[2].query}}}
	for _, x := range said {
		kept.Exchanges = append([]state.Memory{{ConversationID: x.conversation, RunID: x.query, Query: x.query}}, kept.Exchanges...)
	}
	r := Request{Kind: AskForget, Words: []string{"봉천동"}, Thing: true, Home: true}
	gone := r.goesOn(kept)
	for i, want := range []bool{true, true, true, false, false, false} {
		if gone[said[i].query] != want {
			t.Errorf("%q goes: %v", said[i].query, !want)
		}
	}
}

// Who has moved has told nothing of the new home's lease: what is known is of the old one.
func TestWhatWasOfTheHomeBefore(t *testing.T) {
	t.Parallel()
	said := "이사했음 ㅋㅋ 안암 1000/52 관리비 7"
	known := []state.Preference{
		{Key: HomeAt, Value: "서울특별시 관악구 신림동", History: []state.Evidence{{Value: "서울특별시 관악구 신림동", Words: "신림 500에 45 사는데"}}},
		{Key: HomeHeld, Value: "5000000"}, {Key: LeaseEnd, Value: "2027-02"},
	}
	got := map[string]string{}
	for _, p := range New(Config{Store: none{}}).Learn(Said{UserID: "u", Query: said, Known: known, Today: time.Now()}) {
		got[p.Key] = p.Value
	}
	want := map[string]string{HomeAt: "안암", HomeHeld: "10000000", HomeRent: "520000", LeaseEnd: No}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	known[0].Value = "안암"
	if things := (Kept{Facts: known}).Things(Request{Home: true}); len(things) != 1 || things[0] != "신림" {
		t.Errorf("that home: %v", things)
	}
	more := Said{UserID: "u", Query: "신림동 살아요", Known: []state.Preference{{Key: HomeAt, Value: "서울특별시 관악구"}, {Key: HomeHeld, Value: "5000000"}},
		Regions: []estate.Region{{Sido: "서울특별시", Sigungu: "관악구", Dong: "신림동", Text: "신림동", End: len("신림동")}}}
	if facts := New(Config{Store: none{}}).Learn(more); len(facts) != 1 || facts[0].Key != HomeAt {
		t.Errorf("closer, not another: %+v", facts)
	}
}

type none struct{ storer }

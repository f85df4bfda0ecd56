package travel_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

func TestTheDocumentOfATrip(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), nil)
	id := y.session(t)
	y.say(t, id, whole)
	r := y.say(t, id, "PDF로 저장해줘")
	if r.Type != state.ResponseDocument || r.Document == nil || len(r.Document.Downloads) != 4 {
		t.Fatalf("%s %+v", r.Type, r.Document)
	}
	d, err := y.store.Document(t.Context(), store.Server(), r.Document.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# 오사카 3박 4일 여행 일정", "### 1일차 12월 19일(토)", "| **표준(추천)** |", "설명용 예시"} {
		if !strings.Contains(d.Markdown, want) {
			t.Errorf("no %q in\n%s", want, d.Markdown)
		}
	}
	pdf, kind, err := documents.Export(d.Markdown, d.Title, "pdf", d.CreatedAt)
	if err != nil || kind != "application/pdf" || len(pdf) < 1000 {
		t.Errorf("%d bytes of %s, %v", len(pdf), kind, err)
	}
	first, err := documents.ExportCalendar(d.Metadata, d.Title, d.CreatedAt)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(first), "DTSTART;VALUE=DATE:20261219\r\n") || !strings.Contains(string(first), "DTEND;VALUE=DATE:20261223\r\n") {
		t.Errorf("%s", first)
	}
	// The plan that was chosen is the document's.
	chosen, err := y.store.Document(t.Context(), store.Server(), y.say(t, id, "프리미엄으로 할게", "PDF로 저장해줘").Document.ID)
	if err != nil || !strings.Contains(chosen.Markdown, "| **프리미엄(선택)** |") || !strings.Contains(chosen.Markdown, "= 366만원") {
		t.Errorf("%v\n%s", err, chosen.Markdown)
	}
	// Exported again, each event keeps its id.
	again, err := y.store.Document(t.Context(), store.Server(), y.say(t, id, "캘린더로 내보내줘").Document.ID)
	if err != nil {
		t.Fatal(err)
	}
	second, err := documents.ExportCalendar(again.Metadata, again.Title, again.CreatedAt)
	if diff := cmp.Diff(uids(string(first)), uids(string(second))); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if !strings.Contains(strings.ReplaceAll(string(second), "\r\n ", ""), "DESCRIPTION:프리미엄 플랜") {
		t.Errorf("the calendar does not name the plan that was chosen:\n%s", second)
	}
	if list := uids(string(first)); len(list) < 5 || len(slices.Compact(slices.Sorted(slices.Values(list)))) != len(list) {
		t.Errorf("ids %q", list)
	}
}

func uids(ics string) []string {
	var list []string
	for line := range strings.SplitSeq(strings.ReplaceAll(ics, "\r\n ", ""), "\r\n") {
		if id, ok := strings.CutPrefix(line, "UID:"); ok {
			list = append(list, id)
		}
	}
	return list
}

func TestTheDataOfAnAnswer(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), nil)
	id := y.session(t)
	var slots struct {
		Destination string   `json:"destination"`
		Missing     []string `json:"missing"`
		Assumed     []string `json:"assumed"`
		Asked       string   `json:"asked"`
	}
	r := y.say(t, id, "오사카, 예산 200만원")
	if err := json.Unmarshal(r.Data["slots"].Data, &slots); err != nil || slots.Destination != "osaka" || slots.Asked != "duration" || !slices.Equal(slots.Missing, []string{"duration"}) {
		t.Errorf("%v %+v", err, slots)
	}
	if _, ok := r.Data["itinerary"]; ok || r.Type != state.ResponseGuidance {
		t.Errorf("%s with an itinerary", r.Type)
	}
	r = y.say(t, id, "3박 맛집")
	if err := json.Unmarshal(r.Data["slots"].Data, &slots); err != nil || !slices.Equal(slots.Assumed, []string{"num_people"}) || slots.Asked != "" {
		t.Errorf("%v %+v", err, slots)
	}
	var days struct {
		Days []struct {
			Date   string `json:"date"`
			Places []struct {
				Name map[string]string `json:"name"`
			} `json:"places"`
		} `json:"days"`
	}
	if err := json.Unmarshal(r.Data["itinerary"].Data, &days); err != nil || len(days.Days) != 4 || days.Days[1].Date != "2026-12-20" || days.Days[1].Places[0].Name["ko"] == "" {
		t.Errorf("%v %+v", err, days)
	}
	var plans struct {
		Plans []struct {
			Type  string `json:"type"`
			Costs struct {
				Total int64 `json:"total"`
			} `json:"costs"`
		} `json:"plans"`
		Recommendation struct {
			Type    string   `json:"type"`
			Reasons []string `json:"reasons"`
		} `json:"recommendation"`
	}
	if err := json.Unmarshal(r.Data["plans"].Data, &plans); err != nil || len(plans.Plans) != 3 || plans.Plans[0].Costs.Total != 1_190_000 || plans.Recommendation.Type != "standard" || len(plans.Recommendation.Reasons) < 2 {
		t.Errorf("%v %+v", err, plans)
	}
	if !r.StructuredData.Metadata.SampleData {
		t.Error("sample prices without the label")
	}
}

// Once it is known where to and for how long, the plans are there: what nobody told
// is assumed, said so, and gives way to what is told.
func TestWhatNobodyToldIsAssumed(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), nil)
	id := y.session(t)
	r := y.say(t, id, "후쿠오카 2박 3일")
	if s := y.state(t, id); !slices.Equal(s.Assumed, []slot.Name{slot.NumPeople, slot.TravelStyle, slot.Budget}) || *s.Budget != s.FinalPlans[1].Costs.Total ||
		!strings.Contains(r.Answer, "가정했습니다: 2명, 관광, 맛집, ") || !strings.Contains(r.Answer, "예산 미정") {
		t.Errorf("%v, %d\n%s", s.Assumed, *s.Budget, r.Answer)
	}
	for _, c := range []struct {
		says, told string
		assumed    []slot.Name
	}{
		{"3명이요", "3명으로 적어", []slot.Name{slot.TravelStyle, slot.Budget}},
		{"쇼핑을 좋아해요", "쇼핑으로 적어", []slot.Name{slot.Budget}},
		{"예산은 300만원이에요", "예산 300만원으로 적어", nil},
		{"하루 더 있을래요", "3박 4일로 적어", nil},
	} {
		r := y.say(t, id, c.says)
		s := y.state(t, id)
		if !slices.Equal(s.Assumed, c.assumed) || !strings.Contains(r.Answer, c.told) || len(s.Assumed) == 0 != (*s.Budget == 3_000_000) {
			t.Errorf("%s: %v, %d\n%s", c.says, s.Assumed, *s.Budget, r.Answer)
		}
	}
	if s := y.state(t, id); *s.NumPeople != 3 || !slices.Equal(s.TravelStyle, []string{"쇼핑"}) {
		t.Errorf("%d people, %v", *s.NumPeople, s.TravelStyle)
	}
}

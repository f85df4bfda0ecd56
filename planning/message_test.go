package planning

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/state"
)

// A message that is asked for is drafted by the document team; nothing is
// asked back for it.
func TestMessagesArePlanned(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"전세 3억인데 4%만 올려 달라고 집주인한테 문자 보낼 초안 써줘":                     {"search[legal]", "analysis[rent_increase]", "document[message]"},
		"세입자한테 월세 5% 인상한다고 카톡 하나 작성해줘":                             {"search[legal]", "analysis[rent_increase]", "document[message]"},
		"집주인에게 갱신요구 문자 써줘":                                         {"search[legal]", "document[message]"},
		"보증금 반환 요구 내용증명 써주세요":                                      {"search[legal]", "document[message]"},
		"만기 지났는데 보증금 안 돌려주는 집주인에게 보낼 내용증명 초안 만들어줘":                 {"search[legal]", "document[message]"},
		"집주인한테 보일러 고쳐달라고 카톡 보낼 거 써줘":                               {"search[legal]", "document[message]"},
		"묵시적 갱신됐는데 나간다고 집주인한테 카톡 보내줘":                              {"search[legal]", "document[message]"},
		"세입자에게 실거주로 갱신 거절한다고 내용증명 써줘":                              {"search[legal]", "document[message]"},
		"집주인한테 갱신 안 한다고 통지서 써줘":                                    {"search[legal]", "document[message]"},
		"납세증명서 보여달라고 집주인한테 보낼 메시지 작성":                              {"search[legal]", "document[message]"},
		"초과 지급한 월세 돌려달라는 내용증명 써줘":                                  {"search[legal]", "document[message]"},
		"월세 5만원 깎아달라는 문자 초안":                                       {"search[legal]", "document[message]"},
		"write a letter demanding my deposit back":                 {"search[legal]", "document[message]"},
		"draft a message asking the landlord to repair the boiler": {"search[legal]", "document[message]"},
		"합의서 초안 만들어줘":                                              {"search[legal]"},
		"전세계약서 작성해줘":                                               {"document[lease_contract]"},
	} {
		res := plan(t, query)
		if diff := cmp.Diff(want, shape(res.Planning)); diff != "" || res.Planning.AnalyzedIntent.IntentType != "contract_creation" {
			t.Errorf("%q is %s (-want +got):\n%s", query, res.Planning.AnalyzedIntent.IntentType, diff)
		}
		message := slices.ContainsFunc(res.Planning.ExecutionSteps, func(s state.ExecutionStep) bool { return slices.Contains(s.Actions, "message") })
		if asks := res.Planning.AnalyzedIntent.Ambiguities; message && len(asks) > 0 {
			t.Errorf("%q asks %q", query, asks)
		}
	}
}

func TestQuestionsAboutMessagesAreNot(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"문자로 보내도 효력 있어?", "내용증명이 뭐야?", "집주인이 문자 보내왔는데 나가래"} {
		for _, s := range plan(t, query).Planning.ExecutionSteps {
			if slices.Contains(s.Actions, "message") {
				t.Errorf("%q drafts a message", query)
			}
		}
	}
}

func TestMessageBesidesAQuestion(t *testing.T) {
	t.Parallel()
	res := plan(t, "마포 시세 알려주고 집주인에게 보낼 문자도 써줘")
	i := slices.IndexFunc(res.Planning.ExecutionSteps, func(s state.ExecutionStep) bool { return slices.Contains(s.Actions, "message") })
	if i < 0 || res.Planning.ExecutionSteps[i].Question != "집주인에게 보낼 문자도 써줘" {
		t.Errorf("steps are %+v", res.Planning.ExecutionSteps)
	}
}

// The message of a conversation knows what was said before.
func TestMessageFollowsTheConversation(t *testing.T) {
	t.Parallel()
	p := planner(t)
	res, err := p.Plan(context.Background(), Request{
		Query: "그럼 4%만 올려 달라고 문자 보낼 초안 써줘", Today: testToday, Topic: "집주인이 본인이 들어와 산다고 하면요?",
		Before: []string{
			"갱신요구권을 쓰고 싶어요. 만기가 2027년 3월 31일이에요.",
			"전세 3억에 살고 있는데 집주인이 재계약하면서 3억 3천만원을 달래요. 5%까지만 올릴 수 있나요?",
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"search[legal]", "analysis[rent_increase]", "document[message]"}, shape(res.Planning)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	found := estate.EntitiesOf(res.Planning.AnalyzedIntent.Entities)
	deposit, _ := found.Amount(estate.CurrentDeposit)
	right, _ := found.Attr("renewal_right")
	if deposit.Won != 300_000_000 || right != "used" || len(found.Dates) == 0 || found.Dates[0].ISO != "2027-03-31" || len(found.Percentages) != 1 || found.Percentages[0].Value != 4 {
		t.Errorf("entities are %+v", found)
	}
}

// Who orders a letter behind an answer of the library is written one, however surely the
// library answers the question before.
func TestAnOrderIsNotWhatItGoesOnWith(t *testing.T) {
	t.Parallel()
	const asked = "전세 계약 끝났는데 집주인이 보증금을 안 줘요. 어떻게 해야 돼요?"
	for _, query := range []string{"내용증명 초안 써줘", "집주인한테 보낼 문자 써줘", "내용증명 초안 부탁해요", "Draft a letter to my landlord"} {
		res, err := planner(t).Plan(context.Background(), Request{
			Query: query, Today: testToday, Topic: asked, Found: []Found{{Question: query, Law: "민법", Article: "제1조", Chance: 0.3}, {Question: asked + " " + query, Law: "민법", Article: "제1조", Chance: 0.95, Guide: true}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if steps := strings.Join(shape(res.Planning), " "); !strings.Contains(steps, "document[message]") {
			t.Errorf("%s: %s", query, steps)
		}
	}
}

// A pending draft goes on as what it is, whatever the words of the query.
func TestOnlyTheGivenAction(t *testing.T) {
	t.Parallel()
	p := planner(t)
	for action, want := range map[string][]string{
		"message": {"document[message]"}, "sales_contract": {"document[sales_contract]"}, "": {"document[lease_contract]"}, "unknown": {"document[lease_contract]"},
	} {
		res, err := p.Plan(context.Background(), Request{Query: "5%로 바꿔줘", Today: testToday, Intent: "contract_creation", Action: action})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, shape(res.Planning)); diff != "" || len(res.Planning.Validate()) > 0 {
			t.Errorf("%q (-want +got):\n%s%v", action, diff, res.Planning.Validate())
		}
	}
}

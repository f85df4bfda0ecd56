package memory

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/madang-dev/madang/state"
)

// What no cue tells the meaning of is told by the field of its words and the kind of
// its value, or by what it changes; behind an arrow is what was known before.
func TestValuesTellWhatTheyAreOf(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"전 재산이 3천만원이에요":                       "asset=30000000",
		"통장 잔고는 4천만원 정도":                      "asset=40000000",
		"상한은 2억으로 잡았어요":                       "budget=200000000",
		"발령이 청주로 났습니다":                        "place.work=청주",
		"새로 이사한 데가 하남이에요":                     "home.region=경기도 하남시",
		"묵시적 갱신된 계약이 2027년 5월까지예요":            "day.lease_end=2027-05",
		"the most I can spend is 400 million": "budget=400000000",

		"우리돈은 1억 2천이에요":                         "asset=120000000",
		"it's me, my husband and our son":       "household.children=yes, status.married=yes, household.people=3",
		"저랑 남편이랑 초딩 딸 둘이요":                      "household.children=2, status.married=yes, household.people=4",
		"엄마가 5천 보태주신대서 2억까지 돼요":                 "budget=200000000",
		"월급이 세후 350인데 다음 달부터 370이에요":            `income.self={"won":3700000,"per":"month","tax":"net"}`,
		"household.people=4 → 장모님이 다음 달부터 합가해요": "household.people=5, household.parents=yes",
		"job=약사 → 약국은 청주예요":                     "place.work=청주",
		"약국은 청주예요":                              "",
		"day.moving=2027-01 → 회사 사정으로 4월로 밀렸어요": "day.moving=2027-04",
		"day.moving=2027-01 → 집 보는 날이 4월로 밀렸어요": "",

		"budget=500000000 → 대출이 덜 나와서 4억 3천으로 줄였어요":                         "budget=430000000",
		"day.wedding=2027-03 → 결혼식을 2027년 5월로 미뤘어요":                         "day.wedding=2027-05",
		"place.work=판교 → 다음 달부터 이제 회사가 여의도예요":                               "place.work=여의도",
		"asset=50000000, budget=300000000 → 알고 보니 예금이 4천만원이더라고요":            "asset=40000000",
		"day.lease_end=2027-03 → 집 보러 가는 날이 12월 5일로 바뀌었어요":                  "",
		"region=서울 마포구 → 약속 장소가 강남으로 바뀌었어요":                                 "",
		"이 동네 사람들 월급이 보통 400만원이래요":                                          "",
		"주식으로 1억 날렸어요":                                                      "",
		"코인으로 5천만원 잃었어요":                                                    "",
		"퇴직금 3천만원을 사기당했어요":                                                  "",
		"상속세로 1억 냈어요":                                                       "",
		"asset=200000000 → 주식으로 1억 날렸어요":                                    "",
		"i lost 50 million won of my savings":                               "",
		"asset=200000000, budget=300000000 → 이제 2억 5천이에요":                   "",
		"budget=300000000 → 이제 관리비가 30만원이래요":                                "",
		"budget=300000000 → 이제 3천만원이 남았어요":                                  "",
		"place.work=판교, home.region=경기도 하남시 → 이제 여의도예요":                     "",
		"day.lease_end=2027-05-01 → 집 보러 가는 날이 12월 5일로 바뀌었어요":               "",
		"region=서울특별시 마포구 → 약속 장소가 강남으로 바뀌었어요":                              "",
		"budget=500000000 → 그 아파트가 이제 6억이 됐어요":                              "",
		"budget=500000000 → 제가 보는 아파트가 지금은 6억인데 더 오를까요?":                    "",
		"budget=500000000 → 이제 6억으로 바뀌었어요":                                  "",
		"어제 본 집은 2억 5천이었어요":                                                 "",
		"상속 재산이 5억인데 세금이 얼마예요?":                                             "",
		"부산은 바다가 있죠":                                                        "",
		"만약 연봉이 1억이면 한도가 3억이겠죠":                                             "",
		"제 재산이 3억이면 청약이 되나요?":                                               "",
		"budget=300000000 → the landlord has now lowered it to 280 million": "",
	} {
		before, text, ok := strings.Cut(said, " → ")
		if !ok {
			before, text = "", said
		}
		var known []state.Preference
		for fact := range strings.SplitSeq(before, ", ") {
			if key, value, ok := strings.Cut(fact, "="); ok {
				known = append(known, state.Preference{Key: key, Value: value, UpdatedAt: learnDay.AddDate(0, -1, 0)})
			}
		}
		var got []string
		for _, p := range (&Memory{}).Learn(Said{UserID: "u", RunID: "r", Query: text, Regions: regionsOf(text), Known: known, Today: learnDay, At: learnDay}) {
			got = append(got, p.Key+"="+p.Value)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}

// Whatever somebody else is said to be or have is nobody's own: no fact, and told to
// no question about the user.
func TestNothingOfOthersIsTheUsers(t *testing.T) {
	t.Parallel()
	others := []string{"제 동생은 ", "친구가 ", "집주인은 ", "저희 팀장님은 ", "옆집 아저씨는 ", "아는 언니가 ", "우리 사촌이 ", "my sister said that ", "a friend of mine, she says "}
	stated := []string{
		"전 재산이 3천만원이에요", "상한을 2억으로 잡았어요", "연봉이 5천만원이에요", "회사가 판교예요", "푸들 한 마리 키워요", "계약 만기가 내년 5월이에요",
		"마포구에 살아요", "이제 4억으로 낮췄어요", "아이가 셋이에요", "무릎이 안 좋아요", "서른두 살이에요", "무주택이에요",
		"the limit is 400 million", "I work in Yeouido's office", "it's 700,000 now",
	}
	known := []state.Preference{{Key: Budget, Value: "300000000"}, {Key: Work, Value: "강남"}}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(others[:7]).Draw(t, "who") + rapid.SampledFrom(stated[:12]).Draw(t, "what")
		if rapid.Bool().Draw(t, "english") {
			text = rapid.SampledFrom(others[7:]).Draw(t, "who") + strings.Replace(rapid.SampledFrom(stated[12:]).Draw(t, "what"), "I work", "he works", 1)
		}
		own := "저는 채광을 봐요. "
		for _, message := range []string{text, own + text, text + ". " + own} {
			for _, p := range (&Memory{}).Learn(Said{UserID: "u", Query: message, Regions: regionsOf(message), Known: known, Today: learnDay, At: learnDay}) {
				if !strings.HasPrefix(p.Key, "taste.") {
					t.Fatalf("%q: learned %s=%s", message, p.Key, p.Value)
				}
			}
			for _, s := range Statements("저에 대해 뭐 아세요?", []state.Memory{{Query: message, Timestamp: learnDay}}, nil, nil) {
				if !strings.Contains(own, s.Text) {
					t.Fatalf("%q: told %q", message, s.Text)
				}
			}
		}
	})
}

// recalled is what is told to a question weeks after these messages.
func recalled(question string, messages ...string) (told Recalled, text string) {
	var kept Kept
	for i, message := range messages {
		at := learnDay.AddDate(0, 0, i-30)
		run := fmt.Sprint("r", i)
		kept.Exchanges = append([]state.Memory{{Query: message, RunID: run, Timestamp: at}}, kept.Exchanges...)
		for _, p := range (&Memory{}).Learn(Said{UserID: "u", RunID: run, Query: message, Regions: regionsOf(message), Known: kept.Facts, Today: at, At: at}) {
			kept.Facts = append(slices.DeleteFunc(kept.Facts, func(q state.Preference) bool { return q.Key == p.Key }), p)
		}
	}
	r, ok := ReadRequest(question)
	if !ok {
		return told, "no request"
	}
	told = kept.Recall(question, r, learnDay)
	var words []string
	for _, p := range told.Facts {
		words = append(words, p.Evidence)
	}
	for _, s := range told.Stated {
		words = append(words, s.Text)
	}
	return told, strings.Join(words, "|")
}

func TestRecall(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		question, said, want string
		other                bool
	}{
		// In whole sentences, and by the field of the words.
		{"제 강아지 얘기 기억해요?", "강아지 하나 데리고 살아요 웰시코기|요즘 바빠요 정말", "강아지 하나 데리고 살아요 웰시코기", false},
		{"제가 무슨 일 한다고 했죠?", "세무사 사무실 다녀요|채광을 중요하게 봐요", "세무사 사무실 다녀요", false},
		{"제 취미가 뭐라고 했죠?", "첼로 연습을 매일 해요|마당 있는 데로 가려고요", "첼로 연습을 매일 해요", false},
		// What was said later, with a value of the kind.
		{"제 고양이 몇 마리라고 했죠?", "고양이 셋 키우는 집사예요|한 마리는 친정에 보내서 두 마리예요", "고양이 셋 키우는 집사예요|한 마리는 친정에 보내서 두 마리예요", false},
		// Where nothing is of it, all that is known.
		{"제 차 얘기 기억해요?", "첼로 연습을 매일 해요", "첼로 연습을 매일 해요", true},
		{"제 연봉 얼마라고 했죠?", "세무사 사무실 다녀요|제 동생은 연봉 8천이에요", "세무사 사무실 다녀요", true},
	} {
		got, text := recalled(c.question, strings.Split(c.said, "|")...)
		if text != c.want || got.Other != c.other {
			t.Errorf("%s after %s: %q (other %v), want %q", c.question, c.said, text, got.Other, c.want)
		}
	}
}

// However much was stated, little of it is told at once.
func TestWhatIsRecalledIsBounded(t *testing.T) {
	t.Parallel()
	var kept Kept
	for i := range 30 {
		said := fmt.Sprintf("저는 첼로를 켜요%s", strings.Repeat(" 밤마다 한참", 20))
		kept.Exchanges = append(kept.Exchanges, state.Memory{Query: said, Timestamp: learnDay.AddDate(0, 0, -i)})
	}
	got := kept.Recall("저에 대해 뭐 알아요?", Request{Kind: AskTell}, learnDay)
	if len(got.Stated) != maxStatements {
		t.Errorf("%d statements", len(got.Stated))
	}
	for _, s := range got.Stated {
		if len([]rune(s.Text)) > maxEvidence {
			t.Errorf("%d characters", len([]rune(s.Text)))
		}
	}
}

// What a kind of value alone tells may be the trouble that is asked about: such a
// message is looked up.
func TestAKindAloneOnlyTellsNothing(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"전세보증금 2억이 묶여 있어요": false, "연봉이 5천만원이에요": true} {
		if got := OnlyTells(Said{UserID: "u", Query: text, Today: learnDay}); got != want {
			t.Errorf("%s: only tells %v, want %v", text, got, want)
		}
	}
}

func TestNothingIsToldTwice(t *testing.T) {
	t.Parallel()
	a, b := Statement{Text: "a", At: learnDay}, Statement{Text: "b", At: learnDay}
	if got := newest([]Statement{a, b, a}); len(got) != 2 {
		t.Errorf("%+v", got)
	}
}

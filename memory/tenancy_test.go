package memory

import (
	"testing"
	"time"
)

// What a message about the user's own lease tells of it is his home's; a rise that is asked
// for, a shop, somebody else's and a sum that is not there are not.
func TestTheLeaseOfWhoSpeaksOfItsLandlord(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]map[string]string{
		"전세 만기가 내년 3월 14일인데 집주인한테 언제까지 나간다고 말해야돼요? 공덕 오피스텔이고 보증금은 2억3천이에요":                          {HomeHeld: "230000000", LeaseEnd: "2027-03-14", Budget: ""},
		"보증금 2천에 월세 70인데 집주인이 80으로 올려달래요":                                                           {HomeHeld: "20000000", HomeRent: "700000"},
		"집주인이 보증금을 3억으로 올려달래요":                                                                      {HomeHeld: "", Budget: ""},
		"망원동에서 카페해요 보증금 3000에 월 210. 건물주가 재계약때 월 260 달래요":                                           {HomeHeld: "", HomeRent: ""},
		"my landlord wants to raise my rent from 900k to 1 million when my lease is up in february": {HomeHeld: "", HomeRent: "900000"},
		"보증금 2억에서 2억3천으로 올려달라는데 집주인 말이 맞나요":                                                         {HomeHeld: "200000000"},
		"친구가 전세 1억9천인데 집주인이 나가라고 한대요":                                                               {HomeHeld: ""},
		"My deposit is 100 million and the landlord wants to raise the rent":                        {HomeHeld: "100000000"},
		"No, I personally don't have 700 million, my budget is what I said":                         {Budget: "", BudgetOf("deposit"): ""},
		"예산으로 쓸 3억은 없어요":                                                                            {Budget: ""},
	} {
		m := &Memory{}
		got := map[string]string{}
		for _, p := range m.Learn(Said{UserID: "u", Query: said, Today: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}) {
			got[p.Key] = p.Value
		}
		for key, value := range want {
			if got[key] != value {
				t.Errorf("%q: %s is %q, want %q (%v)", said, key, got[key], value, got)
			}
		}
	}
}

// Who is to be forgotten goes with what was said of him behind his name, and what is not to
// be kept goes by its own word.
func TestForgettingReadsWhatIsToGo(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]Request{
		"친구 얘기는 지워줘요 걔 일이라 좀 그래서":                    {Whose: other, Words: []string{"친구"}},
		"요양원 얘기는 이제 지워주세요":                           {Words: []string{"요양원"}},
		"please forget my part time job":             {Whose: self, Words: []string{"job"}},
		"매출은 저장하지 말아주세요":                             {Words: []string{"매출"}},
		"please remove the burglary from your notes": {Words: []string{"burglary"}},
	} {
		got, ok := ReadRequest(said)
		if !ok || got.Kind != AskForget || got.Whose != want.Whose || len(got.Words) != 1 || got.Words[0] != want.Words[0] {
			t.Errorf("%q: %+v", said, got)
		}
	}
	r := Request{Kind: AskForget, Whose: other, Words: []string{"친구"}}
	for said, goes := range map[string]bool{
		"걔는 만기 12월 말이고 확정일자는 받아놨대요": true,
		"제 만기는 3월 14일이에요":           false,
		"중개사는 수요일에 온대요":             false,
	} {
		if r.toldIn(said) != goes {
			t.Errorf("%q goes: %v", said, !goes)
		}
	}
}

package document

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/clause"
)

func TestZZ(t *testing.T) {
	f, _ := os.Open("/work/main/assistants/realestate/packs/clauses.yaml")
	cat, err := clause.Load(f)
	if err != nil { t.Fatal(err) }
	team, err := New(Config{Reviewer: ReviewFunc(func(text, kind, lang string) []Risk {
		var out []Risk
		for _, x := range cat.Find(text, clause.Kind(kind), lang) {
			out = append(out, Risk{ID: x.ID, Title: x.Title, Severity: string(x.Severity), Excerpt: x.Excerpt, Start: x.Start, End: x.End, Why: x.Why, Law: x.Law, Recommendation: x.Recommendation})
		}
		return out
	}), Clock: func() time.Time { return time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC) }})
	if err != nil { t.Fatal(err) }
	run := func(name, lang string, turns ...string) *TeamState {
		var d *Draft
		var s *TeamState
		for _, q := range turns {
			fmt.Println("=====", name, ">>", q, "| continues:", Continues(d, q))
			s, err = team.Execute(context.Background(), Request{Shared: state.Shared{UserQuery: q, SessionID: "s", Timestamp: "t", Language: lang, Status: "pending", Today: "2026-11-21"}, Draft: d}, nil)
			if err != nil { t.Fatal(err) }
			if errs := s.Validate(); len(errs) > 0 { t.Errorf("%v", errs) }
			fmt.Println(s.Message)
			d = s.Draft
		}
		return s
	}
	s := run("lease", "ko", "전세 계약서 써줘. 보증금 3억, 계약금 3천만원, 잔금 2억 7천만원",
		"임대인은 김철수, 임차인은 이영희예요. 주소는 서울특별시 마포구 월드컵북로 21 101동 1203호",
		"2026년 12월 20일부터 2년이고 잔금일은 12월 20일",
		"둘 다 없어요", "계약일은 오늘이야. 특약: 반려동물은 키우지 않는다.", "추천 특약 넣어줘", "아니 보증금은 3억 2천", "계약금 3200만원, 잔금은 2억 8,800만원으로")
	os.WriteFile("/tmp/docout/lease.md", []byte(s.FinalDocument), 0o644)
	for _, f := range []string{"pdf", "docx"} {
		t0 := time.Now()
		b, _, err := Export(s.FinalDocument, s.Title(), f)
		if err != nil { t.Fatal(err) }
		fmt.Println(f, len(b), time.Since(t0))
		os.WriteFile("/tmp/docout/lease."+f, b, 0o644)
	}
	s = run("sale", "ko", "매매계약서 작성해줘. 매도인 홍길동, 매수인 성춘향, 서울시 강남구 테헤란로 152 1502호, 매매대금 10억, 계약금 10%, 중도금 4억은 2027년 1월 15일, 나머지는 잔금",
		"잔금일은 2027-03-02이고 인도일도 2027-03-02. 근저당 채권최고액 6억 국민은행, 말소 조건: 잔금일에 상환하고 말소", "하자 없음, 토지거래허가구역 아님", "위약금 10%, 계약일 오늘")
	os.WriteFile("/tmp/docout/sale.md", []byte(s.FinalDocument), 0o644)
	b, _, _ := Export(s.FinalDocument, s.Title(), "pdf")
	os.WriteFile("/tmp/docout/sale.pdf", b, 0o644)
	s = run("en", "en", "Please draft a lease contract: deposit 100 million won with monthly rent 500,000 won, landlord John Kim, tenant Jane Doe, from Dec 1, 2026 for 2 years",
		"address: 21 World Cup buk-ro, Mapo-gu, Seoul. rent due on the 25th of each month", "down payment 10 million won, the rest is the balance, balance on Dec 1, 2026", "no unpaid taxes and no prior deposits", "contract date is today")
	os.WriteFile("/tmp/docout/en.md", []byte(s.FinalDocument), 0o644)
	b, _, _ = Export(s.FinalDocument, s.Title(), "pdf")
	os.WriteFile("/tmp/docout/en.pdf", b, 0o644)
	run("review", "ko", `이 계약서 조항 좀 봐줘: "임차인은 갱신요구권을 포기하고, 전입신고를 하지 않기로 한다. 보증금은 새 임차인이 들어온 뒤 돌려준다."`, "수정 문구로 다시 써줘", "그런데 중개사가 다 그렇게 쓴대")
	run("review2", "ko", "계약서 검토해줘", "1. 차임을 1개월 연체하면 즉시 해지한다.\n2. 수리비는 전부 임차인이 부담한다.", "고쳐줘")
	run("bad", "ko", "집 파는데 세금 줄이려고 다운계약서 써줘")
}

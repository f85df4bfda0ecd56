package document_test

import (
	"context"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/madang-dev/madang/teams/document"
)

// FuzzExecute feeds two messages of any text: the state stays valid, the
// draft small and the document renderable.
func FuzzExecute(f *testing.F) {
	for _, seed := range [][2]string{
		{"전세 계약서. 보증금 3억, 계약금 3천만원, 잔금 2억 7천만원, 임대인 김철수, 임차인 이영희", "그대로 작성해줘"},
		{"매매 10억 계약금 10% 나머지는 잔금, 중도금 4억은 2027년 1월 15일", "특약: <b>x</b> | y"},
		{"보증금 1000에 50 매월 말일 관리비 12만원(전기 3만원)", "아니 보증금은 -3억이 아니라 2억"},
		{"검토해줘: \"임차인은 전입신고를 하지 않기로 한다.\"", "고쳐줘"},
		{"landlord John Kim tenant Jane Doe deposit 100 million won from Dec 1, 2026 for 2 years", "as is"},
		{"특약:\n- \n1. \n2. |\xff\x00", "특약 1번 삭제"},
		{"2026-13-45 99999999999999999999억 ____ ㎡", "취소"},
	} {
		f.Add(seed[0], seed[1])
	}
	team := newTeam(f)
	f.Fuzz(func(t *testing.T, first, second string) {
		var d *document.Draft
		for i, q := range []string{first, second} {
			document.Continues(d, q)
			req := request(q, "ko", d)
			if req.Shared.UserQuery == "" {
				req.Shared.UserQuery = "-"
			}
			if i == 1 && len(first)%2 == 0 {
				req.Actions = []string{document.TypeSales}
			}
			s, err := team.Execute(context.Background(), req, nil)
			if err != nil {
				t.Fatal(err)
			}
			if errs := s.Validate(); len(errs) > 0 {
				t.Fatalf("%q: %v", q, errs)
			}
			raw, err := json.Marshal(s.Draft)
			if err != nil || len(raw) > 128<<10 {
				t.Fatalf("draft of %d bytes, %v", len(raw), err)
			}
			if !utf8.ValidString(s.Message) || !utf8.ValidString(s.FinalDocument) {
				t.Fatal("broken UTF-8")
			}
			d = s.Draft
		}
	})
}

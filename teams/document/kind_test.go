package document_test

import (
	"context"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/madang-dev/madang/internal/lineartest"
	"github.com/madang-dev/madang/teams/document"
)

// A kind of contract is three files: a form and a document in each language.
func TestAKindIsAddedFromFilesAlone(t *testing.T) {
	t.Parallel()
	folder := fstest.MapFS{
		"receipt.yaml": {Data: []byte(`name: {ko: 영수증, en: Receipt}
title: {ko: 영수증 초안, en: Receipt (draft)}
clauses: ""
wanted: [영수증, receipt]
fields:
  - {key: payer, type: name, group: who, personal: true, needed: "true", said: [낸 사람, payer], name: {ko: 낸 사람, en: payer}, ask: {ko: 누가 냈나요?, en: Who paid?}}
  - {key: amount, type: money, group: what, needed: "true", said: [금액, amount], name: {ko: 금액, en: amount}, ask: {ko: 얼마를 받았나요?, en: How much was paid?}}
  - {key: paid_on, type: day, group: what, needed: "true", said: [받은 날, paid on], name: {ko: 받은 날, en: day}, ask: {ko: 언제 받았나요?, en: When was it paid?}}
  - {key: special_terms, type: free}
summary:
  - {name: {ko: 금액, en: Amount}, show: '{{.Spoken "amount"}}'}
checks:
  - id: R-1
    severity: warn
    known: .Has "paid_on"
    pass: le (.Raw "paid_on") .Today
    text: {ko: 받은 날은 오늘까지여야 합니다., en: The day can't lie ahead.}
`)},
		"receipt.ko.md": {Data: []byte("# 영수증\n\n{{.Text \"payer\"}}님에게서 {{.Day \"paid_on\"}}에 {{.Money \"amount\"}}을 받았습니다.\n")},
		"receipt.en.md": {Data: []byte("# Receipt\n\nReceived {{.Money \"amount\"}} from {{.Text \"payer\"}} on {{.Day \"paid_on\"}}.\n")},
	}
	shipped := os.DirFS("forms")
	if err := fs.WalkDir(shipped, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(shipped, name)
		folder[name] = &fstest.MapFile{Data: raw}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	team, err := document.New(document.Config{Clauses: clauses(), Facts: facts(t), Forms: folder})
	if err != nil {
		t.Fatal(err)
	}
	s, err := team.Execute(context.Background(), request("영수증 써줘. 금액은 50만원", "ko", nil), nil)
	if err != nil || s.DocumentType != "receipt_contract" || len(s.Questions) != 2 || !team.Continues(s.Draft, "김철수") {
		t.Fatalf("%v, %s, questions %+v", err, s.DocumentType, s.Questions)
	}
	s, err = team.Execute(context.Background(), request("낸 사람은 김철수, 받은 날은 2026-11-20", "ko", s.Draft), nil)
	if err != nil || !strings.Contains(s.FinalDocument, "김철수님에게서 2026년 11월 20일에 금 500,000원 (50만원)을 받았습니다") || !s.ReviewResult.ComplianceCheck["R-1"] {
		t.Errorf("%v\n%s\n%+v", err, s.FinalDocument, s.ReviewResult)
	}
	if errs := s.Validate(); len(errs) > 0 {
		t.Error(errs)
	}
}

// What a message takes to read grows as it does, whatever it repeats.
func TestMessagesAreReadInLinearTime(t *testing.T) { //nolint:paralleltest // it measures the processor
	team := newTeam(t)
	lease := talk(t, "ko", document.TypeLease, "전세 계약서 써줘. 보증금 3억").Draft
	sale := talk(t, "ko", document.TypeSales, "매매계약서 써줘").Draft
	letter := talk(t, "ko", document.TypeMessage, "전세 3억인데 4%만 올려 달라고 문자 써줘").Draft
	units := []string{
		"a", "가", " ", "\n", ",", "1", "1,", "3억 ", "보증금 ", "보증금 3억, ", "보증금 3억\n", "2026-12-01 ", "2026-12-01부터 ", "12월 1일부터 12월 2일까지 ", "임대인 ", "임대인 김철수, ", "김철수, ",
		"특약: ", "특약:\n- ", "특약 1번 삭제 ", "\"가\" 특약 ", "주소 ", "서울 마포구 ", "서울특별시 마포구 월드컵북로 21 ", "5% ", "계약금 10% ", "84㎡ ", "2년 ", "없음 ", "미납 ", "선순위 없음 ", "관리비 ", "전기 3만원 ",
		"매월 1일 ", "계좌 123-45-678 ", "한다. ", "한다;", "검토: ", "st-01 ", "추천 특약 ", "갱신 ", "(((", "[[[[", "****", "> ", "| ", "근저당 없", "landlord John Kim ", "no ", "중도금 4억은 2027년 1월 15일, ",
	}
	for name, d := range map[string]*document.Draft{"no draft": nil, "lease": lease, "sale": sale, "letter": letter} {
		lineartest.CheckUnits(t, name, units, func(text string) {
			document.Continues(d, text)
			if _, err := team.Execute(context.Background(), request(text, "ko", d), nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// A yes or no of the lease is shown in words, as a choice and as what was said.
func TestYesOrNoIsSaidInWords(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]map[string]string{
		"ko": {"임대차계약서 써줘. 미납 세금 없음, 선순위 보증금 있음": "없음", "임대차계약서 써줘. 미납 세금 있음": "있음"},
		"en": {"write a lease. There are no unpaid taxes": "none", "write a lease. The landlord owes unpaid tax": "yes"},
	} {
		for text, said := range want {
			s, err := newTeam(t).Execute(context.Background(), request(text, lang, nil), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range s.Fields {
				if told := strings.Join(append(e.Options, e.Text), " "); strings.Contains(told, "⟨") || e.Key == "tax_arrears" && e.Text != said {
					t.Errorf("%s: %s is told as %q", text, e.Key, told)
				}
			}
		}
	}
}

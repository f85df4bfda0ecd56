package korean_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/korean"
)

var today = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func days(text string) []string {
	var got []string
	for _, d := range korean.FindDays(text, today) {
		switch {
		case d.Impossible:
			got = append(got, "impossible")
		case d.Month:
			got = append(got, d.Date.Format("2006-01"))
		default:
			got = append(got, d.Date.Format("2006-01-02"))
		}
	}
	return got
}

func TestFindDays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"만기가 2027년 3월 31일이에요":            {"2027-03-31"},
		"ends on 2027-03-31.":            {"2027-03-31"},
		"2027.3.5 ~ 2029. 3. 4":          {"2027-03-05", "2029-03-04"},
		"27년 3월 1일":                      {"2027-03-01"},
		"3월 말에 나가요":                      {"2027-03-31"},
		"12월 25일":                        {"2026-12-25"},
		"1월 5일":                          {"2027-01-05"},
		"내년 1월 5일":                       {"2027-01-05"},
		"작년 5월 2일":                       {"2025-05-02"},
		"다음 달":                           {"2026-12"},
		"다음달 15일":                        {"2026-12-15"},
		"담달 말":                           {"2026-12-31"},
		"이번 달 말":                         {"2026-11-30"},
		"내일 계약":                          {"2026-11-22"},
		"3개월 뒤":                          {"2027-02-21"},
		"두 달 후":                          {"2027-01-21"},
		"11월 셋째주 금요일":                    {"2027-11-19"},
		"12월 둘째 주 화요일":                   {"2026-12-08"},
		"12월 다섯째주 월요일":                   {"impossible"},
		"2월 30일":                         {"impossible"},
		"2026년 13월 1일":                   {"impossible"},
		"2026-02-30":                     {"impossible"},
		"2월 29일":                         {"2028-02-29"},
		"2027년 2월 29일":                   {"impossible"},
		"March 31, 2027":                 {"2027-03-31"},
		"31 March 2027":                  {"2027-03-31"},
		"the last Friday of October":     {"2027-10"},
		"on Dec 5":                       {"2026-12-05"},
		"end of March":                   {"2027-03-31"},
		"late Feb, mid June":             {"2027-02-28", "2027-06-15"},
		"in July or early Aug":           {"2027-07", "2027-08-01"},
		"in market, in Marseille, may I": nil,
		"next month":                     {"2026-12"},
		"연말":                             {"2026-12-31"},
		"11월":                            {"2026-11"},
		"10월":                            {"2027-10"},
		"2년 계약 24개월":                     nil,
		"3억 2.5% 12027.3.155":            nil,
		"2027년 3월부터 2029년 2월 말까지": {"2027-03", "2029-02-28"},
	} {
		if diff := cmp.Diff(want, days(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestStems(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"보증금을": "보증금", "집주인한테서": "집주인", "검토해주세요": "검토", "전세인데": "전세",
		"아파트에서는": "아파트", "계약하려는데": "계약", "loans": "loan", "taxes": "tax",
		"서울에서도": "서울", "인상이": "인상", "policies": "policy",
	} {
		if !strings.Contains("|"+strings.Join(korean.Stems(word), "|")+"|", "|"+want+"|") {
			t.Errorf("Stems(%q) = %v, without %q", word, korean.Stems(word), want)
		}
	}
}

func TestAddMonths(t *testing.T) {
	t.Parallel()
	end := time.Date(2027, 3, 31, 0, 0, 0, 0, time.UTC)
	if got := korean.AddMonths(end, -6).Format(time.DateOnly); got != "2026-09-30" {
		t.Errorf("six months before the end of March = %s", got)
	}
	if got := korean.AddMonths(end, 11).Format(time.DateOnly); got != "2028-02-29" {
		t.Errorf("eleven months after the end of March = %s", got)
	}
}

func FuzzFindDays(f *testing.F) {
	for _, seed := range []string{"2027년 3월 31일", "3월 말", "next month", "\xff1월", "99월 99일"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, d := range korean.FindDays(s, today) {
			if d.End <= d.Start || d.End > len(s) || d.Date.IsZero() != d.Impossible {
				t.Fatalf("FindDays(%q) found %+v", s, d)
			}
		}
	})
}

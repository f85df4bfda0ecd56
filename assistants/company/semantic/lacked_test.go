package semantic

import (
	"slices"
	"strings"
	"testing"
)

// When was I last there asks for a visit, whatever was shown before; what was sold last for a sale.
func TestTheLastTimeIsThatOfTheVerb(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, talk := range []struct {
		language string
		asked    []string
		want     string
	}{
		{"ko", []string{"고객기관001 올해 매출", "마지막으로 언제 갔지?"}, "visits"},
		{"ko", []string{"고객기관001 올해 매출", "내가 마지막으로 간 게 언제야?"}, "visits"},
		{"ko", []string{"고객기관001 올해 매출", "마지막으로 판 게 언제야?"}, "sales"},
		{"ko", []string{"고객기관001 올해 방문 건수", "마지막으로 판 게 언제야?"}, "sales"},
		{"ko", []string{"고객기관001 마지막으로 간 날"}, "visits"},
		{"en", []string{"sales of 고객기관001 this year", "when was I last there?"}, "visits"},
		{"en", []string{"sales of 고객기관001 this year", "when did I last go there?"}, "visits"},
		{"en", []string{"sales of 고객기관001 this year", "when did I last sell there?"}, "sales"},
	} {
		reading, _ := answer(t, l, "E001", talk.language, talk.asked...)
		r := reading.Request
		if r == nil || r.Rows != talk.want || r.Limit != 1 || !r.Order.Desc {
			t.Errorf("%v: %s %+v", talk.asked, kind(reading), r)
		}
	}
}

// Things without returns lack them; only figures leave them out.
func TestWithoutIsOfWhatItStandsBehind(t *testing.T) {
	t.Parallel()
	l := open(t)
	for text, lacked := range map[string]bool{
		"customers without returns": true, "which pharmacies without returns this year": true,
		"sales of customers without returns last month": true, "sales last month without returns": false,
		"sales in Seoul without returns last month": false, "sales by customer without returns last month": false,
	} {
		reading, _ := answer(t, l, "E024", "en", text)
		r := reading.Request
		if r == nil {
			t.Errorf("%s: %s", text, kind(reading))
			continue
		}
		lacks := slices.ContainsFunc(r.Exists, func(e Exists) bool { return e.Not && e.Dataset == "sales" })
		left := slices.ContainsFunc(r.Filters, func(f Filter) bool { return f.Dimension == "is_return" })
		if lacks != lacked || left == lacked {
			t.Errorf("%s: %+v", text, r)
		}
	}
}

// What is seen of one customer is not put together of a region and of one's own.
func TestOneCustomerIsOfNoTwoParts(t *testing.T) {
	t.Parallel()
	l := open(t)
	for text, want := range map[string]bool{"이번 달 매출": true, "고객기관001 올해 매출": false, "고객기관001 고객기관005 올해 매출": true} {
		reading, got := answer(t, l, "E001", "ko", text)
		if reading.Request == nil || strings.Contains(strings.Join(got.Notes, " "), "본인 담당") != want {
			t.Errorf("%s: %s %s", text, kind(reading), got.Notes)
		}
	}
}

package document

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/internal/korean"
)

// writer turns values into the words of a contract. What is not known
// becomes a blank between spaces, which Markdown leaves alone.
type writer struct{ lang string }

func (w writer) blank() string { return " " + blankMark + " " }

func (w writer) text(s string) string {
	if strings.TrimSpace(s) == "" {
		return w.blank()
	}
	// A recommended term may hold blanks of its own, which stay blanks.
	parts := strings.Split(s, blankMark)
	for i := range parts {
		parts[i] = documents.Escape(parts[i])
	}
	return strings.Join(parts, w.blank())
}

func (w writer) list(items []string) string {
	if len(items) == 0 {
		return w.blank()
	}
	escaped := make([]string, len(items))
	for i, s := range items {
		escaped[i] = documents.Escape(s)
	}
	return strings.Join(escaped, ", ")
}

// money is "금 300,000,000원 (3억원)".
func (w writer) money(p *int64) string {
	if p == nil {
		return w.blank()
	}
	if *p == 0 {
		return pick(w.lang, "없음", "none")
	}
	return w.sum(*p)
}

func (w writer) sum(amount int64) string {
	return pick(w.lang,
		"금 "+korean.FormatComma(amount)+" ("+korean.FormatWon(amount)+")",
		"KRW "+korean.FormatNumber(amount)+" ("+korean.FormatWon(amount)+")")
}

func (w writer) day(iso string) string {
	if iso == "" {
		return w.blank()
	}
	return documents.Escape(formatDay(iso, w.lang))
}

func (w writer) area(m2 float64) string {
	if m2 <= 0 {
		return w.blank() + "㎡"
	}
	return strconv.FormatFloat(m2, 'f', -1, 64) + "㎡"
}

// box is one choice of a row of boxes.
type box struct {
	ko, en string
	on     bool
}

func (w writer) boxes(list ...box) string {
	out := make([]string, len(list))
	for i, b := range list {
		mark := "☐"
		if b.on {
			mark = "☑"
		}
		out[i] = mark + " " + pick(w.lang, b.ko, b.en)
	}
	return strings.Join(out, "  ")
}

func (w writer) yesNo(p *bool) string {
	return w.boxes(box{"없음", "no", no(p)}, box{"있음", "yes", yes(p)})
}

// note is the detail of a yes; a no needs none.
func (w writer) note(p *bool, note string, sum *int64) string {
	parts := []string{}
	if won(sum) > 0 {
		parts = append(parts, w.sum(*sum))
	}
	if note != "" {
		parts = append(parts, documents.Escape(note))
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case no(p):
		return "-"
	}
	return w.blank()
}

func (w writer) broker(brokered *bool, office, regNo string, feeBP int, explained string) string {
	if no(brokered) {
		return pick(w.lang, "중개 없이 당사자가 직접 맺은 계약이다.", "The parties contract directly, without a broker.")
	}
	fee := w.blank() + "%"
	if feeBP > 0 {
		fee = formatBP(feeBP)
	}
	return fmt.Sprintf(pick(w.lang,
		"중개보수는 거래금액의 %s로 하고, 개업공인중개사(%s, 등록번호 %s)는 중개대상물 확인·설명서를 %s에 교부한다(공인중개사법 제25조). 직접 계약이면 이 조는 적용하지 않는다.",
		"The brokerage fee is %s of the deal; the broker (%s, registration %s) hands over the statement of the property on %s. This article does not apply to a direct contract."),
		fee, w.text(office), w.text(regNo), w.day(explained))
}

// partyRow is one line of the signatures.
type partyRow struct{ Name, Addr, Phone string }

// parties has one row a name; address and phone belong to the first.
func (w writer) parties(names []string, addr, phone string) []partyRow {
	if len(names) == 0 {
		names = []string{""}
	}
	rows := make([]partyRow, len(names))
	for i, n := range names {
		rows[i] = partyRow{w.text(n), w.text(""), w.text("")}
		if i == 0 {
			rows[i].Addr, rows[i].Phone = w.text(addr), w.text(phone)
		}
	}
	return rows
}

func (w writer) terms(terms []string) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = w.text(t)
	}
	return out
}

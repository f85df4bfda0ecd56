package document

import (
	"regexp"
	"strings"
)

var (
	fromHere = regexp.MustCompile(`^\s*(?:부터|~|∼|〜|–|-\s)`)
	toHere   = regexp.MustCompile(`^\s*까지`)
	rangeGap = regexp.MustCompile(`^\s*(?:부터|~|∼|〜|–|-|to|until|till|through)\s*$`)
	previous = regexp.MustCompile(`종전\s*계약|기존\s*계약|이전\s*계약|지난\s*계약|previous (?:lease|contract)`)
	hasYear  = regexp.MustCompile(`\d{4}|\d{2}년|내년|올해|작년`)
)

// dayFound is one day of the message with the key it was given.
type dayFound struct {
	foundDay
	key   string
	label int
}

// readDays gives every day of the message its key and blanks the days out.
func (r *reading) readDays() {
	text := r.rest()
	days := findDays(text, r.today)
	hits := findLabels(text, r.moneyLabels())
	segs := segments(text)
	found := make([]dayFound, len(days))
	for i, d := range days {
		found[i] = dayFound{foundDay: d, label: -1}
		blank(r.left, d.start, d.end)
	}
	for i := range found {
		r.claimDay(found, i, text, segs, hits)
	}
	for i := range found {
		r.storeDay(&found[i])
	}
}

// claimDay finds the key of a day: a range first, then the words around it.
func (r *reading) claimDay(found []dayFound, i int, text string, segs []segment, hits []labelHit) {
	f := &found[i]
	seg := segmentOf(segs, f.start)
	if seg < 0 {
		return
	}
	head := text[segs[seg].start:f.start]
	from, to := "start_date", "end_date"
	if previous.MatchString(head) {
		from, to = "prev_start", "prev_end"
	}
	switch {
	case i > 0 && rangeGap.MatchString(text[found[i-1].end:f.start]):
		f.key = to
		if found[i-1].key == "" || found[i-1].key == "start_date" {
			found[i-1].key = from
		}
		if found[i-1].key == "prev_start" {
			f.key = "prev_end"
		}
	case fromHere.MatchString(text[f.end:]) && r.draft.Lease != nil:
		f.key = from
	case toHere.MatchString(text[f.end:]) && r.draft.Lease != nil && !strings.Contains(head, "수리"):
		f.key = to
	default:
		f.key, f.label = r.dayKeyNear(f, text, segs, seg, hits, found[:i])
	}
}

// dayKeyNear is the nearest label before the day in its segment, else the
// one right behind it, else the open label of the segment before.
func (r *reading) dayKeyNear(f *dayFound, text string, segs []segment, seg int, hits []labelHit, before []dayFound) (string, int) {
	best := -1
	for i, h := range hits {
		if h.day != "" && h.start >= segs[seg].start && h.end <= f.start {
			best = i
		}
	}
	if best >= 0 {
		return hits[best].day, best
	}
	for i, h := range hits {
		if h.day != "" && h.start >= f.end && h.end <= segs[seg].end && len(strings.TrimSpace(text[f.end:h.start])) <= 12 {
			return h.day, i
		}
	}
	if strings.Contains(text[f.end:segs[seg].end], "계약") {
		return "contract_date", -1
	}
	if seg > 0 {
		for i := len(hits) - 1; i >= 0; i-- {
			h := hits[i]
			if h.day != "" && h.start >= segs[seg-1].start && h.end <= segs[seg-1].end && !dayClaimed(before, i) {
				return h.day, i
			}
		}
	}
	return "", -1
}

func dayClaimed(days []dayFound, label int) bool {
	for _, d := range days {
		if d.label == label {
			return true
		}
	}
	return false
}

// storeDay writes a day into the draft. A day without a year that lies most
// of a year ahead was signed lately, when it is the contract's.
func (r *reading) storeDay(f *dayFound) {
	if f.iso == "" {
		r.issues = append(r.issues, Problem{Code: "impossible_day", Fields: []string{f.key}, Values: []string{f.text},
			TextKo: "'" + f.text + "'" + " 날짜는 달력에 없습니다. 언제인지 다시 알려 주세요.",
			TextEn: "There is no such day as '" + f.text + "'. Which day is it?"})
		return
	}
	if f.key == "contract_date" && !hasYear.MatchString(f.text) {
		if t, ok := parseDay(f.iso); ok && t.After(r.today.AddDate(0, 8, 0)) {
			f.iso = t.AddDate(-1, 0, 0).Format(dayForm)
		}
	}
	if f.key == "middle_date" && r.draft.Sales != nil {
		r.middleDays = append(r.middleDays, f.iso)
		r.values++
		return
	}
	if slot := r.draft.daySlot(f.key); slot != nil {
		*slot = f.iso
		r.values++
		switch {
		case f.key == "end_date":
			r.draft.Lease.TermMonths = 0
		case f.key == "start_date" && r.draft.Lease.TermMonths > 0:
			r.draft.Lease.EndDate = "" // reckoned again from the new start
		}
		return
	}
	r.looseDays = append(r.looseDays, f.iso)
}

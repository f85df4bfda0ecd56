package slot

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// change reads messages that change what is known by something: "하루 더",
// "한 명 빠졌어", "예산을 50만원 늘려줘". A 으로 names the new value instead and
// is read elsewhere.
func (m *message) change() {
	if found := groups(m.text, "change.nights"); len(found) > 1 && m.Nights > 0 && !m.r.OneStay {
		if n, ok := nights(found[0]); ok {
			m.r.Duration = nil
			m.drop(Duration)
			m.duration(m.Nights+signed(n, found[1]), "")
		}
	}
	if found := groups(m.text, "change.people"); len(found) > 1 && m.People > 0 {
		n, ok := korean.ParseCount(found[0])
		if !ok && phrases.Has(found[0], "change.two") {
			n = 2
		} else if !ok {
			n = 1 // somebody is named
		}
		// "오빠네는 못 온대요 넷만 갈게요" tells how many, "어머니도 가신대요 한 명 추가요" by how many.
		start, end, _ := phrases.Find(m.text, "change.people")
		by := m.r.NumPeople == nil || m.parties.touch(start, end) || m.after(m.parties[0][1], "party.changes")
		if m.r.Act != ActDiet && by {
			m.r.NumPeople = nil
			m.drop(NumPeople)
			m.people(m.People+signed(n, found[1]), "")
		}
	}
	if m.Budget > 0 {
		m.changeBudget()
	}
	m.changeStart()
}

// changeStart moves the day of departure by some days.
func (m *message) changeStart() {
	by := phrases.First(m.text, "shift.later", "shift.earlier")
	if by == "" && m.resembles("dates") && len(korean.FindStays(m.text)) > 0 {
		by = phrases.First(m.text, "later", "earlier")
	}
	by = strings.TrimPrefix(by, "shift.")
	if by == "" || m.r.StartDate != nil || m.Start.IsZero() {
		return
	}
	for _, at := range phrases.FindAll(m.text, "shift.by") { // "일주일 뒤로": no point in time
		m.blank(at[0], at[1])
	}
	days := 1
	for _, s := range korean.FindStays(m.text) {
		days = max(s.Days, s.Nights)
	}
	if by == "earlier" {
		days = -days
	}
	m.r.Duration = nil
	m.drop(Duration)
	if first := m.Start.AddDate(0, 0, days); first.Before(korean.Midnight(m.Today)) {
		m.r.problem(StartDate, PastDate, first.Format(time.DateOnly))
	} else {
		m.leaves(first)
	}
}

// nights is a length by which a stay changes: a day of it is a night.
func nights(said string) (int, bool) {
	if n, ok := korean.ParseCount(said); ok {
		return n, true
	}
	for _, s := range korean.FindStays(said) {
		return max(s.Nights, s.Days), true
	}
	return 1, true // 하루, which is no stay by itself
}

// signed is n, below zero where the word takes it away.
func signed(n int, word string) int {
	if phrases.Has(word, "change.less") {
		return -n
	}
	return n
}

func (m *message) changeBudget() {
	sums := korean.FindMoney(m.text)
	for _, f := range sums[:min(len(sums), maxSums)] {
		found := groups(m.behind(f.End), "change.money")
		if len(found) == 0 || f.Bare || f.Negative {
			continue
		}
		m.r.Budget, m.r.PerPerson = nil, false
		m.drop(Budget)
		m.budget(m.Budget+int64(signed(int(f.Won), found[0])), m.text[f.Start:f.End])
		return
	}
}

// drop forgets the problems of a slot that a change settles anew.
func (m *message) drop(slot Name) {
	m.r.Problems = slices.DeleteFunc(m.r.Problems, func(p Problem) bool { return p.Slot == slot })
}

package slot

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

var (
	moreNights = regexp.MustCompile(`(?i)(하루|이틀|사흘|(\d{1,2})\s?(?:박|일)|an?|one|two|three)\s?(?:을|를|만)?\s?(더|늘려|늘리|추가|연장|줄여|줄이|빼|짧게|more (?:night|day)s?|(?:night|day)s? (?:more|longer|less|shorter)|fewer (?:night|day)s?)`)
	morePeople = regexp.MustCompile(`(?i)(\d{1,2}|한|두|세|네|one|two|three)\s?(?:명|사람|분|person|people)\s?(?:이|을|를|만)?\s?(더|추가|늘|빠|줄|못\s?가|more|less|fewer)`)
	moreMoney  = regexp.MustCompile(`(?i)^\s?(?:을|를|만|정도|씩)?\s?(더|늘려|늘리|올려|추가|줄여|줄이|깎|내려|more|less)`)
	lessWord   = regexp.MustCompile(`(?i)줄|빼|짧|빠|못|깎|내려|less|fewer|shorter`)
)

// change reads messages that change what is known by something: "하루 더",
// "한 명 빠졌어", "예산을 50만원 늘려줘". A 으로 names the new value instead and
// is read elsewhere.
func (m *message) change() {
	if loc := moreNights.FindStringSubmatch(m.text); loc != nil && m.Nights > 0 {
		if n, ok := dayWords[strings.ToLower(loc[1])]; ok || loc[2] != "" {
			if !ok {
				n, _ = korean.ParseCount(loc[2])
			}
			m.r.Duration = nil
			m.drop(Duration)
			m.duration(m.Nights+signed(n, loc[3]), "")
		}
	}
	if loc := morePeople.FindStringSubmatch(m.text); loc != nil && m.People > 0 {
		if n, ok := korean.ParseCount(loc[1]); ok {
			m.r.NumPeople = nil
			m.drop(NumPeople)
			m.people(m.People+signed(n, loc[2]), "")
		}
	}
	if m.Budget > 0 {
		m.changeBudget()
	}
}

var dayWords = map[string]int{"하루": 1, "이틀": 2, "사흘": 3, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3}

func signed(n int, word string) int {
	if lessWord.MatchString(word) {
		return -n
	}
	return n
}

func (m *message) changeBudget() {
	for _, f := range korean.FindMoney(m.text) {
		match := moreMoney.FindStringSubmatch(m.text[f.End:])
		if match == nil || f.Bare || f.Negative {
			continue
		}
		sum := m.Budget + f.Won
		if lessWord.MatchString(match[1]) {
			sum = m.Budget - f.Won
		}
		m.r.Budget, m.r.PerPerson = nil, false
		m.drop(Budget)
		if sum < MinBudget || sum > MaxBudget {
			m.r.problem(Budget, OutOfRange, m.text[f.Start:f.End])
			return
		}
		m.r.Budget = &sum
		return
	}
}

// drop forgets the problems of a slot that a change settles anew.
func (m *message) drop(slot Name) {
	kept := m.r.Problems[:0]
	for _, p := range m.r.Problems {
		if p.Slot != slot {
			kept = append(kept, p)
		}
	}
	m.r.Problems = kept
}

package slot

import "github.com/madang-dev/madang/internal/korean"

// party reads how many travel; the last number corrects those before.
func (m *message) party() {
	parties := korean.FindParties(m.text)
	for i := len(parties) - 1; i >= 0; i-- {
		p := parties[i]
		if !instead.MatchString(m.text[p.End:]) {
			m.people(p.Count, m.text[p.Start:p.End])
			return
		}
	}
	if n, ok := m.bare(NumPeople); ok && m.r.Duration == nil && m.r.Budget == nil && m.r.StartDate == nil {
		m.people(int(min(n, 1_000_000)), "")
	}
}

func (m *message) people(n int, said string) {
	if n < MinPeople || n > MaxPeople {
		m.r.problem(NumPeople, OutOfRange, said)
		return
	}
	m.r.NumPeople = &n
}

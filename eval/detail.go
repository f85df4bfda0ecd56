package eval

import (
	"fmt"
	"strings"
)

// details prints what the totals are made of: confusion, single intents, how
// far confidences can be believed, and what went wrong.
func (p *printer) details(e Entry) {
	title := strings.TrimSpace(fmt.Sprintf("%s %s", e.Set, e.Split)) + " · " + e.With
	switch {
	case e.Intents != nil:
		p.row(title)
		p.confusion(*e.Intents)
		p.calibration(e.Intents.Calibration)
		p.missed(e.Intents.Missed)
	case e.Retrieval != nil:
		p.row(title)
		p.calibration(e.Retrieval.Calibration)
		p.missed(e.Retrieval.Missed)
	case e.Answers != nil:
		p.row(title)
		p.calibration(e.Answers.Calibration)
		p.missed(e.Answers.Missed)
		if m := e.Answers.Marks; m != nil {
			for _, reason := range m.Low {
				p.row("  low: " + reason)
			}
		}
	}
	p.row()
}

func (p *printer) confusion(r IntentResult) {
	names := r.intents()
	head := []string{"  expected \\ found"}
	for _, n := range names {
		head = append(head, short(n))
	}
	p.row(append(head, "recall", "precision")...)
	for _, want := range names {
		cells := []string{"  " + want}
		for _, got := range names {
			cells = append(cells, fmt.Sprint(r.Confusion[want][got]))
		}
		s := r.PerIntent[want]
		p.row(append(cells, percent(s.Recall), percent(s.Precision))...)
	}
}

func (p *printer) calibration(c Calibration) {
	if c.N == 0 {
		return
	}
	p.row("  confidence", "n", "mean", "right")
	for _, b := range c.Bins {
		p.row(fmt.Sprintf("  %.1f-%.1f", b.From, b.To), fmt.Sprint(b.Count), fmt.Sprintf("%.2f", b.Said), percent(b.Right))
	}
}

func (p *printer) missed(list []Missed) {
	for _, m := range list {
		p.row(fmt.Sprintf("  ✗ %s %s | want %s | found %s", m.ID, m.Text, strings.Join(m.Want, ", "), strings.Join(m.Found, ", ")))
	}
}

// short keeps a column's head narrow.
func short(name string) string {
	const most = 9
	if len(name) > most {
		return name[:most]
	}
	return name
}

package eval

import (
	"fmt"
	"strings"
)

// details prints how far confidences can be believed, and what went wrong.
func (p *printer) details(e Entry) {
	p.row(strings.TrimSpace(fmt.Sprintf("%s %s", e.Set, e.Split)) + " · " + e.With)
	switch {
	case e.Intents != nil:
		p.calibration(e.Intents.Calibration)
		p.missed(e.Intents.Missed)
	case e.Retrieval != nil:
		p.calibration(e.Retrieval.Calibration)
		p.missed(e.Retrieval.Missed)
	case e.Answers != nil:
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

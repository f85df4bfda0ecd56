package planning

import (
	"github.com/madang-dev/madang/internal/estate"
	"time"
)

// Facts are the facts named in a text, without a plan.
func (p *Planner) Facts(text string, today time.Time) estate.Entities {
	if len(text) > MaxQuery {
		return estate.Entities{}
	}
	found, _ := p.entities(p.read(text), today)
	return found
}

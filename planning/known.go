package planning

import (
	"time"

	"github.com/madang-dev/madang/state"
)

// Facts are the facts named in a text, without a plan.
func (p *Planner) Facts(text string, today time.Time) state.Entities {
	if len(text) > MaxQuery {
		return state.Entities{}
	}
	found, _ := p.entities(p.read(text), today)
	return found
}

package travel

import (
	"slices"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/words"
)

// maxIdeas is how many places an answer suggests.
const maxIdeas = 5

// ideas are places that are not planned, those of the trip's styles first; for
// an evening, all that are open then, for a meal, those that one eats at.
func (v voice) ideas() []string {
	if v.s.Topic == slot.TopicEvening || v.s.Topic == slot.TopicMeals {
		return v.tell(topics[v.s.Topic])
	}
	if lines := v.ofKinds(); lines != nil {
		return lines
	}
	list := v.unplanned()
	return []string{v.Say("ideas", "names", list[:min(len(list), maxIdeas)])}
}

// instead are places that could take the place of one that went, where something is to
// and nothing was put in.
func (v voice) instead() []string {
	if d := v.s.Deed; !v.s.Focus.Instead || d == nil || len(d.In) > 0 {
		return nil
	}
	return v.ideas()
}

// ofKinds are the places that are asked for by a word for their style, where no
// deed tells of them.
func (v voice) ofKinds() (lines []string) {
	if d := v.s.Deed; d != nil && d.Code != deedNoKind && !v.s.Focus.Instead || d == nil && v.s.Intent == slot.ActDay {
		return nil
	}
	for _, kind := range v.s.Focus.Kinds {
		var planned, free []words.Text
		for _, s := range v.pack.OfKind(v.destination(), kind.Style, kind.Word) {
			if v.s.Itinerary.Has(s.ID) {
				planned = append(planned, s.Name)
			} else {
				free = append(free, s.Name)
			}
		}
		lines = append(lines, v.Say("ideas_of_kind", "kind", slot.Plain(kind.Word), "planned", planned, "names", free))
	}
	return lines
}

// unplanned are the names of places that are not planned, those of the trip's
// styles first.
func (v voice) unplanned() []words.Text {
	free := func(styled bool) []words.Text {
		return sights(v.destination(), func(s catalog.Sight) bool {
			return !v.s.Itinerary.Has(s.ID) && !slices.Contains(v.s.AvoidPlaces, s.ID) && slices.Contains(v.s.TravelStyle, s.Style) == styled
		})
	}
	return append(free(true), free(false)...)
}

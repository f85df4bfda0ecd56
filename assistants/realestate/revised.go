package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// tell says first what is read in another way than before, and gives the
// answer as it is wanted: in a sentence, or with what else there is to it.
func (t *Talk) tell(r *state.Response) {
	if t == nil || r.StructuredData == nil || len(r.StructuredData.Sections) == 0 {
		return
	}
	sections := slices.Clone(r.StructuredData.Sections)
	core := &sections[0]
	switch lines := slices.Clone(core.Content); {
	case t.Act == dialog.Less && t.Most > 1:
		core.Content = firstOf(lines, t.Most)
	case t.Act == dialog.Less && len(lines) > 0:
		core.Content = lines[:1]
	case t.Act == dialog.Why || t.Act == dialog.More:
		for i := range sections[1:] {
			sections[1+i].Expandable = false
		}
	}
	if t.Act == dialog.Why {
		core.Content = append(slices.Clone(core.Content), reckoning(sections[1:])...)
	}
	core.Content = append(slices.Clone(t.Changes), core.Content...)
	data := *r.StructuredData
	data.Sections = sections
	r.StructuredData = &data
	if t.Act == dialog.Less {
		r.Answer = strings.Join(core.Content, "\n\n")
		return
	}
	r.Answer = markdown(sections)
}

// firstOf are the first sentences of some lines, each on a line.
func firstOf(lines []string, most int) (list []string) {
	for _, line := range lines {
		for _, s := range korean.Sentences(line) {
			if s = strings.TrimSpace(s); s != "" && len(list) < most {
				list = append(list, s)
			}
		}
	}
	return list
}

// reckoning is how the first figure of an answer came about, for who asks why.
func reckoning(sections []state.Section) []string {
	for _, s := range sections {
		if s.Icon == "chart" && len(s.Content) > 0 {
			return s.Content[:1]
		}
	}
	return nil
}

package answer

import "slices"

// Section is a part of an answer.
type Section struct {
	Key    string      `json:"key"`
	Title  string      `json:"title,omitempty"`
	Lines  []Statement `json:"lines"`
	Folded bool        `json:"folded,omitempty"` // shown when the reader opens it
}

// Part says what a section holds.
type Part struct {
	// Title is the key of its title; "" is none.
	Title  string
	Kinds  []Kind
	Folded bool
	Most   int // lines; 0 is all
}

// Group puts statements into sections: each into the first part that takes
// its kind, in its order and once. A part without lines is left out.
func Group(p Printer, statements []Statement, parts ...Part) []Section {
	sections := make([]Section, len(parts))
	for _, s := range statements {
		i := slices.IndexFunc(parts, func(part Part) bool { return slices.Contains(part.Kinds, s.Kind) })
		if i < 0 || parts[i].Most > 0 && len(sections[i].Lines) >= parts[i].Most {
			continue
		}
		sections[i].Lines = Add(sections[i].Lines, s)
	}
	for i, part := range parts {
		sections[i].Key, sections[i].Folded = part.Title, part.Folded
		if part.Title != "" {
			sections[i].Title = p.Say(part.Title)
		}
	}
	return slices.DeleteFunc(sections, func(s Section) bool { return len(s.Lines) == 0 })
}

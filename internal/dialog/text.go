package dialog

import "sort"

// Text is a text in which the phrases of many keys are looked for: it is
// folded once for all of them. It is read whole, so its length is for the
// caller to bound. A Text is for one goroutine.
type Text struct {
	phrases            *table
	text               string
	inWords, inLetters *folded
	found              map[string][][]int
}

// Group is one place of an expression with its named groups, without empty
// ones.
type Group struct {
	Start, End int
	Named      map[string]string
}

// Read begins to look for phrases in a text.
func (p *Phrases) Read(text string) *Text {
	return &Text{phrases: p.table(), text: text, found: map[string][][]int{}}
}

// FindAll is where the key's phrases are in the text, from left to right and
// not overlapping. Nobody may change it.
func (t *Text) FindAll(key string) [][]int {
	found, ok := t.found[key]
	if !ok {
		found = t.phrases.by[key].findIn(t)
		t.found[key] = found
	}
	return found
}

// Within tells whether a phrase of the key stands between two places, and
// not in the part of the text that is left out (nil for none).
func (t *Text) Within(key string, from, to int, without []int) bool {
	all := t.FindAll(key)
	for _, at := range all[sort.Search(len(all), func(i int) bool { return all[i][0] >= from }):] {
		if at[1] > to {
			return false
		}
		if without == nil || at[1] <= without[0] || at[0] >= without[1] {
			return true
		}
	}
	return false
}

// Groups is where the key's expressions are in the text.
func (t *Text) Groups(key string) []Group {
	re := t.phrases.by[key].re
	var all []Group
	for _, at := range re.FindAllStringSubmatchIndex(t.text, -1) {
		g := Group{Start: at[0], End: at[1], Named: map[string]string{}}
		for i, name := range re.SubexpNames() {
			if name != "" && at[2*i] < at[2*i+1] {
				g.Named[name] = t.text[at[2*i]:at[2*i+1]]
			}
		}
		all = append(all, g)
	}
	return all
}

func (t *Text) spaced() *folded {
	if t.inWords == nil {
		f := fold(t.text, true, true)
		t.inWords = &f
	}
	return t.inWords
}

func (t *Text) compact() *folded {
	if t.inLetters == nil {
		f := fold(t.text, false, true)
		t.inLetters = &f
	}
	return t.inLetters
}

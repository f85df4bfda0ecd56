package catalog

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// soundsLike is how many syllables a name has that is heard by its sound.
const soundsLike = 4

func sound(text string) string { return strings.Map(korean.Sound, text) }

// bySound tells whether a name is heard by its sound: a short one sounds like
// too many other words.
func bySound(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return !latin(first) && utf8.RuneCountInString(text) >= soundsLike
}

// shorten lists what the sights are called in a talk about their city: by
// their short names, and by the sound of their whole ones without spaces.
func (d *Destination) shorten() {
	for i := range d.Sights {
		s := &d.Sights[i]
		called := slices.Clone(s.Short)
		for _, text := range s.names() {
			if tight := strings.ToLower(strings.ReplaceAll(text, " ", "")); bySound(tight) {
				called = append(called, tight)
			}
		}
		for _, text := range called {
			if bySound(text) {
				text = sound(text)
			}
			d.short = append(d.short, name{text, Mention{Destination: d, Sight: s}})
		}
	}
	slices.SortStableFunc(d.short, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
}

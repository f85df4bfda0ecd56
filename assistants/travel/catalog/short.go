package catalog

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// soundsLike is how many syllables a name has that is heard by its sound.
const soundsLike = 4

func sound(text string) string { return strings.Map(korean.Sound, text) }

// shorten lists what the sights of a city are called in short: a word or the
// beginning of a name that is no other sight's, no area's and no style's.
func (p *Pack) shorten(d *Destination) {
	called := map[string]int{} // how many sights go by a name
	for i := range d.Sights {
		for _, text := range p.shortNames(&d.Sights[i]) {
			called[text]++
		}
	}
	for i := range d.Sights {
		for _, text := range p.shortNames(&d.Sights[i]) {
			if called[text] > 1 || p.named(d, text) {
				continue
			}
			if utf8.RuneCountInString(text) >= soundsLike {
				text = sound(text)
			}
			d.short = append(d.short, name{text, Mention{Destination: d, Sight: &d.Sights[i]}})
		}
	}
	slices.SortStableFunc(d.short, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
}

// named tells whether a short name means something else by itself.
func (p *Pack) named(d *Destination, text string) bool {
	for _, a := range d.StayAreas {
		lie := 0
		for _, s := range d.Sights {
			if s.Area.In(words.Base) == a.In(words.Base) {
				lie++
			}
		}
		if lie != 1 && slices.Contains(areaNames(a), text) {
			return true
		}
	}
	for _, t := range p.Styles {
		if slices.Contains(t.Words, text) {
			return true
		}
	}
	return slices.ContainsFunc(p.Destinations, func(o *Destination) bool {
		return slices.ContainsFunc(append(slices.Clone(o.Aliases), o.Name.In(words.Base), o.Name.In("en")), func(s string) bool { return strings.EqualFold(s, text) })
	})
}

// shortNames are those of a sight that may be meant by what else is said: its
// names without spaces or without what kind of place it is, and their words.
func (p *Pack) shortNames(s *Sight) (list []string) {
	add := func(text string, least int) {
		if utf8.RuneCountInString(text) >= least && !slices.Contains(p.Common, text) && !slices.Contains(p.Kinds, text) && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	names := slices.Clone(s.Aliases)
	for _, text := range s.Name {
		names = append(names, text)
	}
	slices.Sort(names)
	for _, text := range names {
		text = strings.ToLower(text)
		if !strings.ContainsFunc(text, korean.IsHangul) {
			said := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
			for _, word := range said {
				add(word, 5)
			}
			if n := len(said); n > 2 {
				add(said[n-2]+" "+said[n-1], 5) // "the night market"
			}
			continue
		}
		tight := strings.ReplaceAll(text, " ", "")
		add(tight, 3)
		for _, kind := range p.Kinds {
			if stem, ok := strings.CutSuffix(tight, kind); ok {
				add(stem+" "+kind, 3)
				add(stem, 3-min(1, utf8.RuneCountInString(kind)-1))
			}
		}
		for _, word := range strings.Fields(text) {
			add(word, 3)
		}
	}
	return list
}

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

// FindIn is Find in a conversation about a trip to a city: its sights go by
// short names too ("자갈치" for 자갈치시장, "the castle" for Osaka Castle), in
// other spacing ("사랑의절벽") and misspelt by sound ("유니버셜").
func (p *Pack) FindIn(text, id string) []Mention {
	found := p.Find(text)
	d := p.Destination(id)
	lower := strings.ToLower(text)
	if d == nil || len(lower) != len(text) {
		return found
	}
	sounds := sound(lower)
	for _, n := range d.short {
		heard := lower
		if utf8.RuneCountInString(n.text) >= soundsLike && !latin([]rune(n.text)[0]) {
			heard = sounds
		}
		for start, end := range places(heard, n.text) {
			taken := slices.ContainsFunc(found, func(m Mention) bool { return start < m.End && m.Start < end })
			if !taken && len(found) < maxMentions && standsAlone(lower, start, end) && !korean.WithinWord(lower, start) {
				n.place.Start, n.place.End = start, end
				found = append(found, n.place)
			}
		}
	}
	slices.SortFunc(found, func(a, b Mention) int { return cmp.Compare(a.Start, b.Start) })
	return found
}

// soundsLike is how many syllables a name has that is heard by its sound.
const soundsLike = 4

func sound(text string) string { return strings.Map(korean.Sound, text) }

// shorten lists what the sights of a city are called in short: a word or the
// beginning of a name that is no other sight's, no area's and no style's.
func (p *Pack) shorten(d *Destination) {
	owner := map[string]string{}
	for i := range d.Sights {
		s := &d.Sights[i]
		for _, text := range p.shortNames(s) {
			if of, ok := owner[text]; ok && of != s.ID {
				owner[text] = ""
				continue
			}
			owner[text] = s.ID
		}
	}
	for i := range d.Sights {
		s := &d.Sights[i]
		for _, text := range p.shortNames(s) {
			if owner[text] != s.ID || p.named(d, text) {
				continue
			}
			if utf8.RuneCountInString(text) >= soundsLike {
				text = sound(text)
			}
			d.short = append(d.short, name{text, Mention{Destination: d, Sight: s}})
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

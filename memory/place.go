package memory

import (
	"slices"
	"strings"
	"sync"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
)

// places are where somebody wants to live, lives, works and learns.
func (l *learner) places(c clause) {
	name, spoken, _ := l.region(c)
	if spoken == "" {
		spoken = phrases.Named(c.text, "place.station")["place"]
	}
	switch {
	case c.has("cue.work"), c.has("cue.workplace") && (c.has("note.job") || l.value("job") != ""):
		l.add(Work, spoken, c.text)
	case l.employed(c) && !seeks(c) && !lives(c):
		l.add(Work, spoken, c.text)
	case c.has("cue.school"):
		l.add(School, spoken, c.text)
	case lives(c), c.has("changes") && !seeks(c) && l.before.who == self && l.before.has("cue.moved") && alone(c.text, spoken): // "We moved! Bundang now."
		if name == "" && c.has("cue.moved") {
			name = phrases.Named(c.text, "place.moved_to")["place"]
		}
		l.add(HomeAt, name, c.text)
	default:
		l.sought(c)
	}
}

// sought are the places where a home is looked for: one that is refused is taken out of
// those known, beside which one that is wanted "too" or in its stead comes in.
func (l *learner) sought(c clause) {
	all := strings.Split(l.value(Region), placeBetween)
	known := slices.DeleteFunc(slices.Clone(all), func(k string) bool { return refused(l.whole, k) })
	l.dropped = l.dropped || len(known) < len(all) || phrases.Has(l.whole, "takes_out")
	more := l.dropped
	var named []string
	for _, r := range l.said.Regions {
		if r.Start < c.start || r.End > c.start+len(l.whole) || strings.TrimSpace(c.text[r.Start-c.start:r.End-c.start]) == "" {
			continue
		}
		full, behind := fullName(r), l.whole[r.End-c.start:]
		last := len(named) - 1
		switch {
		case phrases.Has(behind, "refuses"):
		case last >= 0 && strings.HasPrefix(full, named[last]+" "): // "서울 마포"
			named[last] = full
		case !slices.Contains(named, full):
			named = append(named, full)
		}
		more = more || phrases.Has(behind, "also")
	}
	switch {
	case len(known) < len(all) && len(named) == 0, more && seeks(c):
		named = slices.Concat(slices.DeleteFunc(known, func(k string) bool { return slices.Contains(named, k) || k == "" }), named)
		if len(named) == 0 {
			l.retract(Region, c.text)
		}
	case !seeks(c):
		return
	}
	l.add(Region, strings.Join(named[max(0, len(named)-maxPlaces):], placeBetween), c.text)
}

// refused tells whether a text waves aside a place, by any of its names.
func refused(text, full string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(placeWords()[full], func(word string) bool {
		_, behind, ok := strings.Cut(text, word)
		return ok && phrases.Has(behind, "refuses")
	})
}

// placeWords are the names of places by the full one.
var placeWords = sync.OnceValue(func() map[string][]string {
	words := map[string][]string{}
	for _, p := range korean.Places() {
		words[fullName(estate.Region{Sido: p.Sido, Sigungu: p.Sigungu, Dong: p.Dong})] = p.Words
	}
	return words
})

// placeBetween stands between the places of Region, of which the last few are kept.
const (
	placeBetween = ", "
	maxPlaces    = 4
)

// fullName is a place by its full name.
func fullName(r estate.Region) string {
	return strings.Join(strings.Fields(r.Sido+" "+r.Sigungu+" "+r.Dong), " ")
}

// alone tells whether a text says no more than a place, and that it is so now.
func alone(text, spoken string) bool {
	return len(content(without(strings.Replace(text, spoken, "", 1), "changes"))) <= 1
}

// employed tells whether a clause names somebody's job behind where the employer
// is: "판교 게임사 기획자예요".
func (l *learner) employed(c clause) bool {
	return slices.ContainsFunc(l.said.Regions, func(r estate.Region) bool {
		if r.Start < c.start || r.End > c.start+len(c.text) {
			return false
		}
		_, end, ok := phrases.Find(c.text[r.End-c.start:], "place.employer")
		return ok && phrases.HasAny(c.text[r.End-c.start+end:], "note.job", "field.job")
	})
}

// region is the place of a clause, the last where it names more: in full, and
// as it was said. Several are different ones.
func (l *learner) region(c clause) (name, spoken string, several bool) {
	for _, r := range l.said.Regions {
		if r.Start < c.start || r.End > c.start+len(c.text) || strings.TrimSpace(c.text[r.Start-c.start:r.End-c.start]) == "" {
			continue
		}
		full := fullName(r)
		several = several || name != "" && !strings.HasPrefix(full, name+" ") && full != name
		name, spoken = full, r.Text
	}
	return name, spoken, several
}

// place tells whether a text names a place.
func place(text string) bool {
	return slices.ContainsFunc(places(), func(name string) bool { return strings.Contains(text, name) })
}

var places = sync.OnceValue(func() (names []string) {
	for _, p := range korean.Places() {
		names = append(names, p.Words...)
	}
	return names
})

package catalog

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// World is what travellers name besides destinations and their sights, as
// world.yaml has it.
type World struct {
	Styles Terms `yaml:"styles"`
	// AnyStyle is what somebody gets who has no preference.
	AnyStyle []string `yaml:"any_style"`
	// FoodStyles are those whose places one eats at.
	FoodStyles []string `yaml:"food_styles"`
	Lodgings   Terms    `yaml:"lodgings"`
	Airlines   Terms    `yaml:"airlines"`
	Airports   Terms    `yaml:"airports"` // trips begin at those with words
	Countries  Terms    `yaml:"countries"`
	Feasts     []Feast  `yaml:"feasts"`
	// Elsewhere are places that no trip can be planned to.
	Elsewhere []string `yaml:"elsewhere"`
	// Near is the destination nearest to some of them.
	Near map[string]string `yaml:"near"`
}

// Term is something that goes by names.
type Term struct {
	ID   string     `yaml:"id"`
	Name words.Text `yaml:"name"`
	// Words are what messages call it, in lower case.
	Words []string `yaml:"words"`
}

// In gives every place of a text in lower case that a term is named at, word
// by word.
func (t Term) In(lower string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for _, word := range t.Words {
			for start, end := range places(lower, word) {
				if !yield(start, end) {
					return
				}
			}
		}
	}
}

// places are those of a word in a text.
func places(text, word string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for at := 0; ; {
			i := strings.Index(text[at:], word)
			if i < 0 || !yield(at+i, at+i+len(word)) {
				return
			}
			at += i + len(word)
		}
	}
}

// Terms are those of one kind.
type Terms []Term

// Has tells whether there is a term of that id.
func (t Terms) Has(id string) bool { return slices.Contains(t.IDs(), id) }

// Name is what a term is called in answers; an id that is not there is its
// own name.
func (t Terms) Name(id string) words.Text {
	if i := slices.Index(t.IDs(), id); i >= 0 {
		return t[i].Name
	}
	return words.Text{words.Base: id}
}

// IDs are those of all terms, in the order of the file.
func (t Terms) IDs() []string {
	ids := make([]string, len(t))
	for i, term := range t {
		ids[i] = term.ID
	}
	return ids
}

// Named tells whether a text has one of the terms' words.
func (t Terms) Named(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(t, func(term Term) bool {
		return slices.ContainsFunc(term.Words, func(word string) bool { return strings.Contains(lower, word) })
	})
}

// Feast is a day of the year that goes by a name.
type Feast struct {
	Month time.Month `yaml:"month"`
	Day   int        `yaml:"day"`
	Words []string   `yaml:"words"`
}

// Mention is a place of the catalog named in a text.
type Mention struct {
	Destination *Destination
	Sight       *Sight // nil when the destination itself is named
	Start, End  int
}

// name is a name in lower case with the place that goes by it.
type name struct {
	text  string
	place Mention
}

// index lists the names of all places, the longest first: where names
// overlap, the longest is meant, and of equal ones the destination's.
func (p *Pack) index() {
	add := func(place Mention, aliases []string, names words.Text) {
		for _, text := range slices.AppendSeq(slices.Clone(aliases), maps.Values(names)) {
			p.names = append(p.names, name{strings.ToLower(text), place})
		}
	}
	for _, d := range p.Destinations {
		add(Mention{Destination: d}, d.Aliases, d.Name)
		for i := range d.Sights {
			add(Mention{Destination: d, Sight: &d.Sights[i]}, d.Sights[i].Aliases, d.Sights[i].Name)
		}
	}
	slices.SortStableFunc(p.names, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
}

// maxMentions bounds what is found in a text made of nothing but names.
const maxMentions = 256

// Find lists the destinations and sights named in a text, in its order. In a
// conversation about a trip to a city ("" is none) its sights go by short names
// too ("자갈치" for 자갈치시장, "the castle" for Osaka Castle), in other spacing
// ("사랑의절벽") and misspelt by sound ("유니버셜").
func (p *Pack) Find(text, city string) []Mention {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		lower = text // a rune changed its length: positions would be off
	}
	var found []Mention
	look := func(heard string, n name, short bool) {
		for start, end := range places(heard, n.text) {
			if len(found) == maxMentions {
				return
			}
			taken := slices.ContainsFunc(found, func(m Mention) bool { return start < m.End && m.Start < end })
			if !taken && standsAlone(lower, start, end) && !(short && korean.WithinWord(lower, start)) {
				n.place.Start, n.place.End = start, end
				found = append(found, n.place)
			}
		}
	}
	for _, n := range p.names {
		look(lower, n, false)
	}
	if d := p.Destination(city); d != nil {
		sounds := sound(lower)
		for _, n := range d.short {
			heard := lower
			if bySound(n.text) {
				heard = sounds
			}
			look(heard, n, true)
		}
	}
	slices.SortFunc(found, func(a, b Mention) int { return cmp.Compare(a.Start, b.Start) })
	return found
}

// standsAlone refuses Latin names inside other words ("guamian") and names of
// one or two syllables that are a word's end ("나이트사파리"); particles follow Hangul names, so what
// comes behind them says nothing.
func standsAlone(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	first, _ := utf8.DecodeRuneInString(text[start:])
	if !latin(first) {
		return utf8.RuneCountInString(text[start:end]) > 2 || !unicode.IsLetter(before)
	}
	return !latin(before) && !latin(after)
}

func latin(r rune) bool { return unicode.Is(unicode.Latin, r) }

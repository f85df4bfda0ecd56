package drafts

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// takeBack takes values back that a message waves aside, "leave the leaflet out", and is the
// message without those words: read on, they would be told of another field.
func (doc *document) takeBack(values forms.Values, text string) string {
	for _, at := range phrases.FindAll(text, "removes") {
		said := text[at[0]:at[1]]
		what := forms.Lower(strings.TrimSpace(phrases.Named(said, "removes")["what"]))
		if what != "" && doc.remove(values, what) {
			text = text[:at[0]] + strings.Repeat(" ", len(said)) + text[at[1]:]
		}
	}
	return text
}

// remove forgets a field that is named, or an item of one that lists several.
func (doc *document) remove(values forms.Values, what string) bool {
	for _, f := range doc.Fields {
		if f.Said.In(what) || f.Name["ko"] == what || strings.EqualFold(f.Name["en"], what) {
			delete(values, f.Key)
			return true
		}
	}
	for _, key := range doc.Lists {
		items := strings.Split(values.Text(key), ", ")
		left := slices.DeleteFunc(slices.Clone(items), func(item string) bool {
			return strings.Contains(forms.Lower(item), what)
		})
		switch {
		case len(left) == len(items):
			continue
		case len(left) == 0:
			delete(values, key)
		default:
			values.Set(key, strings.Join(left, ", "))
		}
		return true
	}
	return false
}

// listed adds every item that a message names to the fields that hold several: the engine of
// forms takes the first alone.
func (doc *document) listed(before, values forms.Values, text string, in forms.Input) {
	in.Asked, in.Clashes = nil, nil
	for _, key := range doc.Lists {
		f := doc.Field(key)
		if f == nil || !f.Find.In(forms.Lower(text)) {
			continue
		}
		items := slices.DeleteFunc(strings.Split(before.Text(key), ", "), func(item string) bool {
			return item == "" || item == texts.Say("ko", "none") || item == texts.Say("en", "none")
		})
		had := len(items)
		from := 0
		for _, at := range append(phrases.FindAll(text, "joins"), []int{len(text), len(text)}) {
			clause := text[from:at[0]]
			from = at[1]
			v := forms.Values{}
			doc.Read(v, forms.NewMessage(clause), in)
			item := v.Text(key)
			known := slices.ContainsFunc(items, func(had string) bool { return strings.Contains(had, item) })
			if k := slices.IndexFunc(items, func(had string) bool { return strings.Contains(item, had) }); k >= 0 {
				items[k], known = item, true // "make that two pens" of a pen
				values.Set(key, strings.Join(items, ", "))
			}
			if f.Find.In(forms.Lower(clause)) && item != "" && !known {
				items = append(items, item)
			}
		}
		if len(items) > max(had, 1) {
			values.Set(key, strings.Join(items, ", "))
		}
	}
}

// shared divides a sum that was told for several people by how many they are, for the fields
// that hold what is spent on each: those of the message, of the form or of what was told
// before. A sum whose people are not known is no sum for each and goes to the notes.
func (doc *document) shared(before, values forms.Values, text string, told []string) {
	if phrases.Has(text, "apiece") {
		return
	}
	for key, people := range doc.PerHead {
		sum, many, were := values.Int(key), values.Int(people), before.Int(people)
		inAll := slices.ContainsFunc(told, func(said string) bool {
			return phrases.Has(said, "in_all") && !phrases.Has(said, "apiece")
		})
		if sum == before.Int(key) && inAll && many > 0 && were > 0 { // as many as were told share the same sum
			values.Set(key, (sum*were+many-1)/many)
		}
		if sum == 0 || sum == before.Int(key) {
			continue
		}
		n, ok := korean.ParseCount(phrases.Named(text, "together")["n"])
		if !ok && !phrases.Has(text, "in_all") {
			continue
		}
		for _, said := range told {
			if earlier, known := korean.ParseCount(phrases.Named(said, "together")["n"]); !ok && known {
				n = earlier
			}
		}
		if !ok && many > 0 {
			n = int(many)
		}
		if delete(values, key); n > 0 {
			values.Set(key, (sum+int64(n)-1)/int64(n))
		} else if doc.Field("memo") != nil {
			values.Set("memo", forms.OneLine(text, 200))
		}
	}
}

// wholly forgets a text that is the whole of a message of which other fields were told too,
// or that begins with the name of another field: nobody answered with it.
func (doc *document) wholly(before, values forms.Values, text string) {
	said, told := forms.Plain(text, 200), 0
	for _, key := range doc.Keys() {
		if values.Has(key) && !values[key].Equal(before[key]) {
			told++
		}
	}
	for _, f := range doc.Fields {
		other := slices.ContainsFunc(doc.Fields, func(g *forms.Field) bool {
			rest, named := strings.CutPrefix(said, g.Name["ko"])
			return named && g.Key != f.Key && phrases.Has(rest, "subject")
		})
		if f.Type == forms.Text && (told > 1 || other) && !before.Has(f.Key) && strings.EqualFold(values.Text(f.Key), said) {
			delete(values, f.Key)
		}
	}
}

package drafts

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// takeBack takes values back that a message waves aside, "leave the leaflet out", and is the
// message without those words: read on, they would be told of another field.
func (doc *document) takeBack(values forms.Values, text string) string {
	for _, key := range []string{"removes", "denies"} { // "not the notebook but a pen"
		for _, at := range phrases.FindAll(text, key) {
			told := phrases.Named(text[at[0]:at[1]], key)
			what, instead := forms.Lower(told["what"]), ""
			if key == "denies" {
				instead = forms.Lower(text[at[1]:])
			}
			if doc.removeItems(values, what) || doc.dropRows(values, what, instead) || told["asks"] != "" && doc.removeField(values, what) {
				text = without(text, at[0], at[1])
			}
		}
	}
	return text
}

// without is a text with spaces in the place of a part of it.
func without(text string, from, to int) string {
	return text[:from] + strings.Repeat(" ", to-from) + text[to:]
}

// removeField forgets the field whose name is all of what is named. A name inside other words
// is no object: "the purpose of the visit" is not the day of it. Of a field without a value
// nothing is told either.
func (doc *document) removeField(values forms.Values, what string) bool {
	for _, f := range doc.Fields {
		at := f.Said.FindAll(what, 1)
		whole := len(at) > 0 && at[0][0] == 0 && at[0][1] == len(what)
		if whole || f.Name["ko"] == what || strings.EqualFold(f.Name["en"], what) {
			delete(values, f.Key)
			return true
		}
	}
	return false
}

// removeItems forgets items of a field that lists several: all that are named, or none.
func (doc *document) removeItems(values forms.Values, what string) bool {
	var parts []string
	from := 0
	for _, at := range append(phrases.FindAll(what, "joins"), []int{len(what), len(what)}) {
		parts, from = append(parts, strings.TrimSpace(what[from:at[0]])), at[1]
	}
	for _, key := range doc.Lists {
		left := listed(values.Text(key))
		part := func(part string) bool { // takes an item away
			had := len(left)
			left = slices.DeleteFunc(left, func(item string) bool { return strings.Contains(forms.Lower(item), part) })
			return len(left) < had
		}
		if slices.ContainsFunc(parts, func(p string) bool { return p == "" || !part(p) }) {
			continue
		}
		if delete(values, key); len(left) > 0 {
			values.Set(key, strings.Join(left, ", "))
		}
		return true
	}
	return false
}

// listed are the items that a field of several holds; "none" is no item.
func listed(value string) []string {
	return slices.DeleteFunc(strings.Split(value, ", "), func(item string) bool { return item == "" || isNone(item) })
}

// nameOf is what an item is called, without how many there are and what it costs.
func nameOf(item string) string {
	name, _, _ := strings.Cut(item, " ")
	return name
}

// priceOf is what the words of an item had said of its price, "" where those in their place
// say one too.
func priceOf(had, item string) string {
	sums := korean.FindSums(had)
	if len(sums) == 0 || strings.Contains(item, had) || len(korean.FindSums(item)) > 0 {
		return ""
	}
	return " " + strings.TrimSpace(had[sums[0].Start:])
}

// unsaid takes the items that were taken back out of what was said too: a check reads that.
func (doc *document) unsaid(d *Draft, before, values forms.Values, text string) string {
	d.Said = slices.Clone(d.Said) // a draft is filled on trial too
	for _, key := range doc.Lists {
		left := listed(values.Text(key))
		for _, item := range listed(before.Text(key)) {
			if slices.Contains(left, item) {
				continue
			}
			gone := strings.NewReplacer(item, "", nameOf(item), "")
			for i := range d.Said {
				d.Said[i] = gone.Replace(d.Said[i])
			}
			text = gone.Replace(text)
		}
	}
	return text
}

func isNone(value string) bool {
	return value == texts.Say("ko", "none") || value == texts.Say("en", "none")
}

// maxItems is how many items of a message are looked at.
const maxItems = 32

// list keeps every item that a message tells was given: the engine of forms takes the first
// that is named alone, whatever became of it.
func (doc *document) list(before, values forms.Values, m *forms.Message, in forms.Input) {
	lang := in.Lang
	for _, key := range doc.Lists {
		value := values.Text(key)
		if value == "" && slices.Contains(in.Asked, key) && phrases.Has(m.Written, "no") { // a bare "none" is of what lists
			value = m.Written
		}
		if phrases.Has(value, "no") { // "items given: none" behind the field's name
			value = texts.Say(lang, "none")
			values.Set(key, value)
		}
		if isNone(value) && value != before.Text(key) {
			continue
		}
		given, withheld := doc.items(key, m)
		items, found := listed(before.Text(key)), given
		if value != before.Text(key) && !slices.Contains(withheld, value) {
			found = append([]string{value}, given...)
		}
		for _, item := range found {
			if slices.ContainsFunc(items, func(had string) bool { return strings.Contains(had, item) }) {
				continue
			}
			again := func(had string) bool {
				return strings.Contains(item, had) || phrases.Has(m.Lower, "directs.behind") && nameOf(had) == nameOf(item)
			}
			if k := slices.IndexFunc(items, again); k >= 0 {
				items[k] = item + priceOf(items[k], item) // "make that two pens" of a pen
			} else {
				items = append(items, item)
			}
		}
		switch {
		case len(items) > 0:
			values.Set(key, strings.Join(items, ", "))
		case slices.Contains(withheld, value):
			delete(values, key)
		}
	}
}

// items are the items of a list that a message names, apart those that it does not tell as
// given: what is denied, asked for or to be sent. Several that only an "and" joins share the
// verb ahead of the first or behind the last.
func (doc *document) items(key string, m *forms.Message) (given, withheld []string) {
	all, rest := doc.Field(key).Find.FindAll(m.Lower, maxItems), m.Rest()
	for i := 0; i < len(all); {
		n := i + 1
		for n < len(all) && phrases.Has(m.Lower[all[n-1][1]:all[n][0]], "between") {
			n++
		}
		was := handed(clauseAt(m.Lower, all[i][0], all[n-1][1]))
		for ; i < n; i++ {
			at := all[i]
			item := strings.TrimSpace(m.Written[at[0]:at[1]])
			switch {
			case !was:
				withheld = append(withheld, item)
			case strings.TrimSpace(rest[at[0]:at[1]]) != "": // else it is of another field that was named
				given = append(given, item)
			}
		}
	}
	return given, withheld
}

// clauseAt is what stands in the clause of a part of a text ahead of it and behind it.
func clauseAt(text string, start, end int) (ahead, behind string) {
	from, to := 0, len(text)
	for _, at := range phrases.FindAll(text, "clause") {
		if at[1] <= start {
			from = at[1]
		} else if at[0] >= end {
			to = at[1] // with its end, which may be of the verb: "드리고"
			break
		}
	}
	return text[from:start], text[end:to]
}

// handed tells whether what stands between two parts of a clause was given: the nearest verb
// tells, ahead of it in English, behind it in Korean.
func handed(ahead, behind string) bool {
	not, gave := phrases.FindAll(ahead, "withheld.ahead"), phrases.FindAll(ahead, "gave")
	if len(not) > 0 && (len(gave) == 0 || not[len(not)-1][1] >= gave[len(gave)-1][1]) {
		return false
	}
	not, gave = phrases.FindAll(behind, "withheld.behind"), phrases.FindAll(behind, "gave")
	return len(not) == 0 || len(gave) > 0 && gave[0][0] < not[0][0]
}

// summed has a sum that was told for several people as one for each, where its field holds
// what is spent on each, and the reverse. What was told is kept: it is reckoned anew where how
// many they are is corrected, and waits for that where a sum for all has to be made of it. A
// total whose people are not known is no sum for each and goes to the notes.
func (doc *document) summed(d *Draft, before, values forms.Values, text string) {
	told := d.Told.Clone()                                      // a draft is filled on trial too
	for _, key := range slices.Sorted(maps.Keys(doc.PerHead)) { // in one order, since notes are added up
		doc.sum(d, told, before, values, text, key, doc.PerHead[key], true)
	}
	for _, key := range slices.Sorted(maps.Keys(doc.ForAll)) {
		doc.sum(d, told, before, values, text, key, doc.ForAll[key], false)
	}
	if d.Told = nil; len(told) > 0 {
		d.Told = told
	}
}

// sum is summed for one field, and the field of how many people there are.
func (doc *document) sum(d *Draft, told, before, values forms.Values, text, key, people string, each bool) {
	sum := values.Int(key)
	clause, total := totalIn(text, sum)
	apart, changed := phrases.Has(clause, "apiece"), sum != before.Int(key)
	if own := apiece(text); each && total && own > 0 && !doc.tells(values, key, own) { // "not that one, it is 90,000 a head"
		values.Set(key, own)
		delete(told, key)
		return
	}
	anew := each && changed && total && !apart || !each && apart
	switch {
	case anew:
		told.Set(key, sum)
	case clause != "" || changed || sum != d.FormData.Int(key): // told as the field holds it, or taken back
		delete(told, key)
	}
	if !told.Has(key) || !anew && values.Int(people) == before.Int(people) {
		return
	}
	sum = told.Int(key)
	switch n := d.heads(clause, values.Int(people)); {
	case n > 0 && each:
		values.Set(key, (sum+n-1)/n)
	case n > 0:
		values.Set(key, sum*n)
	case each:
		delete(told, key)
		doc.noteTotal(before, values, key, text)
	default:
		delete(values, key)
	}
}

// heads is how many people a sum is for: by its clause, by the form, or as was said before.
func (d *Draft) heads(clause string, known int64) int64 {
	n := cmp.Or(headsIn(clause, "together", "people"), known)
	for _, said := range slices.Backward(d.Said) {
		n = cmp.Or(n, headsIn(said, "together"))
	}
	return n
}

// tells tells that a field of money other than one holds a sum: the price of a souvenir is none
// of the meal.
func (doc *document) tells(values forms.Values, key string, won int64) bool {
	return slices.ContainsFunc(doc.Fields, func(f *forms.Field) bool {
		return f.Type == forms.Money && f.Key != key && values.Int(f.Key) == won
	})
}

// counted adds up how many people a message tells kind by kind, "6 doctors and 4 nurses", where
// the first of them alone was read.
func (doc *document) counted(before, values forms.Values, text string) {
	for _, people := range doc.PerHead {
		first, all := int64(0), int64(0)
		for _, at := range phrases.FindAll(text, "kind_of_people") {
			n, _ := korean.ParseCount(phrases.Named(text[at[0]:at[1]], "kind_of_people")["n"])
			if first, all = cmp.Or(first, int64(n)), all+int64(n); phrases.Has(text, "corrects") {
				all = int64(n) // "not 6 doctors but 8"
			}
		}
		if people != "" && first > 0 && values.Int(people) == first && values.Int(people) != before.Int(people) {
			values.Set(people, all)
		}
	}
}

// totalIn is the clause of a message that tells a sum, and whether it is told there as one for
// all: what is counted elsewhere ("60 minutes in total") says nothing of it.
func totalIn(text string, sum int64) (clause string, total bool) {
	for _, m := range forms.FindSums(text) {
		if sum > 0 && forms.Amount(m) == sum {
			ahead, behind := clauseAt(text, m.Start, m.End)
			clause = ahead + text[m.Start:m.End] + behind
			return clause, phrases.Has(ahead, "total_of") || phrases.HasAny(clause, "total", "together")
		}
	}
	return "", false
}

// apiece is the only sum of a message that is told for each person, 0 for none or several.
func apiece(text string) (won int64) {
	for _, m := range forms.FindSums(text) {
		ahead, behind := clauseAt(text, m.Start, m.End)
		switch {
		case m.Bare || !phrases.Has(ahead+text[m.Start:m.End]+behind, "apiece"):
		case won > 0:
			return 0
		default:
			won = forms.Amount(m)
		}
	}
	return won
}

// headsIn is how many people a text tells by phrases of some keys, 0 for none.
func headsIn(text string, keys ...string) int64 {
	for _, key := range keys {
		for _, at := range phrases.FindAll(text, key) {
			if n, ok := korean.ParseCount(phrases.Named(text[at[0]:at[1]], key)["n"]); ok {
				return int64(n)
			}
		}
	}
	return 0
}

// wholly forgets a text that is the whole of a message of which other fields were told too,
// or that begins with the name of another field, tells a sum of something ("the budget is
// 3,000,000 won") or wishes something of the form: nobody answered with it. Nor is it what is
// to be done with the form: "write in the purpose and finish it".
func (doc *document) wholly(before, values forms.Values, text string) {
	said, told := forms.Plain(text, 200), 0
	for _, key := range doc.Keys() {
		if values.Has(key) && !values[key].Equal(before[key]) {
			told++
		}
	}
	for _, f := range doc.Fields {
		if f.Type == forms.Text && !values[f.Key].Equal(before[f.Key]) && phrases.Has(values.Text(f.Key), "does") {
			put(values, before, f.Key)
		}
		if f.Type != forms.Text || before.Has(f.Key) || !strings.EqualFold(values.Text(f.Key), said) {
			continue
		}
		other := slices.ContainsFunc(doc.Fields, func(g *forms.Field) bool {
			for _, name := range g.Name {
				rest, named := strings.CutPrefix(forms.Lower(said), forms.Lower(name))
				if named && g.Key != f.Key && phrases.Has(rest, "subject") {
					return true
				}
			}
			return false
		})
		if told > 1 || other || phrases.HasAny(said, "sum_of", "wishes") {
			delete(values, f.Key)
		}
	}
}

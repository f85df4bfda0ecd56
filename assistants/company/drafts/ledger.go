package drafts

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// A form may have a sum of several things ("the train 119,600, two taxis 11,200 and 9,800"): its
// rows. Kind is the first choice that any of them is of, since the rules of that apply; head with a
// choice is what the dearest of it came to a head.
const rowsKey, sumKey, kindKey, peopleKey, headKey = "rows", "amount", "category", "people", "head_"

// entry is a thing of a message with its sum, where the sum stands and where its words begin.
type entry struct {
	forms.Row
	begins, start, end int
}

// leastBare is the least number without a unit that is a sum of something.
const leastBare = 1000

// itemize takes the things with their sums that a message tells, and is the message without the
// sums that it took. The first thing of a form is read as any sum is, and so is that thing told
// again; what it was is noted then.
func (doc *document) itemize(values forms.Values, lang, text string) (left string, found []entry) {
	if doc.Field(rowsKey) == nil {
		return text, nil
	}
	rows := slices.Clone(values.Rows(rowsKey))
	if left, ok := doc.corrected(rows, text); ok {
		values.Set(rowsKey, rows)
		return left, nil
	}
	found = doc.entries(text, values.Int(peopleKey))
	again := phrases.Has(text, "again")
	same := func(a, b forms.Row) bool {
		return !again && (strings.Contains(a.Name, b.Name) || strings.Contains(b.Name, a.Name))
	}
	kin := func(a, b forms.Row) bool { return phrases.Has(text, "corrects") && doc.kindOf(a) == doc.kindOf(b) }
	first := len(rows) == 0 && !values.Has(sumKey)
	if len(rows) == 1 && len(found) == 1 {
		first = same(rows[0], found[0].Row) || kin(rows[0], found[0].Row)
	}
	if len(found) == 0 || len(found) == 1 && first {
		return text, found
	}
	if len(rows) == 0 && values.Has(sumKey) { // what was told without a name
		name := doc.Field(sumKey).Name.In(lang)
		rows = append(rows, forms.Row{Name: name, Amount: values.Int(sumKey), People: values.Int(peopleKey)})
	}
	left = text
	for known := slices.Clone(rows); len(found) > 0; found = found[1:] {
		e := found[0]
		left = without(left, e.start, e.end)
		of := func(r forms.Row) bool { return same(r, e.Row) }
		if k := slices.IndexFunc(known, of); k >= 0 && !slices.ContainsFunc(known[k+1:], of) {
			rows[k] = e.Row
		} else {
			rows = append(rows, e.Row)
		}
	}
	values.Set(rowsKey, rows[:min(len(rows), maxItems)])
	return left, nil
}

// corrected puts a sum in the place of that of a thing which the message waves aside.
func (doc *document) corrected(rows []forms.Row, text string) (left string, ok bool) {
	sums := forms.FindSums(text)
	for i := 1; i < len(sums); i++ {
		was, now := doc.Amount(sums[i-1]), doc.Amount(sums[i])
		between := text[sums[i-1].End:sums[i].Start]
		if phrases.Has(between, "instead.of") { // "15,000, not 12,000"
			was, now = now, was
		}
		k := slices.IndexFunc(rows, func(r forms.Row) bool { return r.Amount == was })
		if k >= 0 && phrases.HasAny(between, "instead.of", "instead.by") {
			rows[k].Amount, ok = now, true
			text = without(text, sums[i-1].Start, sums[i].End)
		}
	}
	return text, ok
}

// entries are the things of a message with their sums; known is how many people the form is for.
func (doc *document) entries(text string, known int64) (list []entry) {
	names := doc.Field(rowsKey).Items.FindAll(forms.Lower(text), maxItems)
	from := 0
	for _, m := range forms.FindSums(text) {
		if m.Negative || m.Bare && m.Won < leastBare || len(list) == maxItems {
			continue
		}
		e := entry{forms.Row{Amount: doc.Amount(m)}, m.Start, m.Start, m.End}
		gap, next := text[from:m.Start], m.End
		for _, at := range names {
			ahead := at[0] >= from && at[1] <= m.Start
			if ahead || e.Name == "" && at[0] >= m.End && phrases.Has(text[m.End:at[0]], "sum_for") {
				e.begins, next, e.Name = min(at[0], m.Start), max(at[1], m.End), text[at[0]:at[1]]
			}
		}
		if from = next; e.Name == "" && len(list) > 0 && phrases.Has(gap, "between") {
			e.Name = list[len(list)-1].Name // "two taxis, 11,200 and 9,800"
		}
		if e.Name = forms.Lower(forms.OneLine(cmp.Or(e.Name, doc.thing(text, m)), 20)); e.Name != "" {
			list = append(list, e)
		}
	}
	end := len(text)
	for i := len(list) - 1; i >= 0; i-- {
		e, words := &list[i], text[list[i].begins:end]
		end = e.begins
		if e.People = headsIn(words, "people"); e.People == 0 && phrases.Has(words, "alone") {
			e.People = 1
		}
		if n := cmp.Or(e.People, known); n > 1 && phrases.Has(words, "apiece") {
			e.Amount *= n
		}
	}
	return list
}

// thing is what a clause tells a sum of that says nothing else: "two banners 50,000"; "" where
// it is the name of a field, a day, or only how much it is about.
func (doc *document) thing(text string, m korean.Money) string {
	ahead, behind := clauseAt(text, m.Start, m.End)
	name := phrases.Named(ahead, "thing")["name"]
	named := func(f *forms.Field) bool { return f.Key != sumKey && f.Said.In(name) || f.Find.In(name) }
	if len(strings.Fields(behind)) > 2 || phrases.HasAny(name, "no_thing", "corrects") || slices.ContainsFunc(doc.Fields, named) {
		return ""
	}
	return name
}

// balance has the sum of a form be that of its things, with the kind of them that rules look
// at, and what that comes to a head; and the one thing of a form the sum that was read.
func (doc *document) balance(before, values, told forms.Values, found []entry) {
	rows, had := slices.Clone(values.Rows(rowsKey)), before.Rows(rowsKey)
	switch {
	case doc.Field(rowsKey) == nil || told.Has(sumKey) && !values.Has(sumKey): // it waits for how many they are
		return
	case len(rows) == 0 && len(had) > 0:
		delete(values, sumKey)
	case !values.Has(sumKey) && before.Has(sumKey):
		rows = nil
	case len(rows) < 2 && slices.Equal(rows, had): // read as any sum is
		for _, e := range found {
			if rows = []forms.Row{e.Row}; values[sumKey].Equal(before[sumKey]) {
				values.Set(sumKey, e.Amount)
			}
		}
		if len(rows) == 1 {
			rows[0].Amount = values.Int(sumKey)
		}
	}
	for i := range rows { // how many they are is corrected for what was for as many
		if len(had) == len(rows) && slices.Contains(had, rows[i]) && rows[i].People == before.Int(peopleKey) {
			rows[i].People = values.Int(peopleKey)
		}
	}
	if values.Set(rowsKey, rows); len(rows) > 0 {
		values.Set(sumKey, doc.Scope(values, "", time.Time{}).Sum(rowsKey))
	}
	doc.weigh(before, values, rows)
}

// weigh takes the kind of several things that rules look at, what the dearest of each came to a
// head, and for how many people that was where the form does not say.
func (doc *document) weigh(before, values forms.Values, rows []forms.Row) {
	most, people, kind := map[string]int64{}, before.Int(peopleKey), ""
	for _, r := range rows {
		if n := cmp.Or(r.People, values.Int(peopleKey)); n > 0 && (r.Amount+n-1)/n > most[doc.kindOf(r)] {
			most[doc.kindOf(r)], people = (r.Amount+n-1)/n, cmp.Or(before.Int(peopleKey), max(people, n))
		}
	}
	for _, o := range slices.Backward(doc.Field(kindKey).Choices) {
		if doc.Field(headKey+o.Value) != nil {
			if delete(values, headKey+o.Value); len(rows) > 1 && most[o.Value] > 0 {
				values.Set(headKey+o.Value, most[o.Value])
			}
		}
		if slices.ContainsFunc(rows, func(r forms.Row) bool { return doc.kindOf(r) == o.Value }) {
			kind = o.Value
		}
	}
	if len(rows) > 1 && kind != "" {
		values.Set(kindKey, kind)
	}
	if people > 0 && (len(rows) > len(before.Rows(rowsKey)) || !values.Has(peopleKey)) {
		values.Set(peopleKey, people)
	}
}

// kindOf is the choice that a thing is of, "" for none.
func (doc *document) kindOf(r forms.Row) string { return doc.Choose(kindKey, r.Name) }

// dropRows forgets the things of a name, or the last of them alone; behind "not", a thing that
// is named without a sum takes its place.
func (doc *document) dropRows(values forms.Values, what, instead string) bool {
	rows := slices.Clone(values.Rows(rowsKey))
	one := phrases.Named(what, "one_of")["what"]
	name, n := cmp.Or(one, what), len(rows)
	for i := n - 1; i >= 0; i-- {
		if !strings.Contains(rows[i].Name, name) && !strings.Contains(name, rows[i].Name) || one != "" && len(rows) < n {
			continue
		}
		if at := doc.Field(rowsKey).Items.FindAll(instead, 1); len(at) > 0 && len(forms.FindSums(instead)) == 0 {
			rows[i].Name = instead[at[0][0]:at[0][1]]
			values.Set(rowsKey, rows)
			return true
		}
		rows = slices.Delete(rows, i, i+1)
	}
	values.Set(rowsKey, rows)
	return len(rows) < n
}

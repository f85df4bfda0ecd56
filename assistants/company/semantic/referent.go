package semantic

import (
	"slices"
	"strings"
)

// maxPointed is how many things that were shown "these" may stand for.
const maxPointed = 20

// referent is a word, or two, that point at what was shown.
type referent struct {
	start, end int    // in the text
	of         string // a dimension, or a grain
	names      []string
}

// referents puts the names of what was shown in the place of words that point at
// them: "the 2nd customer", "there", "that month", "these customers". A ranking
// that is asked for anew ("the 2nd by visits") points at nothing.
func (r *reader) referents() {
	if r.aforesaid() || r.bothBefore() {
		return
	}
	if r.q.Previous == nil || len(r.q.Shown) == 0 && r.q.Listing == nil && !r.has("point") && !slices.ContainsFunc(r.toks, func(t token) bool { return phrases.Has(t.text, "pointer.him") }) {
		return
	}
	if r.q.Listing == nil {
		r.q.Listing = &Listing{Of: r.q.Previous, Names: r.q.Shown}
	}
	// What picks members counts before the ordinals that it leaves out.
	for _, finds := range [][]func(int) referent{{r.members}, {r.sideBySide, r.allOf, r.referent}} {
		for i := range r.toks {
			for _, find := range finds {
				if at := find(i); len(at.names) > 0 {
					r.putNames(i, at)
					return
				}
			}
		}
	}
}

// putNames puts the names in the place of the word that points at them, and says so.
func (r *reader) putNames(i int, at referent) {
	if i > 0 && r.toks[i-1].is("op.that") { // "that 2nd customer" is not that customer
		at.start = min(at.start, r.toks[i-1].start)
	}
	said, names := strings.TrimSpace(r.q.Text[at.start:at.end]), slices.Clone(at.names)
	for n, name := range names {
		if d := r.l.c.dimensions[at.of]; d != nil {
			names[n] = r.l.label(d, name, r.q.Language)
		}
	}
	r.mended = append(r.mended, Assumption{Key: "referent", Args: map[string]string{"word": said, "as": strings.Join(names, ", ")}})
	r.q.Text = r.q.Text[:at.start] + strings.Join(at.names, ", ") + r.q.Text[at.end:]
	r.scan()
}

// aforesaid puts the thing that the clause before names in the place of a word that
// points at it, and leaves that clause out: "I go to customer 21 on Monday, what are they?"
func (r *reader) aforesaid() bool {
	i := slices.IndexFunc(r.toks, func(t token) bool { return t.is("point") && phrases.Has(t.text, "pointer.there") })
	if i < 1 {
		return false
	}
	start, _ := r.clause(r.toks[i])
	var names []string
	for _, t := range r.toks[:i] {
		if t.end <= start && t.sort == isValue && r.l.c.dimensions[t.name].Counts == "place" && !slices.Contains(names, t.text) {
			names = append(names, t.text)
		}
	}
	if start == 0 || len(names) != 1 {
		return false
	}
	r.q.Text = strings.Repeat(" ", start) + r.q.Text[start:r.toks[i].start] + names[0] + r.q.Text[r.toks[i].end:]
	r.scan()
	return true
}

// bothBefore puts the two things that the last two questions were of, one each, in the place
// of a word for both: "Daegu", "and Busan?", "compare the two with last year".
func (r *reader) bothBefore() bool {
	p, e := r.q.Previous, r.q.Earlier
	i := slices.IndexFunc(r.toks, func(t token) bool { return phrases.Has(t.text, "form.both_things") })
	if i < 0 || p == nil || e == nil || len(p.Groups) > 0 {
		return false
	}
	for _, f := range p.Filters {
		d := r.l.c.dimensions[f.Dimension]
		for _, g := range e.Filters {
			if g.Dimension != f.Dimension || f.Op != In || g.Op != In || len(f.Values) != 1 || len(g.Values) != 1 || g.Values[0] == f.Values[0] {
				continue
			}
			names := []string{r.l.label(d, g.Values[0], r.q.Language), r.l.label(d, f.Values[0], r.q.Language)}
			_, n, _ := phrases.Find(r.toks[i].text, "form.both_things")
			r.putNames(i, referent{r.toks[i].start, r.toks[i].start + len(strings.TrimSpace(r.toks[i].text[:n])), f.Dimension, names})
			return true
		}
	}
	return false
}

// extreme is the first or the last row of a ranking where a question goes on with it: "whose is
// the lowest one?" is of that row, and ranks nothing anew.
func (r *reader) extreme(i int) (none referent) {
	p, t := r.q.Previous, r.toks[i]
	if len(p.Groups) != 1 || !t.is("op.top", "op.bottom") || r.names(isMetric) {
		return none
	}
	all := r.q.Shown[p.Groups[0]]
	start, n, ok := phrases.Find(r.q.Text[t.end:], "pointer.extreme")
	at := r.nth(i, len(all))
	if !ok || start != 0 || at < 0 || !slices.ContainsFunc(r.toks[i+1:], token.means) {
		return none
	}
	from := t.start
	if i > 0 && r.toks[i-1].is("op.that", "point", "filler", "again") {
		from = r.toks[i-1].start
	}
	return referent{from, t.end + n, p.Groups[0], all[at : at+1]}
}

// referent is what a token, and the one behind it, point at.
func (r *reader) referent(i int) (none referent) {
	t, p := r.toks[i], r.q.Previous
	if _, n, ok := phrases.Find(near(r.q.Text[t.start:]), "pointer.piece."+string(p.Grain)); ok && p.Grain != "" {
		one := r.theOne(string(p.Grain))
		if len(one) > 0 {
			r.ofRow = string(p.Grain)
		}
		return referent{t.start, t.start + n, string(p.Grain), one}
	}
	if at := r.propertyOf(i); at.names != nil {
		return at
	}
	// "There" is no article that was sold.
	if len(p.Groups) == 1 && !(i+1 < len(r.toks) && r.propertyOf(i+1).names != nil) && r.pointsTo(i, r.l.c.dimensions[p.Groups[0]]) && !r.onlySome(i) {
		at := referent{t.start, t.end, p.Groups[0], r.theOne(p.Groups[0])}
		if all := r.q.Shown[p.Groups[0]]; phrases.Has(r.q.Text, "form.apiece") && len(all) <= maxPointed {
			at.names = all
		}
		return at
	}
	for _, find := range []func(int) referent{r.keptTo, r.extreme} {
		if at := find(i); at.names != nil {
			return at
		}
	}
	if len(p.Groups) == 1 && i+1 < len(r.toks) && r.toks[i+1].is("op.not") { // "all but the 3rd"
		if n := r.nth(i, len(r.q.Shown[p.Groups[0]])); n >= 0 {
			return referent{t.start, t.end, p.Groups[0], r.q.Shown[p.Groups[0]][n : n+1]}
		}
	}
	j := r.beside(i, false, isDimension)
	if j < 0 || j+1 < len(r.toks) && r.toks[j+1].is("op.by", "op.each") {
		return none
	}
	of := r.toks[j]
	for _, d := range r.meant(of) {
		all := r.q.Shown[d.Name]
		if !slices.Contains(p.Groups, d.Name) {
			continue
		}
		if n := r.nth(i, len(all)); n >= 0 && r.leads(i) && slices.ContainsFunc(r.toks[j+1:], token.means) {
			return referent{t.start, of.end, d.Name, all[n : n+1]}
		}
		if phrases.Has(t.text, "pointer.these") && phrases.Has(of.tail, "pointer.plural") && len(all) <= maxPointed {
			return referent{t.start, of.end, d.Name, all}
		}
	}
	return none
}

// keptTo is the one thing that the question before was of, where a word points at it behind
// other words: "all right, and her sales this year?"
func (r *reader) keptTo(i int) (none referent) {
	t := r.toks[i]
	if t.is("filler") || len(r.q.Previous.Groups) > 0 {
		return none
	}
	for _, f := range r.q.Previous.Filters {
		if d := r.l.c.dimensions[f.Dimension]; f.Op == In && len(f.Values) == 1 && r.entity(f.Dimension) && r.pointsTo(i, d) {
			return referent{t.start, t.end, f.Dimension, []string{r.l.label(d, f.Values[0], r.q.Language)}}
		}
	}
	return none
}

// pointsTo tells a word that points at a value of a dimension: "there" at none that is an
// article, nor where it says that something exists, "his" at a person.
func (r *reader) pointsTo(i int, d *dimension) bool {
	t := r.toks[i]
	if phrases.Has(t.text, "pointer.him") {
		return d.Counts == "person"
	}
	return d.Counts != "piece" && phrases.Has(t.text, "pointer.there") && !phrases.Has(r.q.Text[:t.start], "pointer.exists")
}

// sideBySide are the rows that places side by side name: "the 1st and the 3rd", each
// with or without what it is a place among.
func (r *reader) sideBySide(i int) (at referent) {
	p := r.q.Previous
	if len(p.Groups) != 1 {
		return at
	}
	all := r.q.Shown[p.Groups[0]]
	at = referent{start: r.toks[i].start, of: p.Groups[0]}
	for i < len(r.toks) {
		if r.toks[i].is("filler", "again") && len(at.names) > 0 {
			i++
			continue
		}
		n := r.nth(i, len(all))
		if n < 0 || len(at.names) > 0 && phrases.Has(r.q.Text[at.end:r.toks[i].start], "form.range") { // "the 2nd to the 4th"
			break
		}
		j := r.beside(i, false, isDimension)
		among := j >= 0 && r.toks[j].name == at.of
		if !among && r.toks[i].is("op.top", "op.bottom") && !phrases.Has(r.toks[i].text, "pointer.first") && !phrases.Has(r.toks[i].text, "pointer.last") {
			break // "the best and the worst month"
		}
		at.names, at.end = append(at.names, all[n]), r.toks[i].end
		if among {
			i, at.end = j, r.toks[j].end
		}
		i++
	}
	if len(at.names) < 2 {
		at.names = nil
	}
	return at
}

// allOf are all rows that were shown where a word says how many they are: "both",
// "those three customers".
func (r *reader) allOf(i int) (none referent) {
	t, n, by := r.toks[i], 0, r.rowsBy(r.q.Previous)
	d := r.l.c.dimensions[by]
	switch {
	case d == nil:
	case t.is("op.both") && phrases.Has(t.text, "form.both_things"):
		n = 2
	case t.sort == isNumber && t.number.op == "" && i > 0 && r.toks[i-1].is("op.that") && t.number.unit != "" && t.number.unit == d.Counts:
		n = int(t.number.value)
	}
	if all := r.q.Shown[by]; n > 0 && len(all) == n {
		return referent{t.start, t.end, by, all}
	}
	return none
}

// rowsBy is what the rows of a request are of: a thing or a piece of time; "" for several.
func (r *reader) rowsBy(q *Request) string {
	if d := r.l.c.datasets[q.Rows]; d != nil {
		return d.Entity
	}
	return q.brokenBy()
}

// propertyOf is the row that a place names where a property of it is asked: "the 1st
// one's salesperson, who is it?" is no ranking of salespeople.
func (r *reader) propertyOf(i int) (none referent) {
	by := r.rowsBy(r.q.Listing.Of)
	d, all := r.l.c.dimensions[by], r.q.Listing.Names[by]
	if d == nil || !r.entity(by) || r.names(isMetric) || r.names(isUnclear) || r.has("op.by", "op.each") || !phrases.Has(r.q.Text, "form.identity") {
		return none
	}
	asked := slices.ContainsFunc(r.toks, func(t token) bool {
		property := r.of(t, d.Dataset)
		return t.sort == isDimension && property != nil && property.Name != by
	})
	// "Who is the 1st of September?" was not shown.
	anew := slices.ContainsFunc(r.toks[:i], func(t token) bool { return t.sort == isPeriod || t.sort == isValue })
	n := r.nth(i, len(all))
	if !asked || anew || n < 0 {
		return none
	}
	start := r.toks[i].start
	if i > 0 && phrases.Has(r.toks[i-1].text, "pointer.there") {
		start = r.toks[i-1].start
	}
	return referent{start, r.toks[i].end, by, all[n : n+1]}
}

// codesShown are the codes of the things that were shown.
func (r *reader) codesShown(by string) (codes []string) {
	for _, name := range r.q.Shown[by] {
		for _, m := range r.lex.exact(name) {
			if m.sort == isValue && m.name == by {
				codes = append(codes, m.values...)
			}
		}
	}
	return codes
}

// onlySome tells that a word is followed by how many alone: "only three of those" are
// of all that was shown.
func (r *reader) onlySome(i int) bool {
	count := func(t token) bool { return t.sort == isNumber && t.number.unit != "at" }
	return slices.ContainsFunc(r.toks[i+1:], count) && !slices.ContainsFunc(r.toks[i+1:], func(t token) bool {
		return t.means() && !count(t) && !t.is("op.top", "op.bottom")
	})
}

// theOne is the only value of a dimension that was shown, or the first of a ranking.
func (r *reader) theOne(dimension string) []string {
	all := r.q.Shown[dimension]
	if len(all) > 1 && r.q.Previous.Limit == 0 {
		return nil
	}
	return all[:min(len(all), 1)]
}

// nth is which of so many rows a word names, from 0; -1 is none of them.
func (r *reader) nth(i, rows int) int {
	t, n := r.toks[i], 0
	switch {
	case t.sort == isNumber && t.number.unit == "at" && t.number.op == "" && t.number.value > float64(rows):
		return -1
	case t.sort == isNumber && t.number.unit == "at" && t.number.op == "":
		n = int(t.number.value)
	case phrases.Has(t.text, "pointer.first"):
		n = 1
	case phrases.Has(t.text, "pointer.last"):
		n = rows
	case r.q.Previous.Order.By == "metric" && r.q.Previous.Limit == 0 && t.is("op.top", "op.bottom"):
		if n = rows; t.is("op.top") == r.q.Previous.Order.Desc {
			n = min(rows, 1)
		}
	}
	if n > rows {
		return -1
	}
	return n - 1
}

// leads tells that a question begins with a token: what comes before it asks nothing.
func (r *reader) leads(i int) bool {
	return !slices.ContainsFunc(r.toks[:i], func(t token) bool { return t.means() && !t.is("op.that") })
}

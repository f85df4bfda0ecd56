package semantic

import (
	"slices"
	"strings"
)

// maxPointed is how many things that were shown "these" may stand for: as many are kept of an
// answer, of which no more than that are surely all.
const maxPointed = 59

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
	for _, finds := range [][]func(int) referent{{r.members}, {r.rowsAt, r.allRows, r.theOnly}} {
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

// rowsAt are the rows that places side by side name: "the 1st and the 3rd". One alone may rank
// anew: it is a row where a noun for it stands behind it and the question goes on, "whose is the
// lowest one?", where it is left out, and where a property of it is asked.
func (r *reader) rowsAt(i int) (at referent) {
	by, all := r.rowsBy(r.q.Listing.Of), r.q.Listing.Names[r.rowsBy(r.q.Listing.Of)]
	at = referent{start: r.toks[i].start, of: by}
	noun := false
	for j := i; j < len(r.toks); j++ {
		t := r.toks[j]
		if t.is("filler", "again") && len(at.names) > 0 {
			continue
		}
		n := r.nth(j, len(all))
		if n < 0 || len(at.names) > 0 && phrases.Has(r.q.Text[at.end:t.start], "form.range") { // "the 2nd to the 4th"
			break
		}
		end, named := r.nounBehind(j, by)
		if noun = end > t.end; !noun && t.is("op.top", "op.bottom") && !phrases.HasAny(t.text, "pointer.first", "pointer.last") {
			break // "the best and the worst month"
		}
		if !named && i > 0 && (noun && r.toks[i-1].is("op.that", "point", "again") || phrases.Has(r.toks[i-1].text, "pointer.there")) {
			at.start = r.toks[i-1].start
		}
		for at.names, at.end = append(at.names, all[n]), end; j+1 < len(r.toks) && r.toks[j+1].start < end; {
			j++
		}
	}
	behind := slices.DeleteFunc(slices.Clone(r.toks), func(t token) bool { return t.start < at.end })
	goesOn := noun && r.leads(i) && slices.ContainsFunc(behind, token.means)
	newest := r.rowsBy(r.q.Previous) == by && r.l.c.dimensions[by] != nil
	if several := len(at.names) > 1 || len(behind) > 0 && behind[0].is("op.not"); several && newest || goesOn || r.asksOf(by, i) {
		return at
	}
	return referent{}
}

// nounBehind is where a noun for a row ends that stands right behind a place, "the 2nd customer",
// "the lowest one", else where the place does; named tells one for what the rows are of.
func (r *reader) nounBehind(i int, by string) (end int, named bool) {
	j := r.beside(i, false, isDimension)
	if j >= 0 && !(j+1 < len(r.toks) && r.toks[j+1].is("op.by", "op.each")) &&
		slices.ContainsFunc(r.meant(r.toks[j]), func(d *dimension) bool { return d.Name == by }) {
		return r.toks[j].end, true
	}
	if start, n, ok := phrases.Find(r.q.Text[r.toks[i].end:], "pointer.extreme"); j < 0 && ok && start == 0 && !r.names(isMetric) {
		return r.toks[i].end + n, false
	}
	return r.toks[i].end, false
}

// asksOf tells that a property of the row is asked whose place a token names: "the 1st one's
// salesperson, who is it?" is no ranking of salespeople, and "the 1st of September" was not shown.
func (r *reader) asksOf(by string, i int) bool {
	d := r.l.c.dimensions[by]
	if d == nil || !r.entity(by) || r.names(isMetric, isUnclear) || r.has("op.by", "op.each") || !phrases.Has(r.q.Text, "form.identity") {
		return false
	}
	asked := slices.ContainsFunc(r.toks, func(t token) bool {
		property := r.of(t, d.Dataset)
		return t.sort == isDimension && property != nil && property.Name != by
	})
	return asked && !slices.ContainsFunc(r.toks[:i], func(t token) bool { return t.sort == isPeriod || t.sort == isValue })
}

// allRows are all rows that were shown where a word says how many they are, or that each of them
// is meant: "both", "those three customers", "these clinics".
func (r *reader) allRows(i int) (none referent) {
	t, by := r.toks[i], r.rowsBy(r.q.Previous)
	d, all, end, n := r.l.c.dimensions[by], r.q.Shown[by], t.end, 0
	j := r.beside(i, false, isDimension, isValue)
	switch {
	case d == nil || len(all) > maxPointed:
	case len(all) > 1 && phrases.Has(near(r.q.Text[t.start:]), "pointer.them"):
		_, end, _ = phrases.Find(near(r.q.Text[t.start:]), "pointer.them")
		n, end = len(all), t.start+end
	case t.is("op.both") && phrases.Has(t.text, "form.both_things"):
		n = 2
	case t.sort == isNumber && t.number.op == "" && i > 0 && r.toks[i-1].is("op.that") && t.number.unit != "" && t.number.unit == d.Counts:
		n = int(t.number.value)
	case j >= 0 && phrases.Has(t.text, "pointer.these") && phrases.Has(r.toks[j].tail, "pointer.plural") && slices.Contains(r.meant(r.toks[j]), d):
		n, end = len(all), r.toks[j].end
	case phrases.Has(r.q.Text, "form.apiece") && r.pointsTo(i, d):
		n = len(all)
	}
	if n > 0 && len(all) == n {
		return referent{t.start, end, by, all}
	}
	return none
}

// theOnly is what a word points at that is one: the piece of time or the thing that was shown, or
// the first of a ranking, else the thing that the question before was kept to: "that month",
// "there", "all right, and her sales this year?"
func (r *reader) theOnly(i int) (none referent) {
	t, p := r.toks[i], r.q.Previous
	if _, n, ok := phrases.Find(near(r.q.Text[t.start:]), "pointer.piece."+string(p.Grain)); ok && p.Grain != "" {
		r.ofRow = string(p.Grain)
		return referent{t.start, t.start + n, r.ofRow, r.theOne(r.ofRow)}
	}
	if i+1 < len(r.toks) && len(r.rowsAt(i+1).names) > 0 {
		return none
	}
	if len(p.Groups) == 1 && r.pointsTo(i, r.l.c.dimensions[p.Groups[0]]) && !r.onlySome(i) {
		return referent{t.start, t.end, p.Groups[0], r.theOne(p.Groups[0])}
	}
	for _, f := range p.Filters {
		d := r.l.c.dimensions[f.Dimension]
		if len(p.Groups) == 0 && f.Op == In && len(f.Values) == 1 && r.entity(f.Dimension) && !t.is("filler") && r.pointsTo(i, d) {
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

// rowsBy is what the rows of a request are of: a thing or a piece of time; "" for several.
func (r *reader) rowsBy(q *Request) string {
	if d := r.l.c.datasets[q.Rows]; d != nil {
		return d.Entity
	}
	return q.brokenBy()
}

// wereShown keeps to the things that were shown, where all of them are known.
func (r *reader) wereShown(by string) (f Filter, ok bool) {
	f = Filter{Dimension: by, Op: In}
	for _, name := range r.q.Shown[by] {
		for _, m := range r.lex.exact(name) {
			if m.sort == isValue && m.name == by {
				f.Values = append(f.Values, m.values...)
			}
		}
	}
	return f, len(f.Values) > 0 && len(f.Values) <= maxPointed && len(f.Values) == len(r.q.Shown[by])
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
	case r.q.Listing.Of.Order.By == "metric" && r.q.Listing.Of.Limit == 0 && t.is("op.top", "op.bottom"):
		if n = rows; t.is("op.top") == r.q.Listing.Of.Order.Desc {
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

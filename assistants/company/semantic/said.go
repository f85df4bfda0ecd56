package semantic

import (
	"slices"
	"strings"
)

// withoutReason leaves a sentence that asks why out where another one asks for something
// that can be told: "why is Busan missing? Add Busan". It is said that reasons are not known.
func (r *reader) withoutReason() {
	i := slices.IndexFunc(r.toks, func(t token) bool { return t.is("stop.cause") })
	if i < 0 {
		return
	}
	start, end := r.sentence(r.toks[i])
	asks := func(t token) bool {
		return (t.start < start || t.start >= end) && slices.Contains([]sort{isValue, isMetric, isPeriod, isDimension}, t.sort)
	}
	if !slices.ContainsFunc(r.toks, asks) {
		return
	}
	r.q.Text = r.q.Text[:start] + strings.Repeat(" ", end-start) + r.q.Text[end:]
	r.scan()
	r.mended = append(r.mended, Assumption{Key: "cause_aside"})
}

// respell writes verbs and ordinals as the words that are known for them: "drop Seoul" leaves
// it out, and does not ask what dropped, as "drop in sales" does.
func (r *reader) respell() {
	for _, key := range phrases.Under("said_for") {
		if start, end, ok := phrases.Find(r.q.Text, key); ok && !phrases.Has(r.q.Text[start:], "form.fall") {
			r.q.Text = r.q.Text[:start] + strings.TrimPrefix(key, "said_for.") + r.q.Text[end:]
		}
	}
}

// asSaid settles a word of two meanings by what stands beside it: what a discount "gave" is
// spelt as what fell, and "without" a value of what was shown leaves it out.
func (r *reader) asSaid(i int) {
	t := &r.toks[i]
	before := r.beside(i, true, isNumber, isDimension)
	given := before >= 0 && (r.toks[before].sort == isNumber || r.l.c.dimensions[r.toks[before].name].Kind == "number")
	switch j := r.beside(i, false, isValue); {
	case t.is("op.fell") && phrases.Has(t.text, "form.gave") && given:
		t.meaning = meaning{sort: isPhrase, name: "filler"}
	case t.is("op.lacks") && phrases.Has(t.text, "form.without") && j >= 0 && r.fact(r.behind(j)) == "" &&
		(r.names(isMetric) || r.q.Previous != nil && !r.names(isDimension, isDataset)):
		t.meaning = meaning{sort: isPhrase, name: "op.not"} // "sales without pharmacies", but not "without a Seoul order"
	}
}

// eachOf is the dimension that "each" is of where it does not stand beside it: before it in
// English, and the only thing that is named in Korean ("거래처 올해 매출 하나씩"); -1 for none.
func (r *reader) eachOf(i int, hangul bool) int {
	if !r.toks[i].is("op.each") {
		return -1
	}
	if !hangul {
		return r.beside(i, true, isDimension)
	}
	thing := func(t token) bool { return t.sort == isDimension && r.entity(t.name) }
	j := slices.IndexFunc(r.toks, thing)
	if j >= 0 && slices.ContainsFunc(r.toks[j+1:], thing) {
		return -1
	}
	return j
}

package semantic

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
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
// spelt as what fell, the rate of returns that got worse rose, and "without" a value of what was
// shown leaves it out.
func (r *reader) asSaid(i int) {
	t := &r.toks[i]
	before := r.beside(i, true, isNumber, isDimension)
	given := before >= 0 && (r.toks[before].sort == isNumber || r.l.c.dimensions[r.toks[before].name].Kind == "number")
	switch j := r.beside(i, false, isValue); {
	case t.is("op.fell") && phrases.Has(t.text, "form.gave") && given:
		t.meaning = meaning{sort: isPhrase, name: "filler"}
	case t.is("op.latest") && phrases.Has(t.text, "form.lately") && !r.names(isPeriod) && r.has("op.lacks"):
		t.meaning = meaning{sort: isPeriod, name: "recent"} // "no orders recently"
		t.period = between("recent", korean.AddMonths(r.today, -3), r.today, r.today).closed()
	case t.is("op.grew", "op.fell") && phrases.Has(t.text, "form.bettered") && r.adverse():
		t.name = map[string]string{"op.grew": "op.fell", "op.fell": "op.grew"}[t.name]
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

// lackedThings takes "without returns" behind things for what they lack: only behind figures is it
// a kind of sales. Customers without returns were those with sales that were none.
func (r *reader) lackedThings() {
	for i := 1; i < len(r.toks); i++ {
		t := r.toks[i]
		at := strings.IndexByte(t.text, ' ')
		if t.sort != isValue || at < 0 || !phrases.Has(strings.ToLower(t.text[:at]), "form.without") || !r.lacksIt(i-1) {
			continue
		}
		end := t.start + len(t.text)
		lacked := r.lex.scan(strings.Repeat(" ", t.start+at)+r.q.Text[t.start+at:end], nil)
		if len(lacked) != 1 || lacked[0].sort != isMetric && lacked[0].sort != isDataset {
			continue
		}
		word := token{meaning: meaning{sort: isPhrase, name: "op.lacks"}, text: t.text[:at], start: t.start, end: t.start + at}
		r.toks = slices.Replace(r.toks, i, i+1, word, lacked[0])
	}
}

// lacksIt tells whether a token names things that may lack something, where no figure is
// asked for that could leave it out: "pharmacies", but not "sales in Seoul".
func (r *reader) lacksIt(i int) bool {
	t := r.toks[i]
	if t.sort == isDimension {
		return r.entity(t.name) && (i == 0 || !r.toks[i-1].is("op.by"))
	}
	return t.sort == isValue && !r.names(isMetric) && r.l.c.datasets[r.l.c.dimensions[t.name].Dataset].Entity != ""
}

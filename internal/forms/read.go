package forms

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// Input is what a message is read with.
type Input struct {
	Today time.Time
	Lang  string
	// Asked are the keys that were asked for last, so that a bare "3억" or
	// "김철수" finds its place; Clashes those that wait for a choice.
	Asked   []string
	Clashes []Clash
	// Side is who speaks, as fields name it in Own; "" is not known.
	Side string
	// Sums reads rates and sums in place of the form's own fields, after the
	// days and before what is answered with yes or no; nil is the form's.
	Sums func()
}

// Result is what reading a message gave besides the values.
type Result struct {
	Clashes []Clash
	// Issues are values that can't be meant and were not taken.
	Issues []Problem
}

// reading is one message while it is read into values.
type reading struct {
	*Message
	Values
	form *Form
	in   Input
	Result
	said map[string][]int64
	// What no word gave a place: bare answers, perhaps.
	looseSums []int64
	looseDays []string
	loosePct  []int64
	// paid are the days of payments, part a sum given as a part of the whole.
	paid []string
	part map[string]int64
}

// Read takes what a message says into values.
func (f *Form) Read(v Values, m *Message, in Input) Result {
	r := &reading{Message: m, Values: v, form: f, in: in, said: map[string][]int64{}, part: map[string]int64{}}
	r.Clashes = slices.Clone(in.Clashes)
	r.readCorrections()
	r.readTexts()
	r.readAddress()
	r.readNames()
	r.readChoices()
	r.readSeveral()
	r.readCounts()
	r.readItems()
	r.readDays()
	r.readPeriods()
	r.readAreas()
	if in.Sums != nil {
		in.Sums()
	} else {
		r.readRates()
		r.readMoney()
	}
	r.readAnswers()
	r.readBare()
	r.settle()
	return r.Result
}

func (r *reading) each(types ...Type) []*Field {
	return slices.DeleteFunc(slices.Clone(r.form.Fields), func(f *Field) bool {
		return !slices.Contains(types, f.Type) || f.Manual || !f.Reads.Holds(r.scope(), true)
	})
}

func (r *reading) asked(key string) bool { return slices.Contains(r.in.Asked, key) }

func (r *reading) set(key string, value any) {
	r.Set(key, value)
	r.Understood++
}

func (r *reading) forget(keys []string) {
	for _, key := range keys {
		delete(r.Values, key)
	}
}

// scope is the view of conditions while a message is read.
func (r *reading) scope() *Scope { return r.form.Scope(r.Values, r.in.Lang, r.in.Today) }

// text is what is left of the message for a field that ignores some of it.
func (r *reading) text(f *Field) string {
	if f.Ignore.Empty() {
		return r.Rest()
	}
	return f.Ignore.re.ReplaceAllString(r.Rest(), "")
}

// readChoices takes the first choice whose phrases are in the text. One that
// is known already changes only by a correction or an answer.
func (r *reading) readChoices() {
	for _, f := range r.each(Choice) {
		text := r.text(f)
		if !f.When.Empty() && !f.When.In(text) && !r.asked(f.Key) {
			continue
		}
		for i := range f.Choices {
			o := &f.Choices[i]
			if !o.Said.In(text) || o.Unless.In(text) || !o.When.Holds(r.scope(), true) {
				continue
			}
			if known := r.Values.Text(f.Key); known != o.Value && (known == "" || !f.Strict || r.asked(f.Key) || phrases.Has(text, "choice.correction")) {
				r.set(f.Key, o.Value)
				r.forget(o.Forgets)
			}
			break
		}
	}
}

// readSeveral adds the choices that the text names.
func (r *reading) readSeveral() {
	for _, f := range r.each(Several) {
		list := slices.Clone(r.List(f.Key))
		for _, o := range f.Choices {
			if o.Said.In(r.Rest()) {
				list = answer.Add(list, o.Value)
			}
		}
		r.Set(f.Key, list)
	}
}

// readCounts takes days of the month and other small numbers.
func (r *reading) readCounts() {
	for _, f := range r.each(MonthDay) {
		m := f.Find.re.FindStringSubmatchIndex(r.Rest())
		if m == nil {
			continue
		}
		for g := 2; g+1 < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			word := r.Written[m[g]:m[g+1]]
			n, ok := korean.ParseCount(r.instead(word))
			for _, x := range f.Means {
				if x.Said == word && !ok {
					n, ok = int(x.Is), true
				}
			}
			if ok {
				r.takeCount(f, int64(n))
			}
			r.Use(m[0], m[1])
			break
		}
	}
}

// instead is the day of the month that is said in the place of one that is waved aside,
// "말일이 아니고 1일", else that one.
func (r *reading) instead(word string) string {
	for _, d := range dialog.Denials(r.Written) {
		if n := phrases.Named(d.Instead, "day_first")["n"]; n != "" && strings.Contains(d.Denied, word) {
			return n
		}
	}
	return word
}

func (r *reading) takeCount(f *Field, n int64) {
	if n < f.Min || f.Max > 0 && n > f.Max {
		r.Issues = append(r.Issues, problem("absurd_count", []string{f.Key}, nil, "field", f.Name))
		return
	}
	r.Set(f.Key, n)
}

// readPeriods takes spans of time: those of a range, and those that stand
// near a word.
func (r *reading) readPeriods() {
	fields := r.each(Months)
	if len(fields) == 0 {
		return
	}
	text := r.Rest()
	for _, p := range korean.FindPeriods(text) {
		if p.Months <= 0 || phrases.Has(text[p.End:min(len(text), p.End+24)], "not_a_term") {
			continue
		}
		for _, f := range fields {
			around := text[max(0, p.Start-45):min(len(text), p.End+45)]
			if !f.Said.Empty() && !f.Said.In(around) || f.Max > 0 && int64(p.Months) > f.Max {
				continue
			}
			r.Set(f.Key, p.Months)
			for _, g := range r.form.Ranges {
				if g.Months == f.Key {
					delete(r.Values, g.To)
				}
			}
			r.Use(p.Start, p.End)
			break
		}
	}
}

func (r *reading) readAreas() {
	fields := r.each(Area)
	text := r.Rest()
	for _, a := range korean.FindAreas(text) {
		if a.M2 <= 0 || a.M2 > 100_000 || a.Start > 0 && text[a.Start-1] == '-' {
			r.Issues = append(r.Issues, problem("absurd_area", nil, []string{r.Written[a.Start:a.End]}, "value", r.Written[a.Start:a.End]))
			continue
		}
		head := text[max(0, a.Start-30):a.Start]
		for _, f := range fields {
			if f.Said.Empty() || f.Said.In(head) {
				r.Set(f.Key, a.M2)
				r.Use(a.Start, a.End)
				break
			}
		}
	}
}

// readRates takes percentages behind the word of their field; those behind
// the word of a part of the whole are that part of it.
func (r *reading) readRates() {
	text := r.Rest()
	segs := segments(text)
	for _, p := range korean.FindRates(text) {
		if p.Value <= 0 || p.Value > 100 || r.left[p.Start] == ' ' {
			continue
		}
		at := 0
		for at+1 < len(segs) && segs[at].End <= p.Start {
			at++
		}
		if !r.takeRate(basisPoints(p.Value), text[segs[at].Start:p.Start]) {
			r.loosePct = append(r.loosePct, basisPoints(p.Value))
		}
		r.Use(p.Start, p.End)
	}
}

func basisPoints(percent float64) int64 { return int64(percent*100 + 0.5) }

func (r *reading) takeRate(bp int64, head string) bool {
	for _, f := range r.each(Rate) {
		if f.Said.In(head) {
			r.Set(f.Key, bp)
			return true
		}
	}
	for _, key := range r.form.Split.Parts {
		if r.form.byKey[key].Said.In(head) {
			r.part[key] = bp
			return true
		}
	}
	return false
}

// settle draws what follows from what was said.
func (r *reading) settle() {
	r.settleSplit()
	for _, g := range r.form.Ranges {
		if months := r.Int(g.Months); months > 0 && r.Has(g.From) && !r.Has(g.To) {
			r.Set(g.To, spanEnd(r.Values.Text(g.From), int(months)))
		}
	}
	r.form.derive(r.scope())
}

// derive applies the form's derived values in their order.
func (f *Form) derive(s *Scope) {
	for i := range f.Derive {
		d := &f.Derive[i]
		if !d.When.Holds(s, false) {
			continue
		}
		to := d.To.In(s) // which may be of what is forgotten
		for _, key := range d.Forget {
			delete(s.Values, key)
		}
		if d.Set == "" {
			continue
		}
		switch f.byKey[d.Set].Type {
		case YesNo:
			s.Set(d.Set, to == "true")
		case Money, Rate, Months, MonthDay:
			n, _ := korean.ParseCount(to)
			s.Set(d.Set, int64(n))
		default:
			s.Set(d.Set, to)
		}
	}
}

// settleSplit reckons what was said as a part: "10% down" and "the rest is
// the balance". Parts of a won are nobody's intention.
func (r *reading) settleSplit() {
	split, whole := r.form.Split, r.scope().Whole()
	if split.Whole == "" || !r.Has(split.Whole) || whole <= 0 {
		return
	}
	for key, bp := range r.part {
		if whole*bp%10_000 == 0 {
			r.Set(key, whole*bp/10_000)
		}
	}
	if !split.Said.In(r.Lower) || !r.Has(split.Parts[0]) {
		return
	}
	delete(r.Values, split.Rest)
	if rest := whole - r.scope().Sum(split.Parts...); rest > 0 {
		r.set(split.Rest, rest)
	}
}

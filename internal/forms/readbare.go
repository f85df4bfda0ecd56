package forms

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// readBare puts what no word announced where the last question asked for it.
func (r *reading) readBare() {
	asked := slices.DeleteFunc(slices.Clone(r.in.Asked), func(key string) bool { return r.form.byKey[key] == nil })
	if len(asked) == 0 {
		return
	}
	names := r.bareNames()
	no, yes := phrases.Has(r.Written, "all_no"), phrases.Has(r.Written, "just_yes")
	for _, key := range asked {
		switch f := r.form.byKey[key]; f.Type {
		case Money:
			r.bareSum(f, no)
		case Day:
			r.bareDay(f)
		case Name, Names:
			if len(names) > 0 && !r.Has(key) {
				r.putNames(f, names[:1])
				names = names[1:]
				r.Understood++
			}
		case YesNo:
			if !r.Has(key) && (no || yes && r.onlyYesNo(asked)) {
				r.set(key, !no)
			}
		case List:
			if no && !r.Has(key) {
				r.set(key, []string{r.scope().say("none")})
			}
		case Rate:
			if len(r.loosePct) > 0 && r.Int(key) == 0 {
				r.set(key, r.loosePct[0])
				r.loosePct = r.loosePct[1:]
			}
		case MonthDay:
			if n, ok := korean.ParseCount(phrases.Named(r.Written, "day_of_month")["n"]); ok && r.Int(key) == 0 {
				r.takeCount(f, int64(n))
				r.Understood++
			}
		}
	}
	if !no && !yes && r.Understood == 0 {
		r.bareText(asked)
	}
}

func (r *reading) bareSum(f *Field, no bool) {
	open := !r.Has(f.Key) || slices.ContainsFunc(r.Clashes, func(c Clash) bool { return c.Key == f.Key })
	switch {
	case !open || len(r.said[f.Key]) > 0:
	case len(r.looseSums) > 0:
		amount := r.looseSums[0]
		r.looseSums = r.looseSums[1:]
		if r.believable(f, amount) {
			r.set(f.Key, amount)
			r.resolve(f.Key)
		}
	case no && !f.None.Empty() && f.Then == "":
		r.set(f.Key, int64(0))
	}
}

func (r *reading) bareDay(f *Field) {
	p := r.form.paymentsOf(f.Key)
	if p == nil {
		if len(r.looseDays) > 0 && !r.Has(f.Key) && !r.toCome(f, FoundDay{Day: r.looseDays[0]}) {
			r.set(f.Key, r.looseDays[0])
			r.looseDays = r.looseDays[1:]
		}
		return
	}
	rows := slices.Clone(r.Values.Rows(p.Key))
	for i := range rows {
		if rows[i].Day == "" && len(r.looseDays) > 0 {
			rows[i].Day, r.looseDays = r.looseDays[0], r.looseDays[1:]
			r.Understood++
		}
	}
	r.Set(p.Key, rows)
}

// bareNames reads "김철수, 이영희", when that is the whole message.
func (r *reading) bareNames() []string {
	m := grammar.bareNames.FindStringSubmatchIndex(r.Lower)
	if m == nil || r.Understood > 0 {
		return nil
	}
	var names []string
	for _, g := range []int{2, 4} {
		if m[g] < 0 {
			continue
		}
		if name, _, ok := r.NameAt(m[g], m[g+1], false); ok {
			names = append(names, name)
		}
	}
	return names
}

// onlyYesNo tells whether one question for a yes or no was open: a bare yes
// to two says nothing.
func (r *reading) onlyYesNo(asked []string) bool {
	n := 0
	for _, key := range asked {
		if f := r.form.byKey[key]; (f.Type == YesNo || f.Type == List || f.Type == Money && !f.None.Empty() && f.Then == "") && !r.Has(key) {
			n++
		}
	}
	return n == 1
}

// maxNoun is how many words a name or a thing has at most; what is longer tells more.
const maxNoun = 6

// bareText takes a whole message that nothing else was read from as the
// answer to the one open question for a text.
func (r *reading) bareText(asked []string) {
	text := Plain(r.Written, maxTextRunes)
	if text == "" || strings.HasSuffix(text, "?") || dialog.Elliptical(text) || phrases.HasAny(r.Written, "corrects", "asks") {
		return
	}
	for _, key := range asked {
		f := r.form.byKey[key]
		if r.Has(key) {
			continue
		}
		switch {
		case f.Type == List:
			r.set(key, listItems(text))
		case f.Noun && (phrases.Has(r.Written, "predicate") || NoName(text) || len(strings.Fields(text)) > maxNoun):
			continue
		case f.Sentence, f.Type == Address && strings.ContainsAny(text, "0123456789") && phrases.Has(text, "address_sign"):
			r.set(key, text)
		default:
			continue
		}
		return
	}
}

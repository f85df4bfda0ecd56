package semantic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// build makes the request; a reading instead where something is left open.
func (r *reader) build() *Reading {
	r.mark()
	r.self()
	r.countAsCondition()
	r.leansOn()
	if i := slices.IndexFunc(r.toks, func(t token) bool { return t.is("point") }); i >= 0 && !r.follow {
		return r.ask("referent", r.toks[i].text, nil) // what it points at would be missing from the answer
	}
	if r.has("op.not") {
		r.take("op.rest") // "all teams but the first"
	}
	if r.addsToNothing() {
		return &Reading{Refusal: refusal(r.q, "unclear", r.word("op.also"))}
	}
	r.edit()
	if !r.follow {
		r.take("op.everywhere") // "nationwide" keeps to nothing
	}
	if out := r.unclear(); out != nil {
		return out
	}
	r.tallies()
	r.soldPieces()
	r.nones()
	r.withoutNumber()
	r.exists()
	r.ranking()
	r.reached()
	r.figures()
	r.ratios()
	r.averaged()
	r.perRow()
	r.medians()
	r.metrics()
	r.actual()
	r.grain()
	r.cohorts()
	r.things()
	r.filters()
	r.noneOf()
	r.lacking()
	if out := r.conditions(); out != nil {
		return out
	}
	r.meanCondition()
	if out := r.what(); out != nil {
		return out
	}
	if out := r.time(); out != nil {
		return out
	}
	if r.has("fiscal") || phrases.Has(r.q.Text, "form.fiscal") {
		r.assume("fiscal")
	}
	r.shape()
	r.single()
	r.resized()
	r.drawing()
	r.daysOfWeek()
	if out := r.enough(); out != nil {
		return out
	}
	return r.whichWeek()
}

// mark settles which tokens a result is broken down by and which are waved
// aside, by the word next to them: behind it in Korean, before it in English.
func (r *reader) mark() {
	for i := range r.toks {
		t := &r.toks[i]
		hangul := strings.ContainsFunc(t.text, korean.IsHangul)
		r.asSaid(i)
		switch {
		case t.is("op.by", "op.each"), t.is("op.per", "op.article") && !hangul && !(i > 0 && r.toks[i-1].is("op.average")):
			r.nouns(i)
			if j := r.beside(i, hangul, isDimension); j >= 0 {
				r.toks[j].by, t.used = true, true
				// "by region and product"
				if !hangul && j+2 < len(r.toks) && r.toks[j+1].is("again", "filler") && r.toks[j+2].sort == isDimension {
					r.toks[j+2].by = true
				}
			} else if j := r.eachOf(i, hangul); j >= 0 {
				r.toks[j].by, t.used = true, true
			}
		case t.is("op.not"):
			if j := i - 1; hangul && j >= 0 && r.toks[j].is("op.amount", "op.total") {
				r.toks[j].not, t.used = true, true
			}
			if j := i - 2; hangul && j >= 0 && r.toks[j].by && r.toks[j+1].is("op.by") { // "not by region"
				r.toks[j].not, t.used = true, true
			}
			for j := r.beside(i, hangul, isValue, isMetric, isDimension, isPeriod, isNumber); j >= 0; {
				r.toks[j].not, t.used = true, true
				// Of "employee 12 without P09" only the product is left out.
				of := r.toks[j]
				if j = r.beside(j, hangul, isValue); j >= 0 && of.sort == isValue && r.toks[j].name != of.name {
					break
				}
			}
		}
	}
}

// nouns makes of a value that names things the things: "by salesman".
func (r *reader) nouns(i int) {
	j := r.beside(i, strings.ContainsFunc(r.toks[i].text, korean.IsHangul), isValue)
	if j < 0 {
		return
	}
	if noun := r.l.c.dimensions[r.toks[j].name].Noun; noun != "" {
		r.toks[j].meaning, r.toks[j].others = meaning{sort: isDimension, name: noun}, nil
	}
}

// beside is the token before or behind another, over fillers, if it is of one
// of the sorts; -1 if not.
func (r *reader) beside(i int, before bool, sorts ...sort) int {
	step := 1
	if before {
		step = -1
	}
	for j := i + step; j >= 0 && j < len(r.toks); j += step {
		if r.toks[j].is("filler") {
			continue
		}
		if slices.Contains(sorts, r.toks[j].sort) {
			return j
		}
		return -1
	}
	return -1
}

// behind is the token right behind another, over fillers; one that means nothing where there is none.
func (r *reader) behind(i int) token {
	for _, t := range r.toks[i+1:] {
		if !t.is("filler") {
			return t
		}
	}
	return token{meaning: meaning{sort: isUnknown}}
}

// self turns "my" and "our team" into values of the person.
func (r *reader) self() {
	for i := range r.toks {
		t := &r.toks[i]
		var dimensions, value string
		switch {
		// "I" at the end of a value is an ending.
		case t.is("self.me") && (phrases.Has(t.text, "differs") && !r.goesOn(i) && !phrases.Has(r.q.Text, "self_behind") || i > 0 && r.toks[i-1].sort == isValue && korean.IsHangul(lastRune(r.q.Text[:t.start]))):
			t.meaning = meaning{sort: isPhrase, name: "filler"}
			continue
		case t.is("self.me"):
			if r.introduces() {
				t.meaning = meaning{sort: isPhrase, name: "filler"}
				continue
			}
			dimensions, value = "id", r.q.Person.ID
		case t.is("self.team"):
			dimensions, value = "dept", r.q.Person.Dept
		case t.is("self.region"):
			dimensions, value = "region", r.q.Person.Region
		default:
			continue
		}
		r.mine = true
		t.meaning, t.others = r.l.selfMeaning(dimensions, value)
	}
}

// introduces tells that who asks says who or where that is, "my target? I am employee 3": it is
// of that one, and not of both that one and who is signed in.
func (r *reader) introduces() bool {
	return slices.ContainsFunc(r.toks, func(t token) bool {
		told := phrases.Has(r.q.Text[t.start+len(t.text):], "introduced")
		return t.sort == isValue && told && slices.Contains(slices.Concat(r.l.c.Self["id"], r.l.c.Self["region"]), t.name)
	})
}

// selfMeaning finds the dimensions that policies compare with an attribute of
// a person: those are what "my region" means.
func (l *Layer) selfMeaning(attribute, value string) (meaning, []meaning) {
	var all []meaning
	for _, name := range l.c.Self[attribute] {
		all = append(all, meaning{sort: isValue, name: name, values: []string{value}})
	}
	if len(all) == 0 {
		return meaning{sort: isUnknown}, nil
	}
	return all[0], all[1:]
}

// unclear asks where a word could be several metrics and none is named.
func (r *reader) unclear() *Reading {
	named := slices.ContainsFunc(r.toks, func(t token) bool {
		return t.sort == isMetric && (r.l.c.metrics[t.name].Ratio != nil || r.l.c.datasets[r.l.c.metrics[t.name].Dataset].Time != nil)
	})
	for i, t := range r.toks {
		if t.sort != isUnclear {
			continue
		}
		// Of what was asked before it is only where that is one that the word may mean.
		before := r.follow && len(r.r.Metrics) > 0 && slices.ContainsFunc(r.q.Previous.Metrics, func(m MetricRef) bool {
			return slices.Contains(t.values, m.Name) || r.l.c.metrics[m.Name].Ratio != nil
		})
		if named || before {
			r.toks[i].used = true
			if t.name == least && phrases.Has(r.q.Text, "form.superlative") { // "the least sold", whatever it is counted by
				r.rank = -1
			}
			continue
		}
		if r.spentThings(i) {
			continue
		}
		if name := r.usual(t); name != "" && t.name == least && r.unsold(i) {
			return nil
		} else if name != "" {
			r.toks[i].meaning = meaning{sort: isMetric, name: name}
			if t.name == least {
				r.rank = -1
			}
			if t.name == best {
				r.rank = 1
			}
			r.assume("metric", "word", t.text, "metric", name)
			continue
		}
		return r.askMetric(t.text, t.values)
	}
	return nil
}

// spentThings takes a word of several metrics for the main one of what a value that
// is named belongs to, where none of them has it: "most spent on meals".
func (r *reader) spentThings(i int) bool {
	j := slices.IndexFunc(r.toks, func(t token) bool {
		d := r.l.c.dimensions[t.name]
		return t.sort == isValue && r.l.c.datasets[d.Dataset].Main != "" && !slices.ContainsFunc(r.toks[i].values, func(m string) bool {
			return r.l.c.metrics[m].Ratio != nil || r.l.c.reaches(r.l.c.metrics[m].Dataset, d)
		})
	})
	if j < 0 {
		return false
	}
	if r.toks[i].name == best {
		r.rank = 1
	}
	r.toks[i].meaning = meaning{sort: isMetric, name: r.l.c.datasets[r.l.c.dimensions[r.toks[j].name].Dataset].Main}
	return true
}

// unsold takes "products that do not sell" for those without rows of what the word
// is about; where the most or the least is asked for it is a rank.
func (r *reader) unsold(i int) bool {
	of := cmp.Or(r.entityNamed(), r.kindNamed(i))
	if of == "" || phrases.Has(r.q.Text, "form.superlative") || phrases.Has(r.toks[i].text, "form.less") || r.has("op.top", "op.bottom") {
		return false
	}
	r.toks[i].meaning = meaning{sort: isMetric, name: r.toks[i].usual}
	r.happened(i, of, true)
	return true
}

// usual is what a word that could be several metrics is taken for: the one of the
// kind that is asked for, else its default.
func (r *reader) usual(t token) string {
	for _, name := range t.values {
		m := r.l.c.metrics[name]
		if t.usual != "" && m.Unit == "piece" && phrases.Has(r.q.Text, "form.pieces") || m.Unit == "won" && r.has("op.amount") {
			return name
		}
	}
	if m := r.l.c.metrics[t.usual]; m != nil && phrases.Has(r.q.Text, "form.counted") {
		return r.l.c.datasets[m.Dataset].Count
	}
	return t.usual
}

// askMetric asks which of several metrics is meant; each choice is the whole
// question with that metric.
func (r *reader) askMetric(word string, names []string) *Reading {
	var choices []Choice
	for _, name := range names {
		again := *r
		again.toks = slices.Clone(r.toks)
		again.r = Request{Language: r.q.Language}
		for i, t := range again.toks {
			if t.sort == isUnclear {
				again.toks[i].meaning = meaning{sort: isMetric, name: name}
				if t.name == best {
					again.rank = 1
				}
			}
		}
		choice := Choice{Text: r.l.c.metrics[name].Title.In(r.q.Language)}
		if out := again.build(); out == nil {
			request := again.r
			choice.Request = &request
		}
		choices = append(choices, choice)
	}
	out := r.ask("metric_word", word, choices)
	for _, c := range choices {
		if c.Request != nil {
			out.Ambiguity.Partial = c.Request
		}
	}
	return out
}

func (r *reader) assume(key string, args ...string) {
	a := Assumption{Key: key}
	if len(args) > 0 {
		a.Args = map[string]string{}
	}
	for i := 0; i+1 < len(args); i += 2 {
		a.Args[args[i]] = args[i+1]
	}
	r.r.Assumptions = slices.DeleteFunc(r.r.Assumptions, func(b Assumption) bool { return b.Key == key && b.Args["word"] == a.Args["word"] })
	r.r.Assumptions = append(r.r.Assumptions, a)
}

// grains are the phrases that break down by pieces of time.
var grains = map[string]Grain{"op.daily": Day, "op.weekly": Week, "op.monthly": Month, "op.quarterly": Quarter, "op.yearly": Year, "op.weekday": Weekday, "op.weekdays": Weekday}

// paced tells that the question itself asks for pieces of time.
func (r *reader) paced() bool {
	return r.has("op.trend") || slices.ContainsFunc(r.toks, func(t token) bool { return grains[t.name] != "" || strings.HasPrefix(t.name, "piece.") })
}

// grain takes "monthly" and "trend".
func (r *reader) grain() {
	for i, t := range r.toks { // of several the last: "not by month, by quarter"
		if grain := grains[t.name]; t.sort == isPhrase && grain != "" && !t.not {
			r.r.Grain = grain
			if r.follow && phrases.Has(r.q.Text, "form.change") { // "make it by month" instead
				r.r.ungroup()
			}
		}
		way, piece, _ := strings.Cut(t.name, ".")
		if t.sort == isPhrase && (way == "mean" || way == "per") {
			r.r.Grain, r.toks[i].used, r.mean = Grain(piece), true, way == "mean"
		}
	}
	if r.r.Grain != "" && r.has("op.average") && !r.used("op.average") {
		r.mean = r.take("op.average")
	}
	if r.has("op.average") && !r.used("op.average") && r.recentMonths() && r.r.Grain == "" {
		r.r.Grain, r.mean = Month, r.take("op.average")
	}
	if r.has("op.trend") && r.r.Grain == "" {
		r.r.Grain, r.line = Month, true
	}
	// "Which month was the best": pieces of time are ranked.
	for i, t := range r.toks {
		if piece, ok := strings.CutPrefix(t.name, "piece."); ok && t.sort == isPhrase && r.rank != 0 && (r.r.Grain == "" || r.follow || r.r.Grain == Grain(piece)) {
			r.r.Grain, r.toks[i].used = Grain(piece), true
		}
	}
}

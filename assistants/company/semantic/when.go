package semantic

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// time settles the period and what it is compared with.
func (r *reader) time() *Reading {
	var said []*token
	for i := range r.toks {
		if t := &r.toks[i]; t.sort == isPeriod && !t.used && !t.not {
			said = append(said, t)
		}
	}
	// "Last year's as well" puts the two side by side.
	compares := r.has("op.compare", "op.grew", "op.fell", "op.growth") || r.follow && r.has("op.also") && !r.fresh ||
		phrases.Has(r.q.Text, "form.than") && (len(said) == 2 || slices.ContainsFunc(said, r.leansAgainst)) || slices.ContainsFunc(said, func(t *token) bool { return phrases.Has(t.tail, "rather") })
	before, against := r.r.Period, r.r.CompareTo
	said = r.within(said)
	r.years(said)
	said = r.pieces(said)
	r.relatives(said)
	if out := r.periods(said, compares); out != nil {
		return out
	}
	if r.follow && against != nil && r.r.CompareTo == against && r.r.Period != before {
		r.r.CompareTo = before.likewise(*against, r.r.Period)
		if to := r.r.CompareTo; to != nil && slices.ContainsFunc(r.datasets(), func(name string) bool { return r.l.c.datasets[name].early(*to) }) {
			r.r.CompareTo = nil // it was not asked for here, and is before the data begins
		}
	}
	r.widened(len(said) > 0)
	r.finer()
	for i := range r.r.Exists {
		if e := &r.r.Exists[i]; e.Period.All() && e.Period.Key != "all" || r.follow && e.Period == before && r.r.Rows == r.q.Previous.Rows { // else of those that were listed
			e.Period = r.r.Period
		}
	}
	return nil
}

// within joins a year with the piece of it that is named beside it: "the third
// quarter of last year", "March last year".
func (r *reader) within(said []*token) []*token {
	var named *token // the last whose year is said, or taken from the one before
	for i := 0; i+1 < len(said); i++ {
		year, piece := said[i], said[i+1]
		// "The first half of last year against the second", "January, February, March
		// last year": of the same year.
		if year.name == piece.name && slices.Contains([]string{"month", "quarter", "half"}, piece.name) &&
			(yearNamed(year.text) || year == named) && !yearNamed(piece.text) {
			of, _ := year.period.days()
			from, _ := piece.period.days()
			if same := piece.period.shifted(12 * (of.Year() - from.Year())); same.From > year.period.From {
				piece.period, named = same, piece
				piece.period.Key = piece.name
			}
		}
		if kindOfPeriod(year.name) != "year" {
			year, piece = piece, year
		}
		whole := kindOfPeriod(piece.name) == piece.name && slices.Contains([]string{"month", "quarter", "half", "span", "day"}, piece.name)
		if kindOfPeriod(year.name) != "year" || !whole || yearNamed(piece.text) || year.period.From == "" || !r.adjoin(said[i], said[i+1]) {
			continue
		}
		from, _ := piece.period.days()
		of, _ := year.period.days()
		back, last := 12*(of.Year()-from.Year()), year == said[i+1]
		piece.period = piece.period.shifted(back)
		piece.period.Key, year.used = piece.name, true
		// "The first half and the second of last year": both are.
		for _, o := range said {
			if o != piece && len(said) == 3 && o.name == piece.name && !yearNamed(o.text) && (last || o.period.shifted(back).From >= piece.period.From) {
				o.period = o.period.shifted(back)
				o.period.Key = o.name
			}
		}
		said = slices.DeleteFunc(said, func(t *token) bool { return t == year })
	}
	return said
}

// adjoin tells whether nothing that means something stands between two tokens.
func (r *reader) adjoin(a, b *token) bool {
	return !slices.ContainsFunc(r.toks, func(t token) bool { return t.start >= a.end && t.end <= b.start && !t.is("filler") })
}

// yearNamed tells whether a period names its year itself.
func yearNamed(text string) bool {
	return phrases.HasAny(text, "rel.this", "rel.last", "rel.before_last") || strings.Contains(text, "20")
}

// relatives settle periods that are named by their distance from the one of
// the previous request: "the month before".
func (r *reader) relatives(said []*token) {
	for _, t := range said {
		way, unit, ok := strings.Cut(t.name, "_")
		if !ok || way != "before" && way != "after" {
			continue
		}
		from := relative("this_"+unit, r.today)
		if r.q.Previous != nil && r.q.Previous.Period.From != "" && r.q.Previous.Period.To != "" {
			from = r.q.Previous.Period
		}
		t.period = from.beside(unit, way == "before", r.today)
		t.name = unit
	}
}

// beside is the piece of time of a unit right before or behind a period; of
// years the same days of the year before or after.
func (p Period) beside(unit string, before bool, today time.Time) Period {
	from, to := p.days()
	first, step := to.AddDate(0, 0, 1), 1
	if before {
		first, step = from, -1
	}
	if unit == "year" {
		from, to = p.shifted(12 * step).days()
		return between(p.Key, from, to, today)
	}
	last := Grain(unit).beyond(first, step)
	if before {
		first, last = last, first
	}
	return between(unit, first, last.AddDate(0, 0, -1), today)
}

// likewise is what another period is compared with, where this one is compared
// with to: as far back as that was, nil where it was no such distance.
func (p Period) likewise(to Period, next Period) *Period {
	same := func(a, b Period) bool { return a.From == b.From && a.To == b.To }
	switch {
	case next.From == "" || next.To == "":
		return nil
	case same(to, p.yearEarlier()):
		to = next.yearEarlier()
	case same(to, p.earlier()):
		to = next.earlier()
	default:
		return nil
	}
	return &to
}

// widened makes room for a breakdown by pieces of time of which the previous
// request was one: "by month?" behind a month is of its year.
func (r *reader) widened(said bool) {
	p := r.r.Period
	if r.follow && r.r.Grain != r.q.Previous.Grain {
		if r.r.Grain != "" && r.q.Previous.Limit > 0 && !r.names(isDimension) {
			r.r.Groups, r.r.Only, r.r.Having = nil, nil, nil // a ranking is over
		}
		r.r.Order = Order{} // it was of things, not of pieces of time
	}
	if !r.follow || said || r.r.Grain == r.q.Previous.Grain || r.r.Grain == "" || p.From == "" || p.To == "" {
		return
	}
	from, _ := p.days()
	next := firstWhole(p.From, r.r.Grain)
	if next == p.From {
		next = r.r.Grain.beyond(from, 1).Format(time.DateOnly)
	}
	if p.To < next {
		year := time.Date(from.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		r.r.Period = between("year", year, year.AddDate(1, 0, -1), r.today)
		if r.r.Grain == Year {
			r.r.Period = Period{Key: "all"}
		}
		r.r.CompareTo = nil
		r.assume("period")
	}
}

// finer shows the days of a period that is too short for a line of months.
func (r *reader) finer() {
	from, to := r.r.Period.days()
	if r.line && r.r.Grain == Month && r.r.Period.From != "" && r.r.Period.To != "" && to.Before(from.AddDate(0, 1, 0)) &&
		!slices.ContainsFunc(r.datasets(), func(name string) bool { t := r.l.c.datasets[name].Time; return t == nil || t.Grain != Day }) {
		r.r.Grain = Day
	}
}

func (r *reader) periods(said []*token, compares bool) *Reading {
	var plain, against []*token
	for _, t := range said {
		switch {
		case t.name == "same_last_year", strings.HasPrefix(t.name, "previous_"), compares && len(said) > 1 && r.leansAgainst(t), compares && r.follow && len(said) == 1 && (r.rank == 0 || r.target == ""):
			against = append(against, t)
		default:
			plain = append(plain, t)
		}
	}
	// There is no breakdown by halves of a year: two of them stand side by side.
	halves := len(plain) == 2 && plain[0].name == "half" && plain[1].name == "half" && !r.has("op.total", "op.average", "op.top", "op.bottom")
	if (compares || halves) && len(plain) == 2 && len(against) == 0 {
		// Of two, the later one is compared with the earlier one.
		if plain[0].period.From < plain[1].period.From {
			plain[0], plain[1] = plain[1], plain[0]
		}
		plain, against = plain[:1], plain[1:]
	}
	if compares && len(plain) == 1 && len(against) == 0 && (!r.follow && plain[0].name == "last_year" && r.has("op.compare") || r.leansAgainst(plain[0])) {
		against, plain = plain, nil
	}
	switch {
	case len(plain) == 1 && r.sameOf(plain[0]):
	case len(plain) == 1:
		r.r.Period = plain[0].period
	case len(plain) > 1:
		return r.several(plain)
	default:
		r.assumePeriod(len(against) > 0 || compares)
		// "Against the quarter before" is about the last whole quarter.
		if len(against) > 0 && !r.follow {
			if unit, ok := strings.CutPrefix(against[0].name, "previous_"); ok {
				r.r.Period = relative("last_"+unit, r.today)
			} else if unit, ok := strings.CutPrefix(against[0].name, "last_"); ok { // "more than last week?"
				r.r.Period = relative("this_"+unit, r.today)
			}
		}
	}
	if len(against) == 0 {
		// Of a comparison that names only one thing that alone is no answer.
		one := r.has("op.compare") && !r.used("op.compare") && len(r.r.Groups)+len(r.r.Exists) == 0 && r.r.Grain == "" && len(r.r.Metrics) == 1 && r.r.CompareTo == nil && !r.has("op.share")
		if one || r.has("op.grew", "op.fell") || r.has("op.growth") && r.r.Grain == "" {
			return r.askComparison()
		}
		return nil
	}
	out := r.against(*against[0])
	if halves && !compares {
		r.r.CompareTo.Key = inFull
	}
	return out
}

// sameOf takes a year behind a piece of another for the same piece of it, and says so:
// "and last year?" behind October. A whole year is asked for as one.
func (r *reader) sameOf(t *token) bool {
	p := r.r.Period
	year := kindOfPeriod(t.name) == "year" || t.name == "year_before_last"
	if !r.follow || !year || p.From == "" || p.To == "" || r.r.Grain != "" || kindOfPeriod(p.Key) == "year" || r.has("op.total") {
		return false
	}
	from, to := p.days()
	of, _ := t.period.days()
	if from.Year() != to.Year() || from.Year() == of.Year() || from.YearDay() == 1 && to.AddDate(0, 0, 1).YearDay() == 1 {
		return false
	}
	r.r.Period = p.shifted(12 * (of.Year() - from.Year()))
	r.assume("period_same")
	return true
}

// used tells whether another rule has taken a phrase.
func (r *reader) used(key string) bool {
	return slices.ContainsFunc(r.toks, func(t token) bool { return t.is(key) && t.used })
}

// leansAgainst tells a period that another is compared with: "than last month".
func (r *reader) leansAgainst(t *token) bool {
	i := slices.IndexFunc(r.toks, func(o token) bool { return o.start == t.start })
	if strings.ContainsFunc(t.text, korean.IsHangul) || t.tail != "" {
		listed := i+1 < len(r.toks) && r.toks[i+1].sort == isPeriod
		return !listed && phrases.Has(t.tail, "against") || i+1 < len(r.toks) && r.toks[i+1].is("op.compare")
	}
	if i > 0 && phrases.Has(r.q.Text[r.toks[i-1].start:t.start], "form.than") { // "did we sell more than last year?"
		return true
	}
	return i > 0 && r.toks[i-1].is("op.compare") || i > 1 && r.toks[i-1].is("filler") && r.toks[i-2].is("op.compare")
}

// against sets what the period is compared with.
func (r *reader) against(t token) *Reading {
	to := t.period
	switch {
	case strings.HasPrefix(t.name, "previous_"):
		to = r.r.Period.earlier()
	case t.name == "same_last_year", t.name == "last_year" && r.r.Period.Key != "this_year" && !r.r.Period.All():
		to = r.r.Period.yearEarlier()
	case t.name == "last_year" && r.r.Period.All():
		r.r.Period = relative("this_year", r.today)
	case kindOfPeriod(t.name) == "year" && kindOfPeriod(r.r.Period.Key) != "year" && !r.r.Period.All():
		// "2025 against the first quarter of 2026" is quarter against quarter.
		from, _ := r.r.Period.days()
		year, _ := to.days()
		to = r.r.Period.shifted(12 * (year.Year() - from.Year()))
	}
	switch {
	case to.From == r.r.Period.From && to.To == r.r.Period.To && r.r.CompareTo != nil:
		return nil // "against this year" behind this year against last
	case to.From == r.r.Period.From && to.To == r.r.Period.To:
		to = r.r.Period.earlier()
	case to.From > r.r.Period.From && r.r.Period.From != "":
		// What rose or fell did so from the earlier to the later, whichever was asked first.
		r.r.Period, to = to, r.r.Period
	}
	if r.inFull(t) {
		to.Key = inFull
	}
	r.r.CompareTo = &to
	return nil
}

// askComparison asks what to compare with; each choice is the whole question.
func (r *reader) askComparison() *Reading {
	if r.r.CompareTo != nil {
		return nil
	}
	if r.r.Period.All() {
		r.r.Period = relative(r.l.c.DefaultPeriod, r.today)
	}
	var choices []Choice
	for i, to := range []Period{r.r.Period.earlier(), r.r.Period.yearEarlier()} {
		request := r.r.clone()
		request.CompareTo = &to
		choices = append(choices, Choice{Text: say(r.q.Language, []string{"choice.last_month", "choice.last_year"}[i]), Request: &request})
	}
	return r.ask("compare_period", "", choices)
}

// assumePeriod is the period of a question that names none: of the previous
// request; the usual one for a bare sum and for what happened and did not; else
// all there is.
func (r *reader) assumePeriod(compares bool) {
	dated := slices.ContainsFunc(r.r.Exists, func(e Exists) bool { return !e.Period.All() })
	timed := slices.ContainsFunc(r.r.metricDatasets(r.l.c), func(name string) bool { return r.l.c.datasets[name].Time != nil })
	if r.follow || len(r.r.Metrics)+len(r.r.Exists) == 0 || dated && !timed {
		return
	}
	if p := r.q.Previous; r.q.joined && !p.Period.All() && r.r.timed(r.l.c) {
		r.r.Period = p.Period
		r.assume("period_before")
		return
	}
	if r.l.c.DefaultPeriod != "" && !phrases.Has(r.q.Text, "form.ever") && (compares && r.r.Grain == "" && (len(r.r.Groups) == 0 || r.has("op.grew", "op.fell")) || r.r.happens() || r.bareSum()) {
		r.r.Period = relative(r.l.c.DefaultPeriod, r.today)
	}
	if !r.r.timed(r.l.c) {
		return
	}
	if p := r.q.Previous; p != nil && !p.Period.All() && p.timed(r.l.c) && r.r.Grain == "" && !phrases.Has(r.q.Text, "form.ever") && !phrases.Has(r.q.Text, "form.everybody") {
		r.r.Period = p.Period
		r.assume("period_before")
		return
	}
	r.assume("period")
}

// happens tells a condition that something happened at all: whether P01 was ever
// bought is asked of all there is.
func (r Request) happens() bool {
	return len(r.Exists) > 0 && !slices.ContainsFunc(r.Exists, func(e Exists) bool { return len(e.Filters) > 0 })
}

// bareSum tells a sum of a place and nothing else.
func (r *reader) bareSum() bool {
	if len(r.r.Metrics) == 0 || len(r.r.Groups)+len(r.r.Having) > 0 || r.r.Grain != "" || r.has("op.share") {
		return false
	}
	for _, ref := range r.r.Metrics {
		if ref.Per != "" || !r.l.c.metrics[ref.Name].additive() || r.l.c.datasets[r.l.c.metrics[ref.Name].Dataset].Time == nil {
			return false
		}
	}
	return !slices.ContainsFunc(r.r.Filters, func(f Filter) bool { return f.Op != In || !r.l.c.dimensions[f.Dimension].Place })
}

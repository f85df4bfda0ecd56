package semantic

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/morph"
)

// maxQuestion is how long a question can be, in bytes: who sends more pasted
// something, and the part that is not read would be missing from the answer.
const maxQuestion = 1500

// maxTokens is how many words and signs it has: some rules hold each against all others.
const maxTokens = 200

// reader reads one question.
type reader struct {
	l     *Layer
	lex   *lexicon
	q     Question
	today time.Time
	toks  []token
	r     Request
	// follow tells a question that goes on from the previous one, fresh that
	// it names metrics of its own.
	follow, fresh bool
	out           Reading
	// target is the dimension of the things that are ranked, listed or
	// counted; rank is +1 for the most, -1 for the least.
	target string
	rank   int
	// from and to are the places in the order that are asked for, 0 for none.
	from, to int
	// ends tells that both the most and the least are asked for.
	ends        bool
	count, list bool
	// mean tells that the average of the pieces of time is asked for, line that it
	// is only told to show them.
	mean, line bool
	// overMean is how the mean is compared with, "" where it is not.
	overMean Op
	// replaced tells that what happened took the place of what was asked before.
	replaced bool
	// looked tells that it names what was shown: "that region"; ofRow is what the one row
	// of it that it is of is, a thing or a piece of time: "the best month", "that month".
	looked bool
	ofRow  string
	// mine tells that it is of who asks.
	mine bool
	// mended are words that were read with a slip, unused those that were not
	// understood and left aside.
	mended []Assumption
	unused []string
	// spans are the sentences of the text.
	spans []korean.Span
	// sentences are the morphemes, once they were asked for.
	sentences *morph.Sentence
}

// Read tells what a question asks for. It is by rules alone; it reads the
// database where it is about what the person may see. Errors are those of the
// database, and of a day that is none.
func (l *Layer) Read(ctx context.Context, q Question) (Reading, error) {
	today, err := time.Parse(time.DateOnly, q.Today)
	if err != nil {
		return Reading{}, fmt.Errorf("semantic: today: %w", err)
	}
	if len(q.Text) > maxQuestion {
		return Reading{Refusal: refusal(q, "too_long")}, nil
	}
	// Few questions need the dictionary, which is of a second and 73 MB: it is read
	// when the first comes, and begun before that one needs it.
	go l.words.Load()
	if err := l.refresh(ctx); err != nil {
		return Reading{}, err
	}
	r := &reader{l: l, lex: l.known.Load().lex, q: q, today: today, r: Request{Language: q.Language}}
	if q.Person.CompanyID != l.cfg.Company {
		return r.foreign(), nil
	}
	if _, ok := l.policy(q.Person); !ok { // whatever is asked, why nothing is shown too
		return Reading{Hidden: l.nobodys(q.Language)}, nil
	}
	if r.q.Text, err = l.spelt(ctx, q.Person, r.q.Text); err != nil {
		return Reading{}, err
	}
	r.respell()
	r.hush()
	if r.scan(); len(r.toks) > maxTokens {
		return Reading{Refusal: refusal(q, "too_long")}, nil
	}
	r.pending()
	r.lackedThings()
	r.withoutReason()
	r.referents()
	if err := r.nested(ctx); err != nil {
		return Reading{}, err
	}
	r.comparesMean()
	r.mend()
	r.expand()
	r.quoted()
	r.gossip()
	r.entities()
	whole, err := r.asksWhy(ctx)
	if err != nil {
		return Reading{}, err
	}
	if !whole {
		if out := r.stopped(); out != nil {
			return r.partly(ctx, r.with(*out))
		}
		out := r.build()
		if out == nil && r.r.Pending != "" { // without it the answer would be of everybody
			return r.with(*r.ask("referent", r.r.Pending, nil)), nil
		}
		if out != nil && !r.alreadySaid(out.Ambiguity) {
			if err := r.offerable(ctx, out); err != nil {
				return Reading{}, err
			}
			return r.partly(ctx, r.with(*out))
		}
	}
	r.r.Assumptions = append(r.r.Assumptions, r.mended...)
	if len(r.unused) > 0 {
		r.assume("unused", "words", strings.Join(r.unused, ", "))
	}
	r.alongside()
	checked, err := l.Check(ctx, r.r, q.Person)
	if f := checked.Refusal; f != nil && f.Reason == "no_path" && r.separable(*f) {
		checked, err = l.Check(ctx, r.r, q.Person)
	}
	switch f := checked.Refusal; {
	case f == nil:
	case f.Reason == "no_path" || f.Reason == "grain":
		var near Reading
		near, err = l.Check(ctx, Request{Language: q.Language, Metrics: r.r.Metrics, Rows: r.r.Rows, Filters: r.r.Filters, Period: r.r.Period}, q.Person)
		f.Asked = near.Request
	case f.Reason == "too_early" || f.Reason == "too_late": // "and last month?"
		asked := r.r.clone()
		f.Asked = &asked
	}
	return r.with(checked), err
}

// scan reads the text into tokens. One that is written without spaces is read by
// what begins within its words too, where all of it is understood then.
func (r *reader) scan() {
	r.sentences = nil // of another text
	r.toks = r.tokens(false)
	unknown := func(t token) bool { return t.sort == isUnknown }
	crowded := func(t token) bool {
		return unknown(t) && utf8.RuneCountInString(t.text) > 4 && korean.BeginsHangul(t.text)
	}
	if slices.ContainsFunc(r.toks, crowded) {
		if toks := r.tokens(true); !slices.ContainsFunc(toks, unknown) {
			r.toks = toks
		}
	}
	r.spans = sentences(r.q.Text)
	for i := range r.toks {
		if t := &r.toks[i]; t.stem && t.is("filler") {
			r.swallowed(t)
		}
	}
}

// swallowed takes a noun that only begins as a word does that says nothing for one that is not
// known: "볼펜" is no form of "볼", and a pen that was passed over would be missing from the answer.
func (r *reader) swallowed(t *token) {
	behind := r.q.Text[t.end:]
	rest := behind[:len(behind)-len(strings.TrimLeftFunc(behind, korean.IsHangul))]
	end := t.end + len(rest)
	if rest == "" || phrases.Has(rest, "inflected") || !r.parsed().Noun(t.start, end) || r.parsed().Kind(t.end, end) != morph.Content {
		return
	}
	t.meaning, t.others = meaning{sort: isUnknown}, nil
	t.text, t.end = r.q.Text[t.start:end], end
}

func (r *reader) tokens(inside bool) []token {
	spans := findPeriods(r.q.Text, r.today, inside)
	return r.lex.scan(r.q.Text, append(spans, findNumbers(r.q.Text, spans, inside)...))
}

// with adds what was read to what became of it.
func (r *reader) with(out Reading) Reading {
	out.Entities, out.Covered, out.FollowUp = r.out.Entities, r.out.Covered, r.follow
	return out
}

// refusal is a refusal for a reason.
func refusal(q Question, reason string, words ...string) *Refusal {
	return &Refusal{Reason: reason, Words: words, Text: say(q.Language, "refuse."+reason, "words", words)}
}

// Coverage is what a person may ask for.
type Coverage struct {
	Metrics    []Named `json:"metrics"`
	Dimensions []Named `json:"dimensions"`
	// Until is the newest day of the data, "" where it has none.
	Until string `json:"until,omitempty"`
}

// Named is a name of the catalogue and what it is called.
type Named struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Unit  string `json:"unit,omitempty"`
}

// Covers lists what a person may ask for: for help, for refusals, and for a
// model that chooses.
func (l *Layer) Covers(p access.Person, language string) Coverage {
	_ = l.Connect(context.Background()) // without it there is no newest day
	var c Coverage
	policy, ok := l.policy(p)
	if !ok {
		return c
	}
	for name, day := range l.known.Load().names.newest {
		if policy.Sees(name) {
			c.Until = max(c.Until, day)
		}
	}
	for _, m := range l.c.Metrics {
		base := l.c.base(MetricRef{Name: m.Name})
		kept := slices.ContainsFunc(base, func(b *metric) bool { return !policy.Sees(b.Dataset) || policy.Fields[b.Of].Hidden })
		if !kept && len(m.Words) > 0 {
			c.Metrics = append(c.Metrics, Named{m.Name, m.Title.In(language), m.Unit})
		}
	}
	for _, d := range l.c.Dimensions {
		if policy.Sees(d.Dataset) && !policy.Fields[d.Name].Hidden && len(d.Words) > 0 {
			c.Dimensions = append(c.Dimensions, Named{d.Name, d.Title.In(language), d.Unit})
		}
	}
	return c
}

// stopped is why a question is not computed whatever else it says.
func (r *reader) stopped() *Reading {
	for _, reason := range []string{"export", "write", "forecast", "cause"} {
		if r.stops("stop." + reason) {
			return &Reading{Refusal: refusal(r.q, reason)}
		}
	}
	figures := r.names(isMetric, isUnclear) || r.q.Previous != nil && len(r.q.Previous.Metrics) > 0
	if figures && slices.ContainsFunc(r.toks, func(t token) bool {
		return t.sort == isPeriod && (t.name == "next" || t.period.From > r.q.Today)
	}) {
		return &Reading{Refusal: r.notYet()}
	}
	if m := phrases.Named(r.q.Text, "person.title"); m != nil && !phrases.Has(r.q.Text, "speech") && !slices.ContainsFunc(r.lex.exact(m["name"]), func(m meaning) bool { return m.sort == isValue || m.sort == isDimension }) {
		return r.ask("person", strings.TrimSpace(m["name"]+m["job"]), nil)
	}
	if i := slices.IndexFunc(r.toks, func(t token) bool { return t.is("point") }); i >= 0 && r.q.Previous == nil {
		return r.ask("referent", r.toks[i].text, nil)
	}
	if out := r.lookBack(); out != nil {
		return out
	}
	if i := slices.IndexFunc(r.toks, r.unresolved); i >= 0 {
		return r.ask("referent", r.toks[i].text, nil)
	}
	unknown := r.missed()
	if len(unknown) == 0 {
		return r.unjudged()
	}
	if h := r.keptBack(); h != nil && len(unknown) > 0 {
		return &Reading{Hidden: h}
	}
	if r.out.Covered < 0.2 && r.q.Previous == nil {
		return &Reading{Refusal: r.beyond("unrelated", unknown)}
	}
	return &Reading{Refusal: r.beyond("uncovered", unknown)}
}

// unjudged is what no figure answers of a question whose words are all known: a change
// of the data, told in the words by which a table is changed, and what would be best.
func (r *reader) unjudged() *Reading {
	switch {
	case slices.ContainsFunc(r.toks, r.reassigned):
		return &Reading{Refusal: refusal(r.q, "write")}
	case phrases.Has(r.q.Text, "form.advice") && (r.q.Previous != nil || r.names(isValue, isDimension, isMetric)):
		return &Reading{Refusal: refusal(r.q, "advice")}
	}
	return nil
}

// reassigned tells whether the question gives something to a token: "직원02로 바꿔놔" gives it
// to a person, where "부산으로 바꿔줘" shows other figures.
func (r *reader) reassigned(t token) bool {
	mark := "#"
	if slices.Contains(r.l.c.Self["id"], t.name) {
		mark = "@"
	}
	behind := r.q.Text[t.start+len(t.text):]
	return t.sort == isValue && phrases.Has(r.q.Text[:t.start]+mark+behind, "form.reassigns")
}

// keptBack is a field that the question names and the person's role may not
// see: that is said first, whatever else was not understood.
func (r *reader) keptBack() *Hidden {
	policy, _ := r.l.policy(r.q.Person)
	for _, t := range r.toks {
		if rule := policy.Fields[t.name]; (t.sort == isDimension || t.sort == isMetric) && (rule.Hidden || len(rule.NotBy) > 0) {
			return hidden(r.q.Language, "field", r.l.c.titleOfField(t.name, r.q.Language))
		}
	}
	return nil
}

// stops tells whether a phrase stops the question; "because of a complaint" is
// a condition where complaints are values.
func (r *reader) stops(key string) bool {
	for i, t := range r.toks {
		if t.is(key) && !(key == "stop.cause" && r.beside(i, true, isValue) >= 0) {
			return true
		}
	}
	return false
}

// has tells whether a phrase is in the question.
func (r *reader) has(keys ...string) bool {
	return slices.ContainsFunc(r.toks, func(t token) bool { return t.is(keys...) && !t.not })
}

// ask is a question back.
func (r *reader) ask(key, word string, choices []Choice) *Reading {
	text := say(r.q.Language, "ask."+key, "word", word, "what", word)
	partial := r.r
	for _, t := range r.toks { // what is asked back for is of the time that was said
		if t.sort == isPeriod && !t.used && !t.not && partial.Period.All() {
			partial.Period = t.period
		}
		if t.sort == isNumber && !t.used && t.number.op != "" {
			partial.Pending = t.text
		}
	}
	told := partial.clone()
	told.Filters = slices.DeleteFunc(told.Filters, func(f Filter) bool { // a code would be told as its name
		d := r.l.c.dimensions[f.Dimension]
		return d.FromData && !r.l.whole(r.q.Person, d)
	})
	so := r.l.Summary(told)
	if partial.open() && !partial.Period.All() {
		so = strings.TrimSpace(periodWords(r.q.Language, partial.Period) + " " + so)
	}
	if r.q.Answers && so != "" { // never the same question in the same words
		text = say(r.q.Language, "ask.so_far", "what", so) + " " + text
	}
	return &Reading{Ambiguity: &Ambiguity{Key: strings.TrimSuffix(key, "_word"), Text: text, Choices: choices, Default: -1, Partial: &partial, word: word}}
}

// entities lists what of the question means something.
func (r *reader) entities() {
	known, all := 0, 0
	for _, t := range r.toks {
		if t.is("filler", "again") {
			continue
		}
		all++
		if t.sort != isUnknown {
			known++
		}
		e := Entity{Type: string(t.sort), Value: t.text, Normalized: t.name}
		switch t.sort {
		case isPhrase, isUnknown:
			continue
		case isPeriod:
			e.Normalized = strings.TrimSuffix(t.period.From+"~"+t.period.To, "~")
		case isValue:
			d := r.l.c.dimensions[t.name]
			e.Code, e.Column, e.Normalized = strings.Join(t.values, ","), d.Field, r.l.label(d, t.values[0], r.q.Language)
			if strings.HasSuffix(t.name, "region") {
				e.Type = "location"
			}
		case isMetric:
			e.Column = r.l.c.metrics[t.name].Field
		case isDimension:
			e.Column = r.l.c.dimensions[t.name].Field
		case isNumber:
			e.Normalized = Format(number(t.number.value), t.number.unit, r.q.Language)
		}
		r.out.Entities = append(r.out.Entities, e)
	}
	if all > 0 {
		r.out.Covered = float64(known) / float64(all)
	}
}

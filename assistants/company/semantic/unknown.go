package semantic

import (
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/morph"
)

// completed is the one name of the data that begins with a word: "예시가디온" of
// "예시가디온정"; tail are the particles behind it.
func (x *lexicon) completed(text string) (m meaning, tail string, ok bool) {
	const least = 3 // letters
	letters := tight(text)
	for end := len(letters); end >= least; end-- {
		if end < len(letters) && !korean.IsParticle(string(letters[end:])) {
			continue
		}
		begin := string(letters[:end])
		i, _ := slices.BinarySearch(x.sorted, begin)
		var like []string // two are enough to be several
		for _, name := range x.sorted[i:min(i+2, len(x.sorted))] {
			if strings.HasPrefix(name, begin) {
				like = append(like, name)
			}
		}
		if len(like) == 1 && len(x.words[like[0]].meanings) == 1 && x.words[like[0]].meanings[0].sort == isValue {
			return x.words[like[0]].meanings[0], string(letters[end:]), true
		}
	}
	return m, "", false
}

// missed are the words that were not understood and could change a number.
func (r *reader) missed() (words []string) {
	r.unused = nil
	for i, t := range r.toks {
		switch {
		case t.is("filler") && phrases.Has(t.text, "hour") && r.dealsAt(i):
			r.unused = append(r.unused, t.text)
		case t.sort != isUnknown:
		case t.doubtful:
			words = append(words, t.text)
		case !r.idle(t) && !r.addressed(i), r.behindNumber(i):
			words = append(words, t.text)
		case r.goesOn(i) && r.kind(t) == morph.Predicate, r.addressed(i):
			r.unused = append(r.unused, t.text)
		}
	}
	return words
}

// beyond is the refusal of a question that has words which nothing is known of, or names
// nothing to compute: it says what no data is kept of where one of its words does.
func (r *reader) beyond(reason string, unknown []string) *Refusal {
	f := refusal(r.q, reason, unknown...)
	for _, t := range r.toks {
		if t.sort != isUnknown && !t.is("filler") {
			continue
		}
		for _, k := range r.l.c.Lacking {
			if word := k.named(strings.ToLower(r.q.Text[t.start:])); word != "" {
				f.Reason, f.Lacking, f.Measure = "uncovered", k.Title.In(r.q.Language), k.Measure
				f.Text = say(r.q.Language, "refuse.lacking", "word", word, "what", f.Lacking, "near", k.Near.In(r.q.Language))
				return f
			}
		}
	}
	return f
}

// behindNumber tells a word right behind a bare number, "2년쯤전에": what the number is of is not
// known, and it limits no rows.
func (r *reader) behindNumber(i int) bool {
	n := r.toks[max(i-1, 0)]
	return i > 0 && n.sort == isNumber && n.end == r.toks[i].start && n.number.unit == "" && n.number.op == ""
}

// unresolved tells a pronoun that nothing was found for: it is no word that the data lacks.
func (r *reader) unresolved(t token) bool {
	return t.sort == isUnknown && phrases.Has(near(r.q.Text[t.start:]), "pointer.whom")
}

// dealsAt tells that what was done is named right behind a time of day, of which no data tells.
func (r *reader) dealsAt(i int) bool {
	t := r.behind(i)
	return t.sort == isMetric || t.sort == isDataset || r.fact(t) != ""
}

// quoted waves aside who is said to have asked: "the team leader suddenly asked".
// Who does something that the catalogue knows is a condition.
func (r *reader) quoted() {
	speech := phrases.Has(r.q.Text, "speech")
	for i := range r.toks {
		t := &r.toks[i]
		told := speech || i+1 < len(r.toks) && r.toks[i+1].sort == isUnknown && r.kind(r.toks[i+1]) != morph.Content
		asker := t.sort == isValue && slices.Contains(r.l.c.Self["dept"], t.name) && slices.Contains(t.values, r.q.Person.Dept)
		if asker && phrases.Has(r.q.Text[t.start+len(t.text):], "introduced") || t.sort == isValue && phrases.Has(t.tail, "honoured") && told || speech && t.sort == isUnknown && phrases.Has(t.text, "somebody") {
			t.meaning, t.others = meaning{sort: isPhrase, name: "filler"}, nil
		}
	}
}

// idle tells a word that could name nothing to compute: a verb, an adverb, a
// season beside its months. Only what could be a metric or a value is missed.
func (r *reader) idle(t token) bool {
	return phrases.Has(t.text, "season") && r.names(isPeriod) || phrases.Has(t.text, "whether") || r.kind(t) != morph.Content
}

// kind is what an unknown word does in the question.
func (r *reader) kind(t token) morph.Kind {
	if !strings.ContainsFunc(t.text, korean.IsHangul) {
		if korean.CountLetters(t.text) == 0 || phrases.Has(t.text, "aside") {
			return morph.Filler
		}
		return morph.Content
	}
	return r.parsed().Kind(t.start, t.end)
}

// parsed are the morphemes of the question: few questions need them.
func (r *reader) parsed() *morph.Sentence {
	if r.sentences == nil {
		r.sentences = r.l.words.Read(r.q.Text)
	}
	return r.sentences
}

// means tells whether a token says something of what is to be computed.
func (t token) means() bool {
	return t.sort != isUnknown && (t.sort != isPhrase || !t.is("filler", "again"))
}

// bears tells whether a token bears on the number: it names something of the
// data or of time, or restricts, counts or compares.
func (t token) bears() bool {
	return t.means() && (t.sort != isPhrase || t.is("op.lacks", "op.has", "op.not", "op.median", "op.latest", "op.weekday", "op.weekdays", "op.count", "op.top", "op.bottom", "op.share", "op.growth", "op.compare", "op.grew", "op.fell", "op.average", "op.amount", "op.total", "op.per"))
}

// hush leaves out what the question says of its occasion ("for the meeting", "my
// boss asks"), unless it names something of the data.
func (r *reader) hush() {
	if start, end, ok := phrases.Find(r.q.Text, "same_terms"); ok && r.q.Previous != nil && !phrases.Has(r.q.Text, "period.same_last_year") {
		r.q.Text, r.q.joined = r.q.Text[:start]+strings.Repeat(" ", end-start)+r.q.Text[end:], true
	}
	for _, at := range phrases.FindAll(r.q.Text, "occasion") {
		said := r.q.Text[at[0]:at[1]]
		if !slices.ContainsFunc(r.lex.scan(said, nil), func(t token) bool {
			d := r.l.c.dimensions[t.name]
			return t.sort != isUnknown && t.sort != isPhrase && (d == nil || d.Kind != "date")
		}) {
			r.q.Text = r.q.Text[:at[0]] + strings.Repeat(" ", len(said)) + r.q.Text[at[1]:]
		}
	}
}

// gossip passes over the words of clauses with a word that nothing knows, or with the
// day of its occasion, and none that bears on the number, beside one that has: "I am
// new, so", "it is Saturday, but".
func (r *reader) gossip() {
	for i := range r.toks {
		if t := &r.toks[i]; r.echoes(*t) {
			t.meaning, t.others = meaning{sort: isPhrase, name: "filler"}, nil
		}
	}
	for i, t := range r.toks {
		if !(t.sort == isUnknown && !t.doubtful && r.chatter(t)) && !(t.sort == isPeriod && korean.BeginsHangul(t.text) && r.aside(r.clause(t))) {
			continue
		}
		start, end := r.clause(t)
		for j := range r.toks {
			if o := &r.toks[j]; o.start >= start && o.end <= end && (o.sort == isPhrase || o.sort == isPeriod || j == i) {
				o.meaning, o.others = meaning{sort: isPhrase, name: "filler"}, nil
			}
		}
	}
}

// echoes tells a number, or that there is none, that a sentence before the question only
// repeats: "only 4? what about the week before", "none? then the returns".
func (r *reader) echoes(t token) bool {
	start, end := r.sentence(t)
	return (t.sort == isNumber && t.number.op == "" || t.is("op.lacks") && r.q.Previous != nil) &&
		slices.ContainsFunc(r.toks, func(o token) bool { return o.start >= end && o.bears() }) &&
		!slices.ContainsFunc(r.toks, func(o token) bool {
			return o.start >= start && o.start < end && o.sort != isNumber && o.start != t.start && o.bears()
		})
}

// addressed tells a word that says to whom, until when or what for ("대표님께",
// "때문에"): a condition only before a word of the data, "환자에게 판매한".
func (r *reader) addressed(i int) bool {
	return phrases.Has(r.toks[i].text, "addressed") && !(i+1 < len(r.toks) && r.toks[i+1].bears() && r.toks[i+1].sort != isPeriod)
}

// goesOn tells whether something that means something comes behind a token of
// the same sentence: a predicate at the end asks for what stands before it.
func (r *reader) goesOn(i int) bool {
	_, end := r.sentence(r.toks[i])
	return slices.ContainsFunc(r.toks[i+1:], func(t token) bool { return t.start < end && t.means() })
}

// chatter tells a word of a clause that means nothing, beside one that does:
// "fine. total sales this month?". Where something is lacked or had, each clause
// may be what is: "signed, but no visits".
func (r *reader) chatter(t token) bool {
	conditions := []string{"op.lacks"}
	if korean.IsHangul(lastRune(t.text)) {
		conditions = append(conditions, "op.has")
	}
	return r.aside(r.sentence(t)) || !r.has(conditions...) && r.aside(r.clause(t))
}

// aside tells a stretch of the question without anything that bears on the
// number or asks, where the rest has.
func (r *reader) aside(start, end int) bool {
	within := func(o token) bool { return o.start >= start && o.start < end }
	// "It is for Monday's meeting, so how far are we this month": the day is the occasion's.
	dated := slices.ContainsFunc(r.toks, func(o token) bool { return !within(o) && o.sort == isPeriod })
	return !slices.ContainsFunc(r.toks, func(o token) bool {
		return within(o) && (o.bears() && !(dated && o.sort == isPeriod) || phrases.Has(o.text, "asking"))
	}) &&
		slices.ContainsFunc(r.toks, func(o token) bool { return !within(o) && o.means() && o.sort != isPhrase })
}

// clause is where the clause of a token begins and ends: in English between
// commas, where it speaks of who talks.
func (r *reader) clause(t token) (start, end int) {
	start, end = r.sentence(t)
	if strings.ContainsFunc(r.q.Text, korean.IsHangul) {
		from, to := r.parsed().Clause(t.start, len(r.q.Text))
		return max(start, from), min(end, to)
	}
	const marks = ",;:"
	from := max(start, strings.LastIndexAny(r.q.Text[:t.start], marks)+1)
	to := end
	if i := strings.IndexAny(r.q.Text[t.end:], marks); i >= 0 {
		to = min(end, t.end+i)
	}
	if !phrases.Has(r.q.Text[from:to], "talker") {
		return start, end
	}
	return from, to
}

// drawn is the "~" that ends a sentence of a chat; one between the ends of a period does not.
var drawn = regexp.MustCompile(`(\p{Hangul})~(\s+[^\s\d]|\s*$)`)

// sentences are those of a text; a point that shortens a word ("vs.") ends none.
func sentences(text string) []korean.Span {
	text = drawn.ReplaceAllString(text, "$1.$2")
	var all []korean.Span
	for _, s := range korean.SentenceSpans(text) {
		if n := len(all); n > 0 && phrases.Has(text[all[n-1].Start:all[n-1].End], "form.shortened") {
			all[n-1].End = s.End
		} else {
			all = append(all, s)
		}
	}
	return all
}

// sentence is where the sentence of a token begins and ends.
func (r *reader) sentence(t token) (start, end int) {
	for _, s := range r.spans {
		if t.start < s.End {
			return s.Start, s.End
		}
	}
	return start, len(r.q.Text)
}

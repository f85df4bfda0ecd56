package compliance

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/korean"
)

// maxRead is how much of a target's text is read, in bytes: documents are a
// fraction of it.
const maxRead = 12 << 10

// maxKept is how many answers to one question are kept of a piece of text.
const maxKept = 64

// How far from a word its denial may stand, and how long a quote is.
const (
	denialReach = 48
	quoteRunes  = 160
)

// raising is a topic that a text raises.
type raising struct {
	topic string
	quote Quote
}

// reader reads the texts of a target, which are one text for it: each field
// on a line behind its label, since "items given: …" says that they were
// given.
type reader struct {
	rules     *Rules
	pieces    []piece
	text      string
	found     *dialog.Text
	sentences []korean.Span
	answers   []Answer
	raised    []raising
	turn      int            // of the piece that is added
	kept      map[string]int // answers and quotes of a key
	quoted    map[int]string // masked, by where they begin
	full      bool           // some text or some answers were left out
}

// piece is where a field's own text, or a message of a case, begins and ends in the
// reader's text.
type piece struct {
	field      string
	start, end int
	turn       int
}

// read answers what the texts of a target answer.
func (r *Rules) read(t Target) (answers []Answer, raised []raising, truncated bool) {
	rd := &reader{rules: r, kept: map[string]int{}, quoted: map[int]string{}}
	for _, f := range t.Fields {
		if !f.Typed && strings.TrimSpace(f.Text) != "" {
			rd.add(f.Key, f.Label+": ", f.Text)
		}
	}
	for _, told := range t.Told {
		rd.add("", "", told)
		rd.turn++
	}
	rd.add("", "", t.Text)
	if strings.TrimSpace(rd.text) == "" {
		return nil, nil, false
	}
	rd.run()
	return rd.answers, rd.raised, rd.full
}

func (r *reader) add(field, label, text string) {
	if left := max(0, maxRead-len(r.text)-len(label)); len(text) > left {
		text, r.full = cut.Bytes(text, left), true
	}
	start := len(r.text) + len(label)
	r.text += label + text + "\n"
	r.pieces = append(r.pieces, piece{field, start, start + len(text), r.turn})
}

// pieceAt is the piece that holds a place.
func (r *reader) pieceAt(at int) piece {
	i := sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].end >= at })
	return r.pieces[min(i, len(r.pieces)-1)]
}

func (r *reader) run() {
	r.found, r.sentences = phrases.Read(r.text), korean.SentenceSpans(r.text)
	sums := r.sums()
	for _, q := range r.rules.questions {
		switch q.Kind {
		case kindWon:
			r.won(q, sums)
		case kindCount:
			r.count(q)
		case kindRate:
			r.rate(q)
		case kindYesNo:
			r.yesNo(q)
		case kindMention:
			r.mention(q)
		case kindChoice:
			r.choice(q)
		}
	}
	named := false
	for _, topic := range r.rules.topics {
		for _, at := range r.said("topic." + topic) {
			r.raise(topic, at)
			named = true
		}
	}
	if named {
		return
	}
	for _, at := range r.said("given") { // whatever it is: no list has all that can be given
		r.raise("gift", at)
	}
}

// said is where a key's phrases are, without those that are waved aside.
func (r *reader) said(key string) [][]int {
	return slices.DeleteFunc(slices.Clone(r.found.FindAll(key)), r.isDenied)
}

// isDenied tells whether what stands there is waved aside: "제공품 없음", "no
// gift was given".
func (r *reader) isDenied(at []int) bool {
	from, to := r.clause(at)
	if phrases.Has(r.text[at[1]:min(to, at[1]+denialReach)], "denied_behind") {
		return true
	}
	return phrases.Has(r.text[max(from, at[0]-denialReach):at[0]], "denied_before")
}

// sentence is the sentence around a place.
func (r *reader) sentence(at []int) korean.Span {
	i := sort.Search(len(r.sentences), func(i int) bool { return r.sentences[i].End > at[0] })
	if i == len(r.sentences) {
		return korean.Span{End: len(r.text)}
	}
	return r.sentences[i]
}

// clause is the part of the sentence around a place, between commas and
// brackets.
func (r *reader) clause(at []int) (from, to int) {
	s := r.sentence(at)
	from, to = min(s.Start, at[0]), max(s.End, at[1])
	if i := strings.LastIndexAny(r.text[from:at[0]], ",;("); i >= 0 {
		from += i + 1
	}
	if i := strings.IndexAny(r.text[at[1]:to], ",;)"); i >= 0 {
		to = at[1] + i
	}
	return from, to
}

func (r *reader) quote(at []int) Quote {
	s := r.sentence(at)
	from, to := min(s.Start, at[0]), max(s.End, at[1])
	if to-from > 4*quoteRunes { // a long sentence: what stands around the place
		from, to = max(from, at[0]-quoteRunes), min(to, at[1]+quoteRunes)
	}
	text, ok := r.quoted[from]
	if !ok {
		text = forms.OneLine(guard.Mask(strings.ToValidUTF8(r.text[from:to], "")), quoteRunes)
		r.quoted[from] = text
	}
	p := r.pieceAt(at[0])
	return Quote{Field: p.field, Text: text, Start: max(at[0]-p.start, 0), End: min(max(at[1]-p.start, 0), p.end-p.start)}
}

func (r *reader) answer(a Answer, at []int) {
	if r.crowded(a.Key) {
		return
	}
	a.Quote, a.turn = r.quote(at), r.pieceAt(at[0]).turn
	r.answers = append(r.answers, a)
}

func (r *reader) raise(topic string, at []int) {
	if r.crowded(topic + "?") {
		return
	}
	r.raised = append(r.raised, raising{topic, r.quote(at)})
}

// crowded tells whether a key has been found so often in one piece of text
// that no more is kept: then a person has to look.
func (r *reader) crowded(key string) bool {
	r.kept[key]++
	over := r.kept[key] > maxKept
	r.full = r.full || over
	return over
}

// yesNo answers by a key's phrases; one that is waved aside is a no, one that
// somebody is not sure of answers nothing.
func (r *reader) yesNo(q *question) {
	for _, at := range r.found.FindAll("yes." + q.Key) {
		if r.overlaps("no."+q.Key, at) { // "설명회와 무관한" names a briefing too
			continue
		}
		if phrases.Has(r.text[at[1]:min(len(r.text), at[1]+denialReach)], "unsure_behind") {
			r.raise(q.Key, at)
			continue
		}
		yes := !r.isDenied(at)
		r.answer(Answer{Key: q.Key, Yes: &yes}, at)
	}
	for _, at := range r.found.FindAll("no." + q.Key) {
		r.answer(Answer{Key: q.Key, Yes: new(bool)}, at)
	}
	for _, at := range r.found.FindAll("said." + q.Key) {
		r.raise(q.Key, at)
	}
}

func (r *reader) overlaps(key string, at []int) bool {
	return slices.ContainsFunc(r.found.FindAll(key), func(o []int) bool { return o[0] < at[1] && at[0] < o[1] })
}

// mention answers yes where the thing and an act stand in one sentence, no
// where it is waved aside; else the words only raise the question.
func (r *reader) mention(q *question) {
	yes, no := true, false
	for _, group := range []string{"strong.", "thing."} { // a strong thing needs no act
		for _, at := range r.found.FindAll(group + q.Key) {
			switch {
			case r.isDenied(at):
				r.answer(Answer{Key: q.Key, Yes: &no}, at)
			case (group == "strong." || r.acted(q, at)) && !r.learned(at):
				r.answer(Answer{Key: q.Key, Yes: &yes}, at)
			default:
				r.raise(q.Key, at)
			}
		}
	}
}

// acted tells whether one of the question's acts stands in the sentence, apart
// from the thing itself.
func (r *reader) acted(q *question, at []int) bool {
	s := r.sentence(at)
	return slices.ContainsFunc(q.Acts, func(act string) bool {
		return r.found.Within("act."+act+".any", s.Start, max(s.End, at[1]), at)
	})
}

// learned tells whether the sentence speaks of rules and training.
func (r *reader) learned(at []int) bool {
	s := r.sentence(at)
	return r.found.Within("learned", s.Start, s.End, nil)
}

// choice takes the first option that a message names.
func (r *reader) choice(q *question) {
	chosen := map[int]bool{}
	for _, option := range q.Options {
		for _, at := range r.said("choice." + q.Key + "." + option) {
			if turn := r.pieceAt(at[0]).turn; !chosen[turn] {
				chosen[turn] = true
				r.answer(Answer{Key: q.Key, Choice: option}, at)
			}
		}
	}
}

// count reads numbers by their counters; group h counts hours, where the
// answer is in minutes.
func (r *reader) count(q *question) {
	for _, g := range r.found.Groups("count." + q.Key) {
		at := []int{g.Start, g.End}
		if n, ok := korean.ParseCount(strings.TrimSpace(g.Named["n"])); ok {
			r.answer(Answer{Key: q.Key, Num: int64(n)}, at)
		} else if n, ok := korean.ParseCount(strings.TrimSpace(g.Named["h"])); ok {
			r.answer(Answer{Key: q.Key, Num: int64(n) * 60}, at)
		}
	}
}

// rate takes the percentages in the sentence of a topic.
func (r *reader) rate(q *question) {
	rates := korean.FindRates(r.text)
	for _, topic := range q.Topics {
		for _, at := range r.said("topic." + topic) {
			s := r.sentence(at)
			for _, rate := range rates {
				if rate.Start >= s.Start && rate.End <= s.End && rate.Value <= 100 {
					r.answer(Answer{Key: q.Key, Num: int64(math.Round(rate.Value * 100))}, []int{rate.Start, rate.End})
				}
			}
		}
	}
}

package planning

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// What the chance of the best article tells of a question.
const (
	// Sure: it is a question for the library, even in words of another field.
	Sure = 0.85
	// Situation: it tells a situation of its own, where a guide is to it.
	Situation = 0.8
	// Answers: it is one, whatever else is in it.
	Answers = 0.5
	// Likely: it is one where its words tell nothing better.
	Likely = 0.25
	// Near: it is worth a look where nothing answers.
	Near = 0.1
)

// Found is the article of the library that fits a question best.
type Found struct {
	Question string `json:"question"` // as it was looked up
	Law      string `json:"law"`
	Article  string `json:"article"`
	// Chance is how likely it answers, 0-1.
	Chance float64 `json:"chance"`
	// Guide tells that it answers a situation and reckons nothing.
	Guide bool `json:"guide,omitempty"`
}

// sign is what conditions call an article that was found: that of a pack may
// stand for several ("제32조·시행령 제27조의2") and is called by the first.
func (f Found) sign() string {
	article, _, _ := strings.Cut(f.Article, "·")
	article, _, _ = strings.Cut(article, " ")
	return foundSign + ":" + f.Law + " " + article
}

// foundSign is the sign of a question that an article answers.
const foundSign = "found"

// maxQuestions bounds what of a query is looked up.
const maxQuestions = 8

// Questions are what of a query is to be looked up in the library before it
// is planned for: the whole and, of several sentences, each that is long
// enough to be one by itself.
func (p *Planner) Questions(query string) []string {
	r := p.read(query)
	list := []string{query}
	for _, s := range sentences(r) {
		if text := r.raw[r.offs[s.Start]:r.offs[s.End]]; len(strings.Fields(text)) >= minQuestion && len(list) < maxQuestions && text != query {
			list = append(list, text)
		}
	}
	return list
}

// minQuestion is how many words a sentence has that is looked up by itself.
const minQuestion = 3

// sentences are the spans of a text between its marks, without quotations.
func sentences(r *reading) []korean.Span {
	var list []korean.Span
	start := 0
	add := func(end int) {
		if from := end - len(strings.TrimLeft(r.norm[start:end], " ,.;:!?~\n")); from < end && !inside(r.quotes, from) {
			list = append(list, korean.Span{Start: from, End: end})
		}
		start = end
	}
	for i := range len(r.norm) {
		if strings.IndexByte("?!.;\n", r.norm[i]) >= 0 && !inside(r.quotes, i) && !decimal(r.norm, i) {
			add(i + 1)
		}
	}
	add(len(r.norm))
	return list
}

// lookUp notes what was found for the text of a reading: for the question
// that it is, or that stands in it.
func (r *reading) lookUp(found []Found) {
	own := squash(r.raw) // a part that was put together anew holds its sentences
	for _, f := range found {
		q := squash(f.Question)
		if q == "" || !strings.Contains(own, q) {
			continue
		}
		if f.Chance >= Answers {
			r.signs[foundSign], r.signs[f.sign()] = true, true
		}
		if f.Chance > r.found.Chance {
			r.found = f
		}
		if len(q) == len(own) {
			r.whole = f.Chance
		}
	}
}

// surer is how much likelier the answer to a sentence alone has to be than
// that to the whole query, which holds the story.
const surer = 0.15

// surest is the sentence of a query that is looked up by itself because the
// whole of it finds less; "" is the whole.
func (r *reading) surest() string {
	q := r.found.Question
	goesOn := r.signs["follow_up"] // of which the words before say what it is about
	if !goesOn && r.found.Chance < Answers || r.found.Chance < r.whole+surer || !goesOn && !korean.Asks(q) && !korean.EndsAsking(q) {
		return ""
	}
	return q
}

// decide lets what the library has decide where words alone would refuse a
// question, or send it to something that it does not ask for.
func (p *Planner) decide(r *reading, v verdict) verdict {
	if p.library < 0 || r.signs["injection"] {
		return v
	}
	if v.intent == p.library {
		v.confidence = max(v.confidence, r.found.Chance)
		return v
	}
	if p.forLibrary(r, v) {
		v.intent, v.confidence = p.library, max(r.found.Chance, v.chances[p.library])
	}
	return v
}

// forLibrary tells whether a text that its words call something else is a
// question for the library.
func (p *Planner) forLibrary(r *reading, v verdict) bool {
	in, chance := &p.cfg.Intents[v.intent], r.found.Chance
	switch {
	case in.Kind != KindWork && r.situation() && (in.Kind == KindUnclear || chance >= Sure) && !hasAny(r.signs, p.cfg.Signs.Elsewhere):
		return true // few words tell it
	case r.found.Guide && chance >= Answers && r.says <= minSaid && (in.Kind != KindWork || len(in.Placed) > 0) && phrases.Has(r.norm, "meaning"):
		return true // "전세가 뭐예요" asks for no price
	case in.Kind == KindIrrelevant && chance >= Near && (r.says > minSaid || r.says == minSaid && v.confidence < guessed) && !hasAny(r.signs, p.cfg.Signs.Elsewhere):
		return true // a strange word is no other field
	case in.Kind == KindUnclear && r.found.Guide && r.fields == 0 && r.says <= minSaid:
		return false // a few vague words are all in some situation
	case chance < Likely && in.Kind != KindWork || r.says < minSaid || chance < Answers && in.Kind == KindUnclear && r.says == minSaid:
		return false
	case in.Kind != KindWork:
		return !r.elsewhere(p) || chance >= Sure || r.says >= story || r.talk && chance >= Answers
	case len(in.Needs) > 0 && chance >= Answers && !hasAny(r.signs, in.Needs):
		return true // "뽑아" of a person is no draft, and no price is asked for
	case len(in.Placed) > 0 && chance >= Likely && r.says >= minSaid && !hasAny(r.signs, in.Alone) && !slices.ContainsFunc(in.Needs, func(need string) bool { return r.signs[need] && !slices.Contains(in.Placed, need) }):
		return true // "싸게 내놓는" neighbours ask for no price
	case r.found.Guide && chance >= Sure && asks(r) && !phrases.Has(r.norm, "orders") && !hasAny(r.signs, []string{"amount", "region", "quote"}):
		return true // "특약 어떻게 써요?" is no order to write one
	case hasAny(r.signs, p.cfg.Signs.Tasks) || len(r.quotes) > 0:
		return false
	case r.found.Guide && r.signs["amount"] && !hasAny(r.signs, p.cfg.Signs.Documents):
		return false // who names a sum wants it reckoned with
	case chance >= Answers && chance > v.confidence, chance >= Near && v.confidence < guessed && !r.signs["amount"]:
		return true
	case len(in.Needs) == 0 || hasAny(r.signs, in.Needs) || hasAny(r.signs, in.Alone) && !p.ofLibrary(r):
		return false
	}
	return chance >= Likely || r.signs["topic"]
}

// ownText tells whether a query speaks of a document, and is no question for the library.
func (p *Planner) ownText(r *reading, v verdict) bool {
	return hasAny(r.signs, p.cfg.Signs.Documents) && v.intent != p.library
}

// goesOn tells whether a query that names nothing by itself, or points back, is
// about the question before: with that the library has an answer, and notes it.
func (p *Planner) goesOn(req Request, r *reading, v verdict) bool {
	// What says little by itself fits many articles, and means the one before, unless
	// it names something that the topic has not: "엘리베이터 교체비는 누가 내요".
	strange := p.strange(req, r) && !dialog.PointsBack(r.norm)
	short := r.fields == 0 && r.says <= minSaid+1 && !strange
	points := dialog.PointsBack(r.norm) || req.GoesOn || r.says < minSaid && r.fields == 0 && !r.signs["amount"] && !r.signs["strong"] && !r.signs["weak"]
	own := r.found.Chance >= Answers && !(short && r.found.Chance < Sure) || r.fields > 0 || r.situation()
	if points && !strange { // "아 잠깐, 전입신고는 …" names what it is about
		own = r.fields > 0 && r.found.Chance >= Answers || p.alone(req, r)
	}
	// "안녕" asks nothing, "밥은 먹었어요?" nothing of the topic.
	greets := !dialog.PointsBack(r.norm) && v.intent == p.irrelevant && v.confidence >= guessed && !p.asksOn(req, r)
	if req.Topic == "" || own || greets || hasAny(r.signs, p.cfg.Signs.Elsewhere) {
		return false
	}
	best := Found{Chance: Likely}
	told := req.Told && v.confidence >= guessed // a loan is asked for all the same with "생애최초예요"
	if p.cfg.Intents[v.intent].Kind == KindWork && v.intent != p.library && (r.fields > 0 || told) {
		if best.Chance = Answers; !dialog.PointsWithin(r.norm) || r.signs["region"] || r.signs["amount"] {
			return false
		}
	}
	if !points {
		best.Chance = max(Likely, r.found.Chance)
	}
	with := p.InTopic(req)
	for _, f := range req.Found {
		if f.Chance >= best.Chance && slices.Contains(with, f.Question) {
			best = f
		}
	}
	if best.Question == "" {
		return false
	}
	r.found, r.whole = best, 0
	r.signs["follow_up"] = true
	return true
}

// alone tells whether a query that begins by pointing back ("그럼") is answered by itself
// all the same: surely, or as of something that the topic does not speak of.
func (p *Planner) alone(req Request, r *reading) bool {
	if dialog.PointsWithin(r.norm) || dialog.PointsEarlier(r.norm) {
		return false
	}
	return r.found.Chance >= Sure && r.says >= minSaid || r.situation() ||
		r.found.Chance >= Likely && r.fields > 0 && p.otherTopics(r, p.read(req.topic()))
}

// situation tells whether a query tells a situation that a guide is to: it is no more of
// the question before it.
func (r *reading) situation() bool { return r.found.Guide && r.found.Chance >= Situation && !asks(r) }

// asks tells whether a query asks for something.
func asks(r *reading) bool {
	return korean.Asks(r.norm) || korean.EndsAsking(r.norm) || phrases.Has(r.norm, "asks")
}

// asksOn tells whether a query asks for more of the topic: it points at what was
// said and names nothing else, or has one of the topic's words.
func (p *Planner) asksOn(req Request, r *reading) bool {
	topic := normalise(req.topic()).norm
	return asks(r) && (dialog.PointsWithin(r.norm) && !p.strange(req, r) || slices.ContainsFunc(r.tokens, func(t token) bool {
		return t.runes >= 2 && strings.Contains(topic, r.norm[t.start:t.end])
	}))
}

// strange tells whether a query has words that are known neither to the lexicon
// nor from the topic; one alone may be a verb ("얼마나 걸려요").
func (p *Planner) strange(req Request, r *reading) bool {
	topic, count := normalise(req.topic()).norm, 0
	for _, t := range r.tokens {
		word := r.norm[t.start:t.end]
		if !t.known && !numeric(word) && !phrases.Has(word, "asks") && !strings.Contains(topic, word) {
			count++
		}
	}
	return count > 1
}

// InTopic is a query with the question before, as it is looked up: with the
// whole of that, and with its words alone.
func (p *Planner) InTopic(req Request) []string {
	topic := req.topic()
	return []string{topic + " " + req.Query, strings.Join(p.Terms(topic), " ") + " " + req.Query}
}

// NamesLaw tells whether a text speaks of something that the library answers.
func (p *Planner) NamesLaw(text string) bool { return p.library >= 0 && p.ofLibrary(p.read(text)) }

// ofLibrary tells whether a text speaks of something that the library answers.
func (p *Planner) ofLibrary(r *reading) bool {
	for i, n := range r.counts {
		if c := &p.cfg.Concepts[i]; n > 0 && c.Class == ClassTopic && c.Intent == p.cfg.Intents[p.library].Key {
			return true
		}
	}
	return false
}

// minSaid is how many words that say something a text has at least for which
// an article can be the answer; with a story even words of another field do
// not make it one of theirs.
const (
	minSaid = 3
	story   = 7
)

// guessed is the confidence below which words have only guessed.
const guessed = 0.5

// elsewhere tells whether a text speaks of another field, and of nothing that
// is surely of this one.
func (r *reading) elsewhere(p *Planner) bool {
	return hasAny(r.signs, p.cfg.Signs.Elsewhere) && !r.signs["strong"]
}

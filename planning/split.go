package planning

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// understanding is the settled intent of a query and of its parts.
type understanding struct {
	intent     string
	confidence float64
	reading    *reading
	parts      []part
	// carried are the words of the previous query that this one is about.
	carried []string
	// only is the single action that goes on, "" when conditions choose.
	only string
	// read tells that a model read it; chosen are the actions that it picked
	// for a query of one part.
	read   bool
	chosen []string
}

// part is one question of a compound query.
type part struct {
	text       string
	intent     string
	confidence float64
	reading    *reading
	chosen     []string // by a model
	found      Found    // when the part was begun
}

// understand settles the intent of a query, by its words and by what the
// library has for it. A query is cut where it may hold several questions; when
// two parts or more are surely of different kinds of work the query is
// comprehensive; parts of one kind but about different things ("보증금을 안
// 줘요. 복비는 얼마예요?") keep their intent and are answered one by one;
// otherwise what the whole query says counts. A part that is unclear or
// irrelevant by itself ("안녕하세요.") belongs to its neighbour.
func (p *Planner) understand(req Request) understanding {
	found := req.Found
	whole := p.read(req.Query)
	whole.talk = req.Topic != ""
	whole.lookUp(found)
	v := p.decide(whole, p.classify(whole))
	if p.showsClauses(whole) {
		return understanding{intent: p.cfg.Intents[p.reviews].Key, confidence: givenConfidence, reading: whole}
	}
	gap := req.Gap && v.intent != p.irrelevant && !p.ownText(whole, v)
	// Who orders a text behind an answer of the library is not told that answer once more.
	orders := p.ownText(whole, v) && phrases.Has(whole.norm, "orders")
	if p.library >= 0 && (gap || !orders && p.goesOn(req, whole, v)) {
		return understanding{intent: p.cfg.Intents[p.library].Key, confidence: max(v.confidence, whole.found.Chance), reading: whole}
	}
	u := understanding{intent: p.cfg.Intents[v.intent].Key, confidence: v.confidence, reading: whole}
	if one := p.single(v); one.intent != v.intent && !whole.signs[p.cfg.Signs.Overall] && (whole.fields < 3 || whole.found.Chance >= Answers) {
		one = p.decide(whole, one)
		u.intent, u.confidence = p.cfg.Intents[one.intent].Key, one.confidence
	}
	if p.comprehensive() == "" || v.intent == p.irrelevant {
		return u
	}
	parts := p.parts(whole, v, found)
	if written, ok := p.written(whole, parts); ok {
		u.intent, u.confidence = written.intent, written.confidence
		return u
	}
	switch {
	case len(parts) < 2:
		return u
	case distinct(parts) < 2:
		u.intent, u.parts = parts[0].intent, parts
		return u
	case whole.found.Chance < Answers && (whole.fields == 0 || whole.fields == 1 && !p.documentsToo(whole) && !sure(parts)):
		return u
	}
	u.intent, u.parts = p.comprehensive(), parts
	u.confidence = 1
	for _, part := range parts {
		u.confidence = min(u.confidence, part.confidence)
	}
	u.confidence = max(u.confidence, v.chances[p.intents[u.intent]])
	return u
}

// comprehensive is the intent for several kinds of work at once, "" when
// the assistant has none.
func (p *Planner) comprehensive() string {
	if _, ok := p.intents["comprehensive"]; ok {
		return "comprehensive"
	}
	return ""
}

// sure tells whether every part is surely a question of its own.
func sure(parts []part) bool {
	for _, part := range parts {
		if part.confidence < surePart {
			return false
		}
	}
	return true
}

// documentsToo tells whether a document is spoken of besides one topic.
func (p *Planner) documentsToo(r *reading) bool {
	return r.fields == 1 && hasAny(r.signs, p.cfg.Signs.Documents)
}

// parts cuts a query, which is judged as a whole, into questions; neighbours
// of one kind and topic are one part, unless a word or mark joins two topics
// or the library has another article for each.
// Fewer than two parts means that it asks one thing; they are not read then.
func (p *Planner) parts(whole *reading, judged verdict, found []Found) []part {
	var parts []part
	pending := 0 // where the text begins that no part owns yet
	for _, piece := range cuts(whole) {
		if inside(whole.quotes, start(whole.norm, piece)) {
			continue // the words of a clause ask nothing
		}
		alone := p.piece(whole, piece)
		alone.lookUp(found)
		if !p.mayStand(alone) {
			continue
		}
		v := judged
		if alone != whole {
			v = p.decide(alone, p.classify(alone))
		}
		v = p.single(v)
		if v.intent == p.irrelevant && !hasAny(alone.signs, p.cfg.Signs.Elsewhere) {
			v = p.without(v, p.irrelevant) // a strange word in a query about homes
		}
		sure := surePart
		if borders(whole.norm, piece) {
			sure = joinedPart
		}
		if !p.standsAlone(alone, v, sure) {
			continue
		}
		end := piece.End
		if strings.HasPrefix(whole.norm[end:], "?") {
			end++ // a part keeps the mark, which may be all that tells that it asks
		}
		text, joined := afterJoint(strings.TrimLeft(whole.norm[pending:end], " ,.:!?/&+"))
		pending = end
		key := p.cfg.Intents[v.intent].Key
		if n := len(parts); n > 0 && parts[n-1].intent == key && !(joined && p.otherTopics(p.reread(&parts[n-1]), alone)) && !parts[n-1].otherArticle(alone) {
			parts[n-1].extend(text)
			parts[n-1].confidence = max(parts[n-1].confidence, v.confidence)
			continue
		}
		parts = append(parts, part{text: text, intent: key, confidence: v.confidence, found: alone.found})
		if alone != whole && strings.TrimSuffix(text, "?") == strings.TrimSuffix(alone.raw, "?") {
			parts[len(parts)-1].reading = alone
		}
	}
	if n := len(parts); n > 0 && pending < len(whole.norm) {
		parts[n-1].extend(strings.TrimLeft(whole.norm[pending:], " ,.;:!?/\n&+"))
	}
	if len(parts) > 1 {
		for i := range parts {
			p.reread(&parts[i]).lookUp(found)
		}
	}
	return parts
}

// otherArticle tells whether a question of law follows one that another
// article answers, each of them surely.
func (part *part) otherArticle(next *reading) bool {
	before, now := part.found, next.found
	return before.Chance >= Answers && now.Chance >= Answers && before.sign() != now.sign() && korean.EndsAsking(part.text)
}

// piece is a piece of a query, read by itself. The whole query need not be
// read again.
func (p *Planner) piece(whole *reading, piece korean.Span) *reading {
	if text := whole.norm[piece.Start:piece.End]; text != whole.raw {
		return p.read(text)
	}
	return whole
}

// reread reads a part, once.
func (p *Planner) reread(part *part) *reading {
	if part.reading == nil {
		part.reading = p.read(part.text)
	}
	return part.reading
}

// extend puts text behind the part's own.
func (part *part) extend(text string) {
	if text != "" {
		part.text, part.reading = part.text+" "+text, nil
	}
}

// borders tells whether a word like "그리고" sets the piece apart from its
// neighbour.
func borders(s string, piece korean.Span) bool {
	_, follows := afterJoint(strings.TrimLeft(s[piece.End:], " ,.:!?/&+"))
	before := strings.TrimRight(s[:piece.Start], " ,")
	return follows || phrases.Has(before[max(0, len(before)-longJoint):], "joint.behind")
}

// longJoint is at least as long as a word that joins, with its neighbours.
const longJoint = 32

// start is where the first word of a piece begins.
func start(s string, piece korean.Span) int {
	trimmed := strings.TrimLeft(s[piece.Start:piece.End], " ,.:!?/&+\n")
	return piece.End - len(trimmed)
}

// afterJoint is a piece without the word that joins it to the one before;
// joined tells that there was such a word, a semicolon or a new line.
func afterJoint(text string) (rest string, joined bool) {
	rest = strings.TrimLeft(text, " ;\n")
	joined = strings.ContainsAny(text[:len(text)-len(rest)], ";\n")
	if _, end, ok := phrases.Find(rest[:min(len(rest), longJoint)], "joint.before"); ok {
		return strings.TrimLeft(rest[end:], " ,"), true
	}
	return rest, joined
}

// otherTopics tells whether two readings have topics and share none.
func (p *Planner) otherTopics(a, b *reading) bool {
	left, right := false, false
	for i, c := range p.cfg.Concepts {
		if c.Class != ClassTopic || c.Intent == "" {
			continue
		}
		if a.counts[i] > 0 && b.counts[i] > 0 {
			return false
		}
		left, right = left || a.counts[i] > 0, right || b.counts[i] > 0
	}
	return left && right
}

func distinct(parts []part) int {
	seen := map[string]bool{}
	for _, part := range parts {
		seen[part.intent] = true
	}
	return len(seen)
}

// single is the best intent for one kind of work.
func (p *Planner) single(v verdict) verdict {
	k, ok := p.intents[p.comprehensive()]
	if !ok || v.intent != k {
		return v
	}
	return p.without(v, k)
}

// without is the best intent besides one.
func (p *Planner) without(v verdict, except int) verdict {
	rest := 1 - v.chances[except]
	v.intent, v.confidence = p.unclear, 0
	for i, chance := range v.chances {
		if i != except && chance/rest > v.confidence {
			v.intent, v.confidence = i, chance/rest
		}
	}
	return v
}

// mayStand tells whether a piece can be a question of its own, whatever its
// intent is.
func (p *Planner) mayStand(r *reading) bool {
	return r.fields > 0 || r.found.Chance >= Answers || hasAny(r.signs, p.cfg.Signs.Tasks) || r.signs["strong"] && p.acts(r) > 0
}

// standsAlone tells whether a piece that may stand alone is surely a question
// of its own.
func (p *Planner) standsAlone(r *reading, v verdict, sure float64) bool {
	in := p.cfg.Intents[v.intent]
	if in.Kind != KindWork || in.Key == p.comprehensive() || v.confidence < p.cfg.Thresholds.Part {
		return false
	}
	if hasAny(r.signs, p.cfg.Signs.Tasks) || v.intent == p.library && r.found.Chance >= Answers {
		return true
	}
	return v.confidence >= sure || r.fields > 0 && (p.acts(r) > 0 || korean.EndsAsking(r.norm) || len(r.tokens) <= listItem)
}

// surePart is the confidence at which a piece that tells what happened
// ("3억 3천으로 올려달래요") is a question even without asking anything.
const surePart = 0.7

// joinedPart is that confidence beside a word that joins two questions.
const joinedPart = 0.5

// listItem is how many words an item of a list has at most ("시세랑 대출
// 한도 알려줘").
const listItem = 3

// maxPieces bounds how many pieces are looked at.
const maxPieces = 16

// cuts gives the pieces of a text between its joints. Quotations are never
// cut, nor are the terms of the lexicon.
func cuts(r *reading) []korean.Span {
	var pieces []korean.Span
	start := 0
	cut := func(end, next int) {
		if len(pieces) < maxPieces-1 && strings.TrimSpace(r.norm[start:end]) != "" {
			pieces = append(pieces, korean.Span{Start: start, End: end})
			start = next
		}
	}
	for i, tok := range r.tokens {
		if len(pieces) == maxPieces-1 {
			break
		}
		if tok.start < start || inside(r.quotes, tok.start) {
			continue
		}
		word := r.norm[tok.start:tok.end]
		if phrases.Has(word, "joint.word") && tok.start > start {
			cut(tok.start, tok.end)
			continue
		}
		if tok.runes >= runOn {
			for _, at := range innerJoints(r, tok) {
				cut(at, at)
			}
		}
		next := len(r.norm)
		if i+1 < len(r.tokens) {
			next = r.tokens[i+1].start
		}
		marked := strings.ContainsAny(r.norm[tok.end:next], "?!.;,\n/+&") && !decimal(r.norm, tok.end)
		if marked || endsInJoint(word) && !splitsTerm(r, tok.end) && !phrases.Has(r.norm[next:min(len(r.norm), next+utf8.UTFMax)], "joint.open") {
			cut(tok.end, tok.end)
		}
	}
	return append(pieces, korean.Span{Start: start, End: len(r.norm)})
}

func endsInJoint(word string) bool {
	word = word[max(0, len(word)-longJoint):]
	return phrases.Has(word, "joint.end") && !phrases.Has(word, "joint.report")
}

// decimal tells whether the mark at s[at] separates digits ("1,000").
func decimal(s string, at int) bool {
	return at+1 < len(s) && at > 0 && s[at-1] >= '0' && s[at-1] <= '9' && s[at+1] >= '0' && s[at+1] <= '9'
}

// splitsTerm tells whether a term of the lexicon goes over s[at].
func splitsTerm(r *reading, at int) bool {
	i := hitsFrom(r, at)
	return i > 0 && r.hits[i-1].end > at
}

// hitsFrom is the index of the first hit that begins at or after an offset.
func hitsFrom(r *reading, at int) int {
	return sort.Search(len(r.hits), func(i int) bool { return r.hits[i].start >= at })
}

// innerJoints are the places after "…고", "…랑" within words run together
// where a term of the lexicon follows.
func innerJoints(r *reading, tok token) []int {
	var at []int
	for _, h := range r.hits[hitsFrom(r, tok.start+1):] {
		if h.start >= tok.end {
			break
		}
		last, _ := utf8.DecodeLastRuneInString(r.norm[tok.start:h.start])
		if strings.ContainsRune("고랑", last) {
			at = append(at, h.start)
		}
	}
	return at
}

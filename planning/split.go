package planning

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
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
}

// understand settles the intent of a query. A query is cut where it may
// hold several questions; when two parts or more are surely of different
// kinds of work the query is comprehensive; parts of one kind but about
// different topics ("보증금을 안 줘요. 복비는 얼마예요?") keep their intent and
// are answered one by one; otherwise what the whole query says counts. A part that is unclear or irrelevant by itself ("안녕하세요.")
// belongs to its neighbour.
func (p *Planner) understand(raw string) understanding {
	whole := p.read(raw)
	v := p.classify(whole)
	u := understanding{intent: p.cfg.Intents[v.intent].Key, confidence: v.confidence, reading: whole}
	if one := p.single(v); one.intent != v.intent && !whole.signs["overall"] && whole.fields < 3 {
		u.intent, u.confidence = p.cfg.Intents[one.intent].Key, one.confidence
	}
	if p.comprehensive() == "" || v.intent == p.irrelevant {
		return u
	}
	parts := p.parts(whole, v)
	switch {
	case len(parts) < 2:
		return u
	case distinct(parts) < 2:
		u.intent, u.parts = parts[0].intent, parts
		return u
	case whole.fields == 0 || whole.fields == 1 && !p.documentsToo(whole) && !sure(parts):
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
	return r.fields == 1 && (r.signs["contract_doc"] || r.signs["lease_doc"] || r.signs["clause"] || r.signs["letter_doc"])
}

// parts cuts a query, which is judged as a whole, into questions; neighbours
// of one kind and topic are one part, unless a word or mark joins two topics.
// Fewer than two parts means that it asks one thing; they are not read then.
func (p *Planner) parts(whole *reading, judged verdict) []part {
	var parts []part
	pending := 0 // where the text begins that no part owns yet
	pieces := cuts(whole)
	for _, piece := range pieces {
		if inside(whole.quotes, start(whole.norm, piece)) {
			continue // the words of a clause ask nothing
		}
		text := strings.TrimLeft(whole.norm[pending:piece.end], " ,.:!?/&+")
		alone := p.piece(whole, piece)
		if !p.mayStand(alone) {
			continue
		}
		v := judged
		if alone != whole {
			v = p.classify(alone)
		}
		v = p.single(v)
		if v.intent == p.irrelevant && !hasAny(alone.signs, elsewhere) {
			v = p.without(v, p.irrelevant) // a strange word in a query about homes
		}
		sure := surePart
		if borders(whole.norm, piece) {
			sure = joinedPart
		}
		if !p.standsAlone(alone, v, sure) {
			continue
		}
		key := p.cfg.Intents[v.intent].Key
		pending = piece.end
		text, joined := afterJoint(text)
		if n := len(parts); n > 0 && parts[n-1].intent == key && !(joined && p.otherTopics(p.reread(&parts[n-1]), alone)) {
			parts[n-1].extend(text)
			parts[n-1].confidence = max(parts[n-1].confidence, v.confidence)
			continue
		}
		parts = append(parts, part{text: text, intent: key, confidence: v.confidence})
		if alone != whole && text == alone.raw {
			parts[len(parts)-1].reading = alone
		}
	}
	if n := len(parts); n > 0 && pending < len(whole.norm) {
		parts[n-1].extend(strings.TrimLeft(whole.norm[pending:], " ,.;:!?/\n&+"))
	}
	if len(parts) > 1 {
		for i := range parts {
			p.reread(&parts[i])
		}
	}
	return parts
}

// piece is a piece of a query, read by itself. The whole query need not be
// read again.
func (p *Planner) piece(whole *reading, piece span) *reading {
	if text := whole.norm[piece.start:piece.end]; text != whole.raw {
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
		part.text, part.reading = joinText(part.text, text), nil
	}
}

// borders tells whether a word like "그리고" sets the piece apart from its
// neighbour.
func borders(s string, piece span) bool {
	_, follows := afterJoint(strings.TrimLeft(s[piece.end:], " ,.:!?/&+"))
	before := strings.TrimRight(s[:piece.start], " ,")
	return follows || slices.ContainsFunc(jointWords, func(word string) bool {
		return before == word || strings.HasSuffix(before, " "+word)
	})
}

// start is where the first word of a piece begins.
func start(s string, piece span) int {
	trimmed := strings.TrimLeft(s[piece.start:piece.end], " ,.:!?/&+\n")
	return piece.end - len(trimmed)
}

// afterJoint is a piece without the word that joins it to the one before;
// joined tells that there was such a word, a semicolon or a new line.
func afterJoint(text string) (rest string, joined bool) {
	rest = strings.TrimLeft(text, " ;\n")
	joined = strings.ContainsAny(text[:len(text)-len(rest)], ";\n")
	for _, word := range jointWords {
		if after, ok := strings.CutPrefix(rest, word+" "); ok {
			return strings.TrimLeft(after, " ,"), true
		}
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

func joinText(a, b string) string {
	if b == "" {
		return a
	}
	return a + " " + b
}

func distinct(parts []part) int {
	seen := map[string]bool{}
	for _, part := range parts {
		seen[part.intent] = true
	}
	return len(seen)
}

// elsewhere are the signs of a piece that is about something else than homes.
var elsewhere = []string{"foreign", "foreign_deal", "injection", "smalltalk"}

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
	return r.fields > 0 || r.signs["draft"] || r.signs["review"] || r.signs["suggest"] || r.signs["strong"] && p.acts(r) > 0
}

// standsAlone tells whether a piece that may stand alone is surely a question
// of its own.
func (p *Planner) standsAlone(r *reading, v verdict, sure float64) bool {
	in := p.cfg.Intents[v.intent]
	if in.Kind != KindWork || in.Key == p.comprehensive() || v.confidence < p.cfg.Thresholds.Part {
		return false
	}
	if r.signs["draft"] || r.signs["review"] || r.signs["suggest"] {
		return true
	}
	if r.fields == 0 {
		return v.confidence >= sure
	}
	return (p.acts(r) > 0 || asks(r.norm) || len(r.tokens) <= listItem || v.confidence >= sure)
}

// asks tells whether a text ends as a question does.
func asks(s string) bool {
	s = strings.TrimRight(s, " .,~!?")
	for _, end := range []string{"나요", "까요", "니까", "가요", "을까", "나", "냐", "죠", "는지", "건지", "지요"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

// surePart is the confidence at which a piece that tells what happened
// ("3억 3천으로 올려달래요") is a question even without asking anything.
const surePart = 0.7

// joinedPart is that confidence beside a word that joins two questions.
const joinedPart = 0.5

// listItem is how many words an item of a list has at most ("시세랑 대출
// 한도 알려줘").
const listItem = 3

// joints are the words and endings between two questions. A joint inside a
// token has to be its end.
var (
	jointWords = []string{"그리고", "또", "또한", "그리구", "근데", "그런데", "and", "also", "then", "및", "plus"}
	jointEnds  = []string{"이랑", "랑", "하고", "고", "구", "와", "과", "이든", "든"}
)

// reportEnds end what somebody said or wants, which goes on: "고쳐달라고
// 보낼 문자", "올리겠다고".
// "요구" and "청구" are nouns that only sound like a joint.
var reportEnds = []string{"라고", "다고", "냐고", "자고", "려고", "이고", "그리고", "요구", "청구"}

// maxPieces bounds how many pieces are looked at.
const maxPieces = 16

// cuts gives the pieces of a text between its joints. Quotations are never
// cut, nor are the terms of the lexicon.
func cuts(r *reading) []span {
	var pieces []span
	start := 0
	cut := func(end, next int) {
		if len(pieces) < maxPieces-1 && strings.TrimSpace(r.norm[start:end]) != "" {
			pieces = append(pieces, span{start, end})
			start = next
		}
	}
	for i, tok := range r.tokens {
		if tok.start < start || inside(r.quotes, tok.start) {
			continue
		}
		word := r.norm[tok.start:tok.end]
		if oneOf(jointWords, word) && tok.start > start {
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
		if strings.ContainsAny(r.norm[tok.end:next], "?!.;,\n/+&") && !decimal(r.norm, tok.end) || endsInJoint(word) && !splitsTerm(r, tok.end) && !strings.HasPrefix(r.norm[next:], "싶") && !strings.HasPrefix(r.norm[next:], "있") {
			cut(tok.end, tok.end)
		}
	}
	return append(pieces, span{start, len(r.norm)})
}

func oneOf(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

func endsInJoint(word string) bool {
	for _, end := range reportEnds {
		if strings.HasSuffix(word, end) {
			return false
		}
	}
	for _, end := range jointEnds {
		if len(word) > len(end) && strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
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

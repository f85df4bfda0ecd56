package planning

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// showsClauses tells whether a query shows clauses of a contract and asks about
// nothing else.
func (p *Planner) showsClauses(r *reading) bool {
	if p.reviews < 0 || len(p.clausesIn(r.raw)) == 0 {
		return false
	}
	asks := 0
	for _, s := range sentences(r) {
		if korean.EndsAsking(r.norm[s.Start:s.End]) {
			asks++
		}
	}
	in := &p.cfg.Intents[p.reviews]
	return asks < 2 && (!hasAny(r.signs, in.Unless) || !phrases.Has(r.norm, "orders") || hasAny(r.signs, in.Though))
}

// clausesIn are the clauses of a contract in a text. One that asks how much has to be
// is none: "보증금 최대 얼마여야함 등기 깨끗함" only ends like one. Other words that ask
// say in a clause who and when: "임대인은 언제든지 …".
func (p *Planner) clausesIn(raw string) []korean.Span {
	if p.clauses == nil {
		return nil
	}
	sum := sha256.Sum256([]byte(raw)) // nothing that a user wrote is kept
	key := string(sum[:])
	found, ok := p.shown.Get(key)
	if !ok {
		found = slices.DeleteFunc(p.clauses(raw), func(s korean.Span) bool { return phrases.Has(raw[s.Start:s.End], "asks_as_clause") })
		p.shown.Set(key, found, 1+len(found))
	}
	return found
}

// written is the part that asks for a document to be written, where the other
// parts only say what is to stand in it ("특약: 반려동물 금지"): the document
// needs the whole message.
func (p *Planner) written(whole *reading, parts []part) (document part, ok bool) {
	if len(parts) < 2 || strings.Contains(whole.raw, "?") {
		return part{}, false
	}
	for _, q := range parts {
		spoken, task := hasAny(q.reading.signs, p.cfg.Signs.Documents) || tellsSums(q.reading), hasAny(q.reading.signs, p.cfg.Signs.Tasks)
		switch {
		case spoken && task && !ok:
			document, ok = q, true
		case !spoken, task:
			return document, false
		}
	}
	return document, ok
}

// tellsSums tells whether a part only says what is paid, and asks or orders nothing: beside
// an order for a contract it is what stands in that.
func tellsSums(r *reading) bool {
	return len(r.money) > 0 && !korean.Asks(r.raw) && !phrases.Has(r.raw, "wants")
}

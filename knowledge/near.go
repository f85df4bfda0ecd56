package knowledge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Text is a record of the packs as a model is shown it, named by its hash.
type Text struct{ Hash, Shown string }

func textOf(lines ...string) Text {
	shown := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	sum := sha256.Sum256([]byte(shown))
	return Text{Hash: hex.EncodeToString(sum[:]), Shown: shown}
}

// near are the vectors of the packs' own records: of all of them, since a few
// would come before those that have none.
type near struct{ articles, loans vectors }

// record is what of the packs is found by meaning.
type record struct {
	id   string
	text Text
}

func (p *pack) articleRecords() []record {
	out := make([]record, len(p.articles))
	for i, a := range p.articles {
		out[i] = record{a.ID, textOf(a.Citation(), a.Title, a.Gist, strings.Join(a.Questions, " "), a.TitleEN, a.GistEN)}
	}
	return out
}

func (p *pack) loanRecords() []record {
	var out []record
	for _, d := range loanDocuments(p.loans, p.guarantees) {
		out = append(out, record{d.ID, textOf(d.Head, d.Title, d.Text)})
	}
	return out
}

// lacking are the texts of the packs' records that have no vectors yet, each
// once; none when all have.
func (l *Library) lacking() []Text {
	if l.near.Load() != nil {
		return nil
	}
	var out []Text
	seen := map[string]bool{}
	for _, list := range [][]record{l.pack.articleRecords(), l.pack.loanRecords()} {
		for _, r := range list {
			if !seen[r.text.Hash] {
				seen[r.text.Hash] = true
				out = append(out, r.text)
			}
		}
	}
	return out
}

// know takes vectors of length 1, by the hashes of texts, and tells whether
// they are of all records and comparable; others change nothing.
func (l *Library) know(known map[string][]float32) bool {
	if l.near.Load() != nil {
		return true
	}
	n := &near{}
	for to, list := range map[*vectors][]record{&n.articles: l.pack.articleRecords(), &n.loans: l.pack.loanRecords()} {
		for _, r := range list {
			if !to.add(r.id, known[r.text.Hash]) {
				return false
			}
		}
	}
	if n.articles.dims == 0 || n.loans.dims != 0 && n.loans.dims != n.articles.dims {
		return false
	}
	l.near.Store(n)
	return true
}

// byMeaning joins what was found by words with what is near a vector; nil
// leaves it as it is.
func (l *Library) byMeaning(found []Found, of func(*near) vectors, v []float32, q Query) []Found {
	n := l.near.Load()
	if n == nil || v == nil {
		return found
	}
	return fuse(found, of(n).nearest(v, q.limit()*2, l.least))
}

// findLoans finds loans and guarantees, by words and by meaning.
func (l *Library) findLoans(ctx context.Context, q Query) ([]Found, error) {
	found, err := find(ctx, l.loans, q)
	if err != nil || l.near.Load() == nil {
		return found, err
	}
	v, _, err := l.vectorOf(ctx, q.Text)
	if err != nil {
		return nil, err
	}
	return l.byMeaning(found, func(n *near) vectors { return n.loans }, v, q), nil
}

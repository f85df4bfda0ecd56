package knowledge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
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

// texts are those of the packs' records that are found by meaning, by their
// ids: articles and loans.
func (p *pack) texts() (ids []string, texts []Text) {
	for _, a := range p.articles {
		ids = append(ids, a.ID)
		texts = append(texts, textOf(a.Citation(), a.Title, a.Gist, strings.Join(a.Questions, " "), a.TitleEN, a.GistEN))
	}
	for _, d := range loanDocuments(p.loans, p.guarantees) {
		ids = append(ids, d.ID)
		texts = append(texts, textOf(d.Fields[fieldHead], d.Fields[fieldTitle], d.Fields[fieldText]))
	}
	return ids, texts
}

// lacking are the texts of the packs' records that have no vectors yet, each
// once; none when all have.
func (l *Library) lacking() []Text {
	if l.near.Load() != nil {
		return nil
	}
	var out []Text
	seen := map[string]bool{}
	_, texts := l.pack.texts()
	for _, t := range texts {
		if !seen[t.Hash] {
			seen[t.Hash] = true
			out = append(out, t)
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
	var all vectors
	ids, texts := l.pack.texts()
	for i, t := range texts {
		if !all.add(ids[i], known[t.Hash]) {
			return false
		}
	}
	articles := len(l.pack.articles)
	l.near.Store(&near{all[:articles], all[articles:]})
	return true
}

// byMeaning joins what was found by words with what is near a vector; nil
// leaves it as it is.
func (l *Library) byMeaning(found []scored, v []float32, limit int) []scored {
	if v == nil {
		return found
	}
	all := slices.Clone(l.nearPassages)
	if n := l.near.Load(); n != nil {
		all = append(all, n.articles...)
	}
	return fuse(found, all.nearest(v, limit, minSimilarity))
}

// findLoans finds loans and guarantees, by words and by meaning.
func (l *Library) findLoans(ctx context.Context, q Query) ([]scored, error) {
	found, err := find(ctx, l.loans, q)
	n := l.near.Load()
	if err != nil || n == nil {
		return found, err
	}
	v, _, err := l.vectorOf(ctx, ends(q.Text))
	if err != nil || v == nil {
		return found, err
	}
	return fuse(found, n.loans.nearest(v, q.limit()*2, minSimilarity)), nil
}

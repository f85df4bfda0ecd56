package eval

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/knowledge"
)

// MeasureRetrieval asks a library all questions of a set.
func MeasureRetrieval(ctx context.Context, library *knowledge.Library, set Set) (Result, error) {
	return measure(set, func(c Case, t *tally) error {
		var hits []knowledge.Hit[knowledge.Article]
		if err := t.timed(func() (err error) {
			hits, err = library.SearchArticles(ctx, knowledge.Query{Text: c.Text, Language: c.Language})
			return err
		}); err != nil {
			return err
		}
		if len(c.Want) == 0 { // nothing may be found, or only what is doubtful
			t.check("nothing", len(hits) == 0 || hits[0].Score < knowledge.Doubtful)
			return nil
		}
		law, article := placesOf(library, hits, c.Want)
		t.place("law_", law)
		t.place("", article)
		if len(hits) > 0 {
			t.trust(hits[0].Score, article == 0)
		}
		if article < 0 || article > 2 {
			t.miss(c, c.Want, citations(hits))
		}
		return nil
	})
}

// place counts one question by the place, from 0, of what was right; -1 is
// nowhere.
func (t *tally) place(of string, at int) {
	for _, first := range []int{1, 3, 5} {
		t.check(of+"hit"+strconv.Itoa(first), at >= 0 && at < first)
	}
	// The mean so far, of one question more.
	n, share := float64(t.Checks[of+"hit1"].N), 0.0
	if at >= 0 && at < 5 {
		share = 1 / float64(at+1)
	}
	t.Figures[of+"mrr"] += (share - t.Figures[of+"mrr"]) / n
}

// placesOf is where the first hit of a right law and of a right article
// stands, from 0; -1 is nowhere. A guide is a hit of the articles that it rests on.
func placesOf(library *knowledge.Library, hits []knowledge.Hit[knowledge.Article], want []string) (law, article int) {
	laws, ids := map[string]bool{}, map[string]bool{}
	for _, w := range want {
		name, number := splitCitation(w)
		laws[name] = true
		for _, a := range recordsOf(library, name, number) {
			ids[a.ID] = true
		}
	}
	law = slices.IndexFunc(hits, func(h knowledge.Hit[knowledge.Article]) bool { return laws[h.Record.Law] })
	article = slices.IndexFunc(hits, func(h knowledge.Hit[knowledge.Article]) bool {
		return ids[h.Record.ID] || h.Record.Guide && slices.ContainsFunc(h.Record.Covers, func(article string) bool {
			return slices.ContainsFunc(library.Article(h.Record.Law, article), func(a knowledge.Article) bool { return ids[a.ID] })
		})
	})
	return law, article
}

// recordsOf are the records of an article of that very law: a library looks
// up the article of a law that it does not know in any law.
func recordsOf(library *knowledge.Library, law, article string) []knowledge.Article {
	return slices.DeleteFunc(library.Article(law, article), func(a knowledge.Article) bool {
		return a.Law != law && !slices.ContainsFunc(a.Covers, func(c string) bool { return strings.HasPrefix(c, law+" 제") })
	})
}

// splitCitation parts "주택임대차보호법 시행령 제8조" before its number.
func splitCitation(citation string) (law, article string) {
	i := strings.LastIndex(citation, " 제")
	if i < 0 {
		return citation, ""
	}
	return citation[:i], citation[i+1:]
}

func citations(hits []knowledge.Hit[knowledge.Article]) []string {
	out := make([]string, 0, len(hits))
	for _, h := range hits {
		out = append(out, fmt.Sprintf("%s (%.2f)", h.Record.Citation(), h.Score))
	}
	return out
}

// AnsweredBy is the part of a set that a library has articles for, and all
// questions that have to find nothing.
func (s Set) AnsweredBy(library *knowledge.Library) Set {
	s.Cases = slices.DeleteFunc(slices.Clone(s.Cases), func(c Case) bool {
		return len(c.Want) > 0 && !slices.ContainsFunc(c.Want, func(w string) bool {
			law, article := splitCitation(w)
			return len(recordsOf(library, law, article)) > 0
		})
	})
	return s
}

package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/knowledge"
)

// Library is what retrieval is measured on.
type Library interface {
	SearchArticles(ctx context.Context, q knowledge.Query) ([]knowledge.Hit[knowledge.Article], error)
	Article(law, article string) []knowledge.Article
}

// Ranks is how often what is right was found, and how far up.
type Ranks struct {
	Hit1 float64 `json:"hit1"`
	Hit3 float64 `json:"hit3"`
	Hit5 float64 `json:"hit5"`
	MRR  float64 `json:"mrr"`
}

// RetrievalResult is what a set's questions found.
type RetrievalResult struct {
	Set       string `json:"set"`
	Split     string `json:"split,omitempty"`
	Library   string `json:"library"`
	Questions int    `json:"questions"`
	// Law counts the law alone, Article the law with its article.
	Law     Ranks `json:"law"`
	Article Ranks `json:"article"`
	// Nothing is how many questions had to find nothing, NothingRight how
	// many of them did, or only what is doubtful.
	Nothing      int         `json:"nothing"`
	NothingRight int         `json:"nothing_right"`
	Calibration  Calibration `json:"calibration"`
	Latency      Latency     `json:"latency"`
	Missed       []Missed    `json:"missed,omitempty"`
}

// Missed is a question whose article was not among the first three.
type Missed struct {
	ID    string   `json:"id"`
	Text  string   `json:"text"`
	Want  []string `json:"want"`
	Found []string `json:"found"`
}

// MeasureRetrieval asks a library all questions of a set.
func MeasureRetrieval(ctx context.Context, library Library, set Set) (RetrievalResult, error) {
	r := RetrievalResult{Set: set.Name}
	var took []time.Duration
	var sure []confident
	for _, c := range set.Cases {
		began := time.Now()
		hits, err := library.SearchArticles(ctx, knowledge.Query{Text: c.Text, Language: c.Language})
		if err != nil {
			return r, fmt.Errorf("set %s: %s: %w", set.Name, c.ID, err)
		}
		took = append(took, time.Since(began))
		if len(c.Want) == 0 {
			r.Nothing++
			if len(hits) == 0 || hits[0].Score < knowledge.Doubtful {
				r.NothingRight++
			}
			continue
		}
		r.Questions++
		law, article := placesOf(library, hits, c.Want)
		r.Law.add(law)
		r.Article.add(article)
		if len(hits) > 0 {
			sure = append(sure, confident{Confidence: hits[0].Score, Right: article == 0})
		}
		if article < 0 || article > 2 {
			r.Missed = append(r.Missed, Missed{ID: c.ID, Text: c.Text, Want: c.Want, Found: citations(hits)})
		}
	}
	r.Law.share(r.Questions)
	r.Article.share(r.Questions)
	r.Calibration = calibrate(sure)
	r.Latency = latencyOf(took)
	return r, nil
}

// placesOf is where the first hit of a right law and of a right article
// stands, from 0; -1 is nowhere.
func placesOf(library Library, hits []knowledge.Hit[knowledge.Article], want []string) (law, article int) {
	laws, ids := map[string]bool{}, map[string]bool{}
	for _, w := range want {
		name, number := splitCitation(w)
		laws[name] = true
		for _, a := range recordsOf(library, name, number) {
			ids[a.ID] = true
		}
	}
	law = slices.IndexFunc(hits, func(h knowledge.Hit[knowledge.Article]) bool { return laws[h.Record.Law] })
	article = slices.IndexFunc(hits, func(h knowledge.Hit[knowledge.Article]) bool { return ids[h.Record.ID] })
	return law, article
}

// recordsOf are the records of an article of that very law: a library looks
// up the article of a law that it does not know in any law.
func recordsOf(library Library, law, article string) []knowledge.Article {
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

// add counts one question by the place, from 0, of what was right.
func (r *Ranks) add(place int) {
	if place < 0 || place > 4 {
		return
	}
	r.Hit5++
	r.MRR += 1 / float64(place+1)
	if place < 3 {
		r.Hit3++
	}
	if place == 0 {
		r.Hit1++
	}
}

func (r *Ranks) share(n int) {
	for _, v := range []*float64{&r.Hit1, &r.Hit3, &r.Hit5, &r.MRR} {
		*v /= float64(max(n, 1))
	}
}

// AnsweredBy is the part of a set that a library has articles for, and all
// questions that have to find nothing.
func (s Set) AnsweredBy(library Library) Set {
	s.Cases = slices.DeleteFunc(slices.Clone(s.Cases), func(c Case) bool {
		return len(c.Want) > 0 && !slices.ContainsFunc(c.Want, func(w string) bool {
			law, article := splitCitation(w)
			return len(recordsOf(library, law, article)) > 0
		})
	})
	return s
}

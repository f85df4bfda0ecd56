package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/eval"
	"github.com/madang-dev/madang/knowledge"
)

type row struct {
	ID    string `json:"id"`
	Query string `json:"query"`
	Kind  string `json:"kind"`
	Laws  []struct{ Law, Article string }
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	articles, err := eval.ReadCorpus("/work/shared/corpus/statutes")
	must(err)
	open := func(cfg knowledge.Config) *knowledge.Library {
		b := time.Now()
		l, err := knowledge.Open(ctx, cfg)
		must(err)
		fmt.Fprintf(os.Stderr, "open %v\n", time.Since(b))
		return l
	}
	fsys := packs.FS
	pk := open(knowledge.Config{FS: fsys})
	all := open(knowledge.Config{FS: fsys, Articles: articles})
	verbose := len(os.Args) > 1
	l3, a3, a1, n := 0, 0, 0, 0
	f, err := os.Open("/work/shared/strangers/homes.jsonl")
	must(err)
	var sure, unsure []float64
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	var worst time.Duration
	var ece, miss []string
	_ = ece
	for in.Scan() {
		var r row
		must(json.Unmarshal(in.Bytes(), &r))
		if (r.ID[3]-'0')%2 == 0 {
			continue
		}
		b := time.Now()
		hits, err := all.SearchArticles(ctx, knowledge.Query{Text: r.Query})
		must(err)
		worst = max(worst, time.Since(b))
		top := 0.0
		if len(hits) > 0 {
			top = hits[0].Score
		}
		if len(r.Laws) == 0 {
			if r.Kind == "unanswerable" || r.Kind == "other" {
				unsure = append(unsure, top)
				if verbose {
					fmt.Printf("%s %s %.2f %s\n", r.ID, r.Kind, top, r.Query)
				}
			}
			continue
		}
		n++
		law, art := -1, -1
		for i, h := range hits {
			if h.Record.Law == r.Laws[0].Law && law < 0 {
				law = i
			}
			if strings.HasPrefix(h.Record.Citation()+" ", r.Laws[0].Law+" "+r.Laws[0].Article+" ") && art < 0 {
				art = i
			}
		}
		if law >= 0 && law < 3 {
			l3++
		}
		if art >= 0 && art < 3 {
			a3++
		} else {
			s := ""
			for _, h := range hits {
				s += fmt.Sprintf(" | %s %.2f", h.Record.Citation(), h.Score)
			}
			miss = append(miss, fmt.Sprintf("%s %s\n   want %v got%s", r.ID, r.Query, r.Laws, s))
		}
		if art == 0 {
			a1++
			sure = append(sure, top)
		}
	}
	fmt.Printf("HOMES n=%d law@3 %.1f art@1 %.1f art@3 %.1f worst %v\n", n, 100*float64(l3)/float64(n), 100*float64(a1)/float64(n), 100*float64(a3)/float64(n), worst)
	if verbose {
		fmt.Println(strings.Join(miss, "\n"))
		fmt.Printf("sure %.2f\nunsure %.2f\n", sure, unsure)
	}
	total, t1, t3 := 0.0, 0.0, 0.0
	for _, name := range []string{"packs", "packs_holdout", "packs_english", "statutes", "statutes_fresh", "statutes_unseen"} {
		set, err := eval.Load(name)
		must(err)
		libs := []*knowledge.Library{all}
		if strings.HasPrefix(name, "packs") {
			libs = append(libs, pk)
		}
		for _, split := range set.Splits() {
			for i, l := range libs {
				r, err := eval.MeasureRetrieval(ctx, l, set.Half(split).AnsweredBy(l))
				must(err)
				fmt.Printf("%-16s %-7s %d law@1 %5.1f @3 %5.1f art@1 %5.1f @3 %5.1f nothing %d/%d ece %.3f p50 %.2f p99 %.2f\n", name, split, i, 100*r.Law.Hit1, 100*r.Law.Hit3, 100*r.Article.Hit1, 100*r.Article.Hit3, r.NothingRight, r.Nothing, r.Calibration.Error, r.Latency.P50, r.Latency.P99)
				total += float64(r.Questions)
				t1 += float64(r.Questions) * r.Article.Hit1
				t3 += float64(r.Questions) * r.Article.Hit3
			}
		}
	}
	fmt.Printf("ALL n=%.0f art@1 %.1f art@3 %.1f\n", total, 100*t1/total, 100*t3/total)
}

package planning

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/datafile"
)

func BenchmarkLoad(b *testing.B) {
	file, err := datafile.Open(os.DirFS("../configs/planning"), "realestate.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		cfg, err := Load(file)
		if err != nil {
			b.Fatal(err)
		}
		p, err := New(cfg, nil)
		if err != nil {
			b.Fatal(err)
		}
		p.examples()
	}
}

// BenchmarkPlan reports what one query takes, and how many of each labelled
// set are right; with -v it prints which intents are taken for which.
func BenchmarkPlan(b *testing.B) {
	p := planner(b)
	set := append(queries(b, designedSet, ""), queries(b, freshSet, "")...)
	ctx, i := context.Background(), 0
	for b.Loop() {
		if _, err := p.Plan(ctx, Request{Query: set[i%len(set)].Text, Today: testToday}); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.StopTimer()
	for _, part := range []struct{ unit, set, split string }{
		{"%designed", designedSet, ""}, {"%fresh-tune", freshSet, "tune"}, {"%fresh-report", freshSet, "report"},
	} {
		sum := score(b, p, part.set, part.split)
		b.ReportMetric(sum.percent(), part.unit)
		if testing.Verbose() {
			b.Logf("%s: %d of %d\n%s", part.unit, sum.right, sum.all, sum.table)
		}
	}
}

// BenchmarkLongest is the slowest query that is read: 64 KiB.
func BenchmarkLongest(b *testing.B) {
	p := planner(b)
	query := strings.Repeat("임차인은 보증금 3억 5천만원을 2027년 3월 31일까지 5% 인상하고 제7조에 따른다. ", 1000)[:MaxQuery-2]
	query = strings.ToValidUTF8(query, "")
	for b.Loop() {
		if _, err := p.Plan(context.Background(), Request{Query: query, Today: testToday}); err != nil {
			b.Fatal(err)
		}
	}
}

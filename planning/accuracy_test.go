package planning

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/datafile"
)

// testToday is the day of all tests, a Saturday.
var testToday = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

var loadPlanner = sync.OnceValues(func() (*Planner, error) {
	file, err := datafile.Open(os.DirFS("../configs/planning"), "realestate.yaml")
	if err != nil {
		return nil, err
	}
	cfg, err := Load(file)
	if err != nil {
		return nil, err
	}
	return New(cfg, nil)
})

func planner(t testing.TB) *Planner {
	t.Helper()
	p, err := loadPlanner()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

type labelled struct {
	ID       string   `yaml:"id"`
	Intent   string   `yaml:"intent"`
	Lang     string   `yaml:"lang"`
	Register string   `yaml:"register"`
	Split    string   `yaml:"split"`
	Text     string   `yaml:"text"`
	Want     []string `yaml:"want"`
}

// The labelled sets: queries of the assistant's design, and fresh ones as
// people ask them, written without a look at the configuration.
const (
	designedSet = "testdata/realestate_queries.yaml"
	freshSet    = "testdata/fresh_queries.yaml"
)

// queries reads the queries of a set that are of a split ("" is all).
func queries(t testing.TB, set, split string) []labelled {
	t.Helper()
	data, err := os.ReadFile(set)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Queries []labelled `yaml:"queries"`
	}
	if err := datafile.Decode(data, &file); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(file.Queries, func(q labelled) bool { return split != "" && q.Split != split })
}

// confusion counts what was expected against what was found.
type confusion map[[2]string]int

func (c confusion) String() string {
	names := map[string]bool{}
	for pair := range c {
		names[pair[0]], names[pair[1]] = true, true
	}
	sorted := make([]string, 0, len(names))
	for name := range names {
		sorted = append(sorted, name)
	}
	sort.Strings(sorted)
	var b strings.Builder
	fmt.Fprintf(&b, "%-18s", "expected \\ found")
	for _, n := range sorted {
		fmt.Fprintf(&b, "%9.8s", n)
	}
	for _, want := range sorted {
		fmt.Fprintf(&b, "\n%-18s", want)
		for _, got := range sorted {
			fmt.Fprintf(&b, "%9d", c[[2]string{want, got}])
		}
	}
	return b.String()
}

// tally is how the intents of labelled queries were found.
type tally struct {
	right, all int
	table      confusion
	missed     []string
}

func (t tally) percent() float64 { return 100 * float64(t.right) / float64(max(t.all, 1)) }

// score classifies the queries of a set that are of a split ("" is all).
func score(t testing.TB, p *Planner, set, split string) tally {
	t.Helper()
	sum := tally{table: confusion{}}
	for _, q := range queries(t, set, split) {
		got := p.understand(Request{Query: q.Text})
		sum.table[[2]string{q.Intent, got.intent}]++
		sum.all++
		if got.intent == q.Intent {
			sum.right++
			continue
		}
		sum.missed = append(sum.missed, fmt.Sprintf("%s %q: want %s, got %s (%.2f)", q.ID, q.Text, q.Intent, got.intent, got.confidence))
	}
	return sum
}

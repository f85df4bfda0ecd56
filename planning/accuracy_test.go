package planning

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

// testToday is the day of all tests, a Saturday.
var testToday = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

var loadPlanner = sync.OnceValues(func() (*Planner, error) {
	f, err := os.Open("../configs/planning/realestate.yaml")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	cfg, err := Load(f)
	if err != nil {
		return nil, err
	}
	return New(cfg)
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

func queries(t testing.TB) []labelled {
	t.Helper()
	data, err := os.ReadFile("testdata/realestate_queries.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Queries []labelled `yaml:"queries"`
	}
	if err := yaml.UnmarshalWithOptions(data, &file, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return file.Queries
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

// score classifies the queries of a split ("" is all).
func score(t testing.TB, p *Planner, split string) (right, all int, table confusion, missed []string) {
	t.Helper()
	table = confusion{}
	for _, q := range queries(t) {
		if split != "" && q.Split != split {
			continue
		}
		got := p.understand(q.Text)
		table[[2]string{q.Intent, got.intent}]++
		all++
		if got.intent == q.Intent {
			right++
			continue
		}
		missed = append(missed, fmt.Sprintf("%s %q: want %s, got %s (%.2f)", q.ID, q.Text, q.Intent, got.intent, got.confidence))
	}
	return right, all, table, missed
}

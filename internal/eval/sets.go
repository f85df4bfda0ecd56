package eval

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/planning"
)

//go:embed sets/*.yaml
var own embed.FS

// ErrUnknownSet is that a set is neither built in nor a file.
var ErrUnknownSet = errors.New("eval: no such set")

// builtIn is a set that ships with the program. Those of planning and of
// knowledge stay where their own tests have them.
type builtIn struct {
	name string
	in   fs.FS
	path string
}

func builtIns() []builtIn {
	return []builtIn{
		{"queries", planning.Labelled, "testdata/realestate_queries.yaml"},
		{"queries_fresh", planning.Labelled, "testdata/fresh_queries.yaml"},
		{"packs", knowledge.Labelled, "testdata/questions.yaml"},
		{"packs_holdout", knowledge.Labelled, "testdata/holdout.yaml"},
		{"packs_english", knowledge.Labelled, "testdata/english.yaml"},
		{"answers", own, "sets/answers.yaml"},
		{"unanswerable", own, "sets/unanswerable.yaml"},
		{"everyday", own, "sets/everyday.yaml"},
		{"statutes", own, "sets/statutes.yaml"},
		{"statutes_fresh", own, "sets/statutes_fresh.yaml"},
		{"statutes_unseen", own, "sets/statutes_unseen.yaml"},
	}
}

// Names are the sets that ship with the program.
func Names() []string {
	var names []string
	for _, b := range builtIns() {
		names = append(names, b.name)
	}
	return names
}

// Load reads a set that ships with the program, by its name, or a file.
func Load(name string) (Set, error) {
	for _, b := range builtIns() {
		if b.name != name {
			continue
		}
		data, err := fs.ReadFile(b.in, b.path)
		if err != nil {
			return Set{}, fmt.Errorf("set %s: %w", name, err)
		}
		return ParseSet(name, data)
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return Set{}, fmt.Errorf("%w: %q is not a file, nor one of %s", ErrUnknownSet, name, strings.Join(Names(), ", "))
	}
	if err != nil {
		return Set{}, fmt.Errorf("set %s: %w", name, err)
	}
	if filepath.Ext(name) == ".jsonl" {
		return ParseStrangers(strings.TrimSuffix(filepath.Base(name), ".jsonl"), data)
	}
	return ParseSet(name, data)
}

// Splits are the parts that a set is measured in: its halves, or the whole.
func (s Set) Splits() []string {
	var splits []string
	for _, split := range []string{Tune, Report} {
		if slices.ContainsFunc(s.Cases, func(c Case) bool { return c.Split == split }) {
			splits = append(splits, split)
		}
	}
	if len(splits) == 0 {
		return []string{""}
	}
	return splits
}

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/eval"
	"github.com/madang-dev/madang/knowledge"
)

// buildSet writes a set of rated runs.
func buildSet(ctx context.Context, f evalFlags, settings configs.Settings, c console) error {
	if !f.fromFeedback || f.out == "" {
		return errors.New("build needs --from-feedback and --out FILE")
	}
	s, err := openStore(ctx, settings)
	if err != nil {
		return err
	}
	defer s.Close()
	set, err := eval.FromFeedback(ctx, s, f.assistant)
	if err != nil {
		return err
	}
	data, err := set.YAML()
	if err != nil {
		return err
	}
	if err := os.WriteFile(f.out, data, 0o600); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d questions to check, %d to review\n", f.out, len(set.Cases), len(set.Review))
	return nil
}

// fitSets are what the ranking is fitted on, with how often each question
// counts: those about seldom articles are few.
var fitSets = map[string]int{"packs": 1, "statutes": 1, "statutes_fresh": 3}

// fit prints the weights of the ranking that suit the tuning halves best.
func fit(ctx context.Context, f evalFlags, settings configs.Settings, c console) (err error) {
	if f.corpus == "" {
		return errors.New("fit needs --corpus DIR")
	}
	b, err := openBench(ctx, f, settings, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	var all []eval.Example
	for _, name := range slices.Sorted(maps.Keys(fitSets)) {
		set, err := eval.Load(name)
		if err != nil {
			return err
		}
		for _, s := range b.libraries {
			if s.corpus != eval.OfCorpus(name) {
				continue
			}
			examples, err := eval.Examples(ctx, s.lib, set.Tuning())
			if err != nil {
				return err
			}
			for range fitSets[name] {
				all = append(all, examples...)
			}
		}
	}
	r := eval.Fit(all)
	fmt.Fprintf(c.out, "bias %.3f\n", r.Bias)
	for i, name := range knowledge.FeatureNames() {
		fmt.Fprintf(c.out, "%-10s %.3f\n", name, r.Weights[i])
	}
	return b.fitSure(ctx, c)
}

// sureSets are what confidences are fitted on, with their share: half of it
// are questions that neither lexicon nor ranking was prepared for, as those
// of users are.
var sureSets = map[string]float64{"packs": 0.1, "statutes": 0.25, "everyday": 0.2, "statutes_unseen": 0.45}

// fitSure prints the weights of the confidence.
func (b *bench) fitSure(ctx context.Context, c console) error {
	var groups []eval.Group
	for _, name := range slices.Sorted(maps.Keys(sureSets)) {
		set, err := eval.Load(name)
		if err != nil {
			return err
		}
		g := eval.Group{Weight: sureSets[name]}
		for _, s := range b.libraries {
			if s.corpus != eval.OfCorpus(name) {
				continue
			}
			examples, err := eval.Examples(ctx, s.lib, set.Tuning())
			if err != nil {
				return err
			}
			g.Examples = append(g.Examples, examples...)
		}
		groups = append(groups, g)
	}
	r := eval.FitSure(groups)
	fmt.Fprintf(c.out, "\nsure bias  %.3f\n", r.Bias)
	for i, name := range knowledge.SureNames() {
		fmt.Fprintf(c.out, "%-10s %.3f\n", name, r.Weights[i])
	}
	return nil
}

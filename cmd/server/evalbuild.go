package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/eval"
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

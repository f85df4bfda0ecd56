package main

import (
	"context"
	"flag"
	"io"
	"strings"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/eval"
)

const evalUsage = `server eval [flags]                                measure on labelled sets
server eval build --from-feedback --out FILE       make a set of rated runs

Without --set every built-in set is measured; those about the corpus need
--corpus, or are cut down to what the packs answer.

`

// evalFlags are the subcommand's own.
type evalFlags struct {
	sets                 []string
	corpus, split, out   string
	strangers            string
	model, noModel       bool
	asJSON, fromFeedback bool
	assistant            string
}

// several is a flag that may be given several times.
func several(all *[]string) func(string) error {
	return func(s string) error { *all = append(*all, s); return nil }
}

func (f *evalFlags) flags() *flag.FlagSet {
	flags := ownFlags("eval")
	flags.Func("set", "built-in set or file; may be given several times ("+strings.Join(eval.Names(), ", ")+")", several(&f.sets))
	flags.StringVar(&f.corpus, "corpus", "", "folder of statutes (*.jsonl) to search besides the packs")
	flags.StringVar(&f.strangers, "strangers", "", "folder of rows of strangers (*.jsonl) to measure, in place of the built-in sets; their odd ids are the half \"tune\", even ones \"report\"")
	flags.StringVar(&f.split, "split", "", "only this half: tune or report")
	flags.BoolVar(&f.model, "model", false, "print rules and the configured model side by side; it is an error without one")
	flags.BoolVar(&f.noModel, "no-model", false, "measure without a model only")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON")
	flags.BoolVar(&f.fromFeedback, "from-feedback", false, "build: take rated runs")
	flags.StringVar(&f.out, "out", "", "build: file to write")
	flags.StringVar(&f.assistant, "assistant", "realestate", "build: whose runs")
	return flags
}

// evaluate is the subcommand: what to do, nothing is to measure.
func evaluate(ctx context.Context, args []string, c console) int {
	f := &evalFlags{}
	return c.carryOut(args, order{evalUsage, f.flags(), func(settings configs.Settings, words []string) error {
		switch strings.Join(words, " ") {
		case "":
			return measure(ctx, *f, settings, c)
		case "build":
			return buildSet(ctx, *f, settings, c)
		}
		return errArguments
	}})
}

// tell prints what was measured.
func (f evalFlags) tell(results eval.Results, out io.Writer) error {
	results.Hide()
	if f.asJSON {
		return printJSON(out, results)
	}
	if err := results.Write(out); err != nil {
		return err
	}
	return results.WriteBeside(out)
}

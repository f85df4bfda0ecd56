package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one go.
type bench struct {
	programs programs
	db       *database
	model    *model
	pace     pace
	only     []string
	profile  string
	// patience is what is left to wait for a quiet machine.
	patience time.Duration
	// profiling is told when the profile under way is written.
	profiling chan error
	results   results
}

// pace is how long and how much.
type pace struct {
	rounds        int
	warm, window  time.Duration
	turns, listed int
	fanouts       int
	idle          []int
	// streams are so many at a time; of fewer than streamed there are several
	// batches.
	streams  []int
	streamed int
	quick    bool
}

func full() pace {
	return pace{rounds: 3, warm: 700 * time.Millisecond, window: 2 * time.Second,
		turns: 1000, listed: 1400, fanouts: 150, idle: []int{1_000, 10_000},
		streams: []int{1, 100, 1_000}, streamed: 30}
}

func quick() pace {
	return pace{rounds: 1, warm: 100 * time.Millisecond, window: 300 * time.Millisecond,
		turns: 120, listed: 200, fanouts: 10, idle: []int{200},
		streams: []int{1, 20}, streamed: 2, quick: true}
}

func run(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	short := flags.Bool("quick", false, "each part once and shortly")
	rounds := flags.Int("rounds", 0, "rounds (3, or 1 with -quick)")
	window := flags.Duration("window", 0, "how long each load is counted (2s)")
	only := flags.String("only", "", "parts, contestant-scenario, with * and commas")
	jsonFile := flags.String("json", "", "write all figures to this file")
	mdFile := flags.String("md", "", "write the tables into this Markdown file, between its marks")
	patience := flags.Duration("patience", 0, "how long to wait in all for a quiet machine")
	profile := flags.String("profile", "", "write a CPU profile of the server here; with -only one part")
	if err := flags.Parse(args); err != nil {
		return err
	}
	b := &bench{pace: full(), profile: *profile, patience: *patience}
	if *short {
		b.pace = quick()
	}
	b.pace.rounds = pick(*rounds, b.pace.rounds)
	b.pace.window = pick(*window, b.pace.window)
	if *only != "" {
		b.only = strings.Split(*only, ",")
	}
	if *profile != "" {
		b.pace.rounds = 1
	}
	if err := b.open(ctx); err != nil {
		return errors.Join(err, b.close(ctx))
	}
	started := time.Now()
	// What was measured before a failure is worth seeing, but no document.
	err = errors.Join(b.measure(ctx), b.close(ctx))
	if err != nil {
		*mdFile = ""
	}
	b.results.Took = time.Since(started).Round(time.Second).String()
	return errors.Join(err, b.results.report(os.Stdout, *jsonFile, *mdFile))
}

func pick[T int | time.Duration](asked, standard T) T {
	if asked > 0 {
		return asked
	}
	return standard
}

func (b *bench) open(ctx context.Context) (err error) {
	if b.programs, err = buildPrograms(ctx); err != nil {
		return err
	}
	if b.model, err = openModel(ctx); err != nil {
		return err
	}
	b.db, err = openDatabase(ctx)
	return err
}

func (b *bench) close(ctx context.Context) error {
	if b.db != nil {
		b.db.close(context.WithoutCancel(ctx))
	}
	if b.model != nil {
		_ = b.model.server.Close()
	}
	if b.programs.dir == "" {
		return nil
	}
	return os.RemoveAll(b.programs.dir)
}

// measure has the contestants take turns. Each round begins with another,
// so that none always comes when the machine is warm.
func (b *bench) measure(ctx context.Context) error {
	b.results = newResults(b.pace)
	all := contestants()
	for round := range b.pace.rounds {
		turn := append(slices.Clone(all[round%len(all):]), all[:round%len(all)]...)
		for _, c := range turn {
			if err := b.turn(ctx, c, round); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	return nil
}

// turn is one contestant's part of a round.
func (b *bench) turn(ctx context.Context, c contestant, round int) error {
	var parts []scenario
	for _, sc := range scenarios(b.pace) {
		if sc.of(c) && b.wanted(c.name+"-"+sc.name) {
			parts = append(parts, sc)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	s, err := b.start(ctx, c)
	if err != nil {
		return err
	}
	for _, sc := range parts {
		if err = ctx.Err(); err != nil {
			break
		}
		var f figures
		if f, err = b.quietly(ctx, sc, s); err != nil {
			err = fmt.Errorf("%s: %w", sc.name, err)
			break
		}
		b.results.add(c.name, sc.name, f)
		fmt.Fprintf(os.Stderr, "%d/%d %s-%s %s\n", round+1, b.pace.rounds, c.name, sc.name, f)
	}
	if words := s.stop(); err != nil && words != "" {
		err = fmt.Errorf("%w\n%s", err, words)
	}
	return err
}

func (b *bench) wanted(part string) bool {
	return len(b.only) == 0 || slices.ContainsFunc(b.only, func(pattern string) bool {
		ok, _ := path.Match(strings.TrimSpace(pattern), part)
		return ok
	})
}

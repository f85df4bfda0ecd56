package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/logging"
	"github.com/madang-dev/madang/store"
)

const replayUsage = `server replay [flags] RUN

Carries a recorded run out again, with what the clock and the world brought
when it was recorded, and tells whether its events and states come out the
same, byte for byte. Nothing is written. The database must not be a SQLite
file that a running server has open; such a server answers
GET /api/v1/runs/RUN/replay instead.

  --anew NAME  recorded work of that name (a pattern, as 'answer*') is done
               again and not taken from the record; may be given several
               times. With other settings, prompts or packs it tells what
               these change. Name only work that asks: it is done, and what a
               model costs is counted.

`

// errReplayDiffers makes the exit code of a replay that is not equal.
var errReplayDiffers = errors.New("the replay is not equal to the record")

// replay is the subcommand: the last argument is the run.
func replay(ctx context.Context, args []string, c console) int {
	var anew list
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Var(&anew, "anew", "")
	own, others, stray := apart(args, flags)
	err := flags.Parse(own)
	settings, rest, loadErr := configs.Load(append(others, stray...), c.env, os.ReadFile)
	err = cmp.Or(err, loadErr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.out, replayUsage, configs.Usage())
		return exitOK
	case err != nil:
		fmt.Fprintln(c.err, err)
		return exitUsage
	case len(rest) != 1:
		fmt.Fprint(c.err, replayUsage)
		return exitUsage
	}
	report, err := replayStored(ctx, settings, rest[0], anew, c)
	if err == nil {
		err = show(c.out, report)
	}
	if err != nil {
		fmt.Fprintln(c.err, "error:", err)
		return exitFailed
	}
	return exitOK
}

func replayStored(ctx context.Context, settings configs.Settings, runID string, anew []string, c console) (engine.ReplayReport, error) {
	log := logging.New(c.err, settings.LogFormat, slog.LevelWarn, isTerminal(c))
	s, err := openStore(ctx, settings)
	if errors.Is(err, store.ErrInUse) {
		return engine.ReplayReport{}, fmt.Errorf("%w: ask the server that has it for /api/v1/runs/%s/replay", err, runID)
	}
	if err != nil {
		return engine.ReplayReport{}, err
	}
	defer s.Close()
	h := &house{store: s}
	defer h.closeRedis()
	defer func() { _ = h.figures.close() }()
	// It is asked only anew, but assistants do otherwise without one.
	if h.model, err = h.openModel(settings, nil, log); err != nil {
		return engine.ReplayReport{}, err
	}
	assistants, err := h.assistants(ctx, settings, nil, log)
	if err != nil {
		return engine.ReplayReport{}, err
	}
	return engine.Replay(ctx, engine.ReplayConfig{Store: s, Assistants: members(assistants), Logger: log, Anew: anew}, runID)
}

// show prints a report and gives errReplayDiffers for one that isn't equal.
func show(out io.Writer, r engine.ReplayReport) error {
	if err := printJSON(out, r); err != nil {
		return err
	}
	if !r.Equal {
		return errReplayDiffers
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

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

// replay is the subcommand: its argument is the run.
func replay(ctx context.Context, args []string, c console) int {
	var anew []string
	flags := ownFlags("replay")
	flags.Func("anew", "do this recorded work again; may be given several times", several(&anew))
	return c.carryOut(args, order{replayUsage, flags, func(settings configs.Settings, words []string) error {
		if len(words) != 1 {
			return errArguments
		}
		report, err := replayStored(ctx, settings, words[0], anew, c)
		if err != nil {
			return err
		}
		return show(c.out, report)
	}})
}

func replayStored(ctx context.Context, settings configs.Settings, runID string, anew []string, c console) (engine.ReplayReport, error) {
	log := logging.New(c.err, settings.LogFormat, slog.LevelWarn, isTerminal(c.err))
	s, err := openStore(ctx, settings)
	if errors.Is(err, store.ErrInUse) {
		return engine.ReplayReport{}, fmt.Errorf("%w: ask the server that has it for /api/v1/runs/%s/replay", err, runID)
	}
	if err != nil {
		return engine.ReplayReport{}, err
	}
	h := &house{store: s}
	defer h.close()
	// It is asked only anew, but assistants do otherwise without one.
	if h.model, err = h.openModel(settings, uncounted(), log); err != nil {
		return engine.ReplayReport{}, err
	}
	assistants, err := h.assistants(ctx, settings, uncounted(), log)
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

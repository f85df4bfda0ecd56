package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/store"
)

const backupUsage = `server backup DIR [flags]
server restore FILE [flags]
server restore [flags]        with Postgres, after pg_restore

backup writes a consistent copy of the SQLite database in data_dir into DIR, while a
server may be running, and replaces DIR/keys.json, the users' keys by now. restore
makes an empty data_dir of such a copy with the keys.json beside it; users who were
erased since the copy are erased from it. Postgres is copied by pg_dump
(docs/operations.md); restore then only erases those again.

`

// backup is the subcommand: the folder that the copy goes into.
func backup(ctx context.Context, args []string, c console) int {
	return c.carryOut(args, order{backupUsage, nil, func(settings configs.Settings, words []string) error {
		if len(words) != 1 || settings.DatabaseURL != "" {
			return errArguments
		}
		return backupTo(ctx, settings, words[0], c)
	}})
}

// restore is the subcommand: the file of the copy, none with Postgres.
func restore(ctx context.Context, args []string, c console) int {
	return c.carryOut(args, order{backupUsage, nil, func(settings configs.Settings, words []string) error {
		switch {
		case len(words) == 1 && settings.DatabaseURL == "":
			if err := store.Restore(ctx, settings.DataDir, words[0]); err != nil {
				return err
			}
		case len(words) > 0 || settings.DatabaseURL == "":
			return errArguments
		}
		return eraseAgain(ctx, settings, c)
	}})
}

func backupTo(ctx context.Context, settings configs.Settings, dir string, c console) error {
	s, err := openInUse(ctx, settings, "")
	if err != nil {
		return err
	}
	defer s.Close()
	if err := noteCommand(ctx, s, "database.copied", nil); err != nil {
		return err
	}
	path, err := s.Backup(ctx, dir, time.Now())
	if err == nil {
		fmt.Fprintln(c.out, path)
	}
	return err
}

// eraseAgain erases from a restored database whoever was erased since the copy.
func eraseAgain(ctx context.Context, settings configs.Settings, c console) error {
	s, err := openStore(ctx, settings)
	if err != nil {
		return err
	}
	h := &house{store: s, serves: true}
	defer h.close()
	if _, err := h.assistants(ctx, settings, uncounted(), slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	erased, err := s.EraseKeyless(ctx)
	if err == nil {
		err = noteCommand(ctx, s, "database.restored", nil)
	}
	if err == nil {
		fmt.Fprintf(c.out, "restored; %d users who were erased since were erased again\n", erased)
	}
	return err
}

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
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

// backUp is both subcommands: the folder or file comes first.
func backUp(ctx context.Context, command string, args []string, c console) int {
	place := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		place, args = args[0], args[1:]
	}
	settings, rest, err := configs.Load(args, c.env, os.ReadFile)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.out, backupUsage, configs.Usage())
		return exitOK
	case err != nil:
		fmt.Fprintln(c.err, err)
		return exitUsage
	case len(rest) > 0 || (command == "restore" && settings.DatabaseURL != "") != (place == "") || command == "backup" && settings.DatabaseURL != "":
		fmt.Fprint(c.err, backupUsage)
		return exitUsage
	}
	do := backupTo
	if command == "restore" {
		do = restoreFrom
	}
	if err := do(ctx, settings, place, c); err != nil {
		fmt.Fprintln(c.err, "error:", err)
		return exitFailed
	}
	return exitOK
}

func backupTo(ctx context.Context, settings configs.Settings, dir string, c console) error {
	s, err := store.Open(ctx, store.Config{DataDir: settings.DataDir, Beside: true})
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

func restoreFrom(ctx context.Context, settings configs.Settings, path string, c console) error {
	if settings.DatabaseURL == "" {
		if err := store.Restore(ctx, settings.DataDir, path); err != nil {
			return err
		}
	}
	s, err := openStore(ctx, settings)
	if err != nil {
		return err
	}
	defer s.Close()
	h := &house{store: s, serves: true}
	defer func() { _ = h.figures.close() }()
	if _, err := h.assistants(ctx, settings, nil, slog.New(slog.DiscardHandler)); err != nil {
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

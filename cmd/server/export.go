package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
)

const exportUsage = `server export USER FILE [--company ID] [flags]

writes all that is kept of a user into a new ZIP archive: JSON lines a table, documents
as Markdown. A SQLite database may be in use by a running server. The audit tells of it.

`

// exportUser is the subcommand: whose archive goes where.
func exportUser(ctx context.Context, args []string, c console) int {
	var names []string
	for len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		names, args = append(names, args[0]), args[1:]
	}
	company := ""
	if at := slices.Index(args, "--company"); at >= 0 && at+1 < len(args) {
		company, args = args[at+1], slices.Concat(args[:at], args[at+2:])
	}
	settings, rest, err := configs.Load(args, c.env, os.ReadFile)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.out, exportUsage, configs.Usage())
		return exitOK
	case err != nil:
		fmt.Fprintln(c.err, err)
		return exitUsage
	case len(rest) > 0 || len(names) != 2:
		fmt.Fprint(c.err, exportUsage)
		return exitUsage
	}
	if err := archiveUser(ctx, settings, company, names[0], names[1], c); err != nil {
		fmt.Fprintln(c.err, "error:", err)
		return exitFailed
	}
	return exitOK
}

func archiveUser(ctx context.Context, settings configs.Settings, company, userID, path string, c console) error {
	s, err := store.Open(ctx, store.Config{
		DatabaseURL: settings.DatabaseURL, DataDir: settings.DataDir, MaxConns: settings.DBMaxConns,
		Keyset: settings.Encryption.Keyset, Beside: true,
	})
	if err != nil {
		return err
	}
	defer s.Close()
	h := &house{store: s}
	defer func() { _ = h.figures.close() }()
	if _, err := h.assistants(ctx, settings, nil, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	key := store.UserKey(company, userID)
	err = audit.NewRecorder(audit.RecorderConfig{Store: s}).Write(ctx, audit.Entry{
		Tenant: policy.Chain(company), Actor: commandActor, Action: "user.accessed", Subject: audit.User(key), Details: map[string]string{"command": "export"},
	})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(s.ExportUser(ctx, store.Server(), key, time.Now(), f), f.Sync(), f.Close())
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	fmt.Fprintln(c.out, path)
	return nil
}

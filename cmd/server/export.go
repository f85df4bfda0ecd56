package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
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
	flags := ownFlags("export")
	company := flags.String("company", "", "the user's company, where there are several")
	return c.carryOut(args, order{exportUsage, flags, func(settings configs.Settings, words []string) error {
		if len(words) != 2 {
			return errArguments
		}
		return archiveUser(ctx, settings, *company, words[0], words[1], c)
	}})
}

func archiveUser(ctx context.Context, settings configs.Settings, company, userID, path string, c console) error {
	s, err := openInUse(ctx, settings, settings.Encryption.Keyset)
	if err != nil {
		return err
	}
	h := &house{store: s}
	defer h.close()
	if _, err := h.assistants(ctx, settings, uncounted(), slog.New(slog.DiscardHandler)); err != nil {
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

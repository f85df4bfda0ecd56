package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/seal"
)

const encryptionUsage = `server encryption init [flags]
server encryption rotate [--stage] [flags]
server encryption status [flags]

init makes the file of master keys that encryption.keyset names. rotate gives it
another primary key, or with --stage one that only waits: bring the file to every
node then, and rotate once more. Servers that run read the file again and wrap the
users' keys with the new key by themselves. status prints as JSON how many users'
keys each master key wraps; a SQLite database may be in use by a running server.

`

var errNoKeyset = errors.New("no encryption.keyset is set: it names the file of master keys")

// encryption is the subcommand: what to do with the keys.
func encryption(ctx context.Context, args []string, c console) int {
	flags := ownFlags("encryption")
	stage := flags.Bool("stage", false, "rotate: the new key only waits")
	return c.carryOut(args, order{encryptionUsage, flags, func(settings configs.Settings, words []string) error {
		if len(words) != 1 || !slices.Contains([]string{"init", "rotate", "status"}, words[0]) || *stage && words[0] != "rotate" {
			return errArguments
		}
		return masterKeys(ctx, settings, words[0], *stage, c)
	}})
}

func masterKeys(ctx context.Context, settings configs.Settings, what string, stage bool, c console) error {
	if settings.Encryption.Keyset == "" {
		return errNoKeyset
	}
	path, err := seal.Path(settings.Encryption.Keyset)
	if err != nil {
		return err
	}
	switch what {
	case "init":
		if err = seal.Create(settings.Encryption.Keyset); err == nil {
			fmt.Fprintf(c.out, "%s is made; keep a copy where no backup of the database is\n", path)
		}
		return err
	case "rotate":
		primary, err := seal.Rotate(settings.Encryption.Keyset, stage)
		if err == nil {
			err = noteRotation(ctx, settings, primary)
		}
		if err == nil {
			fmt.Fprintf(c.out, "%s: master key %s wraps from now on\n", path, primary)
		}
		return err
	}
	return keyStatus(ctx, settings, c)
}

// noteRotation writes into the audit of the database, where there is one already.
func noteRotation(ctx context.Context, settings configs.Settings, primary string) error {
	s, err := openInUse(ctx, settings, "")
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer s.Close()
	return noteCommand(ctx, s, "masterkey.rotated", map[string]string{"primary": primary})
}

func keyStatus(ctx context.Context, settings configs.Settings, c console) error {
	master, err := seal.Load(settings.Encryption.Keyset)
	if err != nil {
		return err
	}
	s, err := openInUse(ctx, settings, settings.Encryption.Keyset)
	if err != nil {
		return err
	}
	defer s.Close()
	counts, err := s.Keys(ctx)
	if err != nil {
		return err
	}
	return json.NewEncoder(c.out).Encode(map[string]any{"primary": master.Primary(), "user_keys": counts})
}

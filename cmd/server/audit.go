package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
)

const auditUsage = `server audit verify [--tenant T] [flags]
server audit export [--tenant T] [flags]

verify goes through the chains of audit rows, prints a JSON line for each tenant
(rows, the newest row's hash, and the first row that is not as it was written) and
exits with 1 where one is broken. export prints every row as a JSON line. Nothing is
written; a SQLite database may be in use by a running server.

`

// errAuditBroken makes the exit code of a chain that is broken.
var errAuditBroken = errors.New("a chain of audit rows is broken")

// auditRows is the subcommand: what to do with the rows.
func auditRows(ctx context.Context, args []string, c console) int {
	flags := ownFlags("audit")
	tenant := flags.String("tenant", "", "only the rows of this tenant")
	return c.carryOut(args, order{auditUsage, flags, func(settings configs.Settings, words []string) error {
		if len(words) != 1 || words[0] != "verify" && words[0] != "export" {
			return errArguments
		}
		return auditStored(ctx, settings, words[0], *tenant, c)
	}})
}

// commandActor is who has the machine: the audit knows no more of them.
const commandActor = "system:command"

// noteCommand writes down what is done at the command line to all tenants' data.
func noteCommand(ctx context.Context, s *store.Store, action string, details map[string]string) error {
	return audit.NewRecorder(audit.RecorderConfig{Store: s}).Write(ctx, audit.Entry{
		Tenant: policy.HouseChain, Actor: commandActor, Action: action, Details: details,
	})
}

// noteStart writes down by which settings a node works: nothing else tells later who
// could come in then. A disk that is full must not keep it from serving.
func (h *house) noteStart(ctx context.Context, settings configs.Settings, log *slog.Logger) {
	secret, err := h.store.Secret(ctx, "audited settings")
	if err == nil {
		err = h.audit.Write(ctx, audit.Entry{
			Tenant: policy.HouseChain, Actor: "system:server", Action: "server.started",
			Details: map[string]any{"settings": settings.Changed(), "digest": settings.Digest(secret)},
		})
	}
	if err != nil {
		log.WarnContext(ctx, "the settings are not in the audit", "error", err)
	}
}

func auditStored(ctx context.Context, settings configs.Settings, what, tenant string, c console) error {
	s, err := openInUse(ctx, settings, "")
	if err != nil {
		return err
	}
	defer s.Close()
	tenants := []string{tenant}
	if tenant == "" {
		if tenants, err = audit.Tenants(ctx, s); err != nil {
			return err
		}
	}
	lines, broken := json.NewEncoder(c.out), false
	for _, t := range tenants {
		if what == "export" {
			err = audit.Each(ctx, s, t, func(row *audit.Row) (bool, error) { return false, lines.Encode(row) })
		} else {
			var report audit.Report
			if report, err = audit.Verify(ctx, s, t); err == nil {
				broken = broken || !report.Whole()
				err = lines.Encode(report)
			}
		}
		if err != nil {
			return err
		}
	}
	if broken {
		return errAuditBroken
	}
	return nil
}

package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// auditDir is a database in which a run has written two audit rows, and then done
// what is said.
func auditDir(t *testing.T, then string) (dir string) {
	t.Helper()
	dir, ctx, now := t.TempDir(), t.Context(), time.Now()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := store.Open(ctx, store.Config{DataDir: dir})
	must(err)
	defer s.Close()
	_, err = s.Migrate(ctx)
	must(err)
	session, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "company"})
	must(err)
	done, err := storetest.Submit(ctx, s, store.Submission{At: now, Run: state.Run{SessionID: session.ID, Kind: state.RunQuery, Query: "q", Deadline: now}})
	must(err)
	must(s.Heartbeat(ctx, "node", now, now.Add(time.Hour)))
	run, _, err := s.Claim(ctx, done.Run.ID, "node", now)
	must(err)
	row := audit.Entry{Tenant: "demo", At: now, Actor: "system:planner", Action: "document.checked", Subject: "document:d1"}
	must(storetest.Apply(ctx, s, []*store.Commit{{
		SessionID: run.SessionID, RunID: run.ID, Owner: run.Owner, Fence: run.Fence, Status: state.RunRunning, At: now,
		Effects: []func(context.Context, store.Tx) error{audit.Write(row, row), func(ctx context.Context, tx store.Tx) error {
			if then == "" {
				return nil
			}
			_, err := tx.ExecContext(ctx, then)
			return err
		}},
	}})[0])
	return dir
}

// What is done at the command line is in the chains.
func TestCommandsAreAudited(t *testing.T) {
	t.Parallel()
	dir, keyset := auditDir(t, ""), filepath.Join(t.TempDir(), "keyset.json")
	do := func(want int, args ...string) string {
		t.Helper()
		code, out, complaints := runs(t.Context(), []string{"MADANG_DATA_DIR=" + dir, "MADANG_ENCRYPTION_KEYSET=" + keyset}, args...)
		if code != want {
			t.Fatalf("%q: code %d: %s", args, code, complaints)
		}
		return out
	}
	made := do(exitOK, "keys", "make", "--user", "bot", "--company", "acme", "--roles", "operator")
	id := strings.Split(made, "_")[1]
	do(exitOK, "keys", "revoke", id)
	do(exitFailed, "keys", "revoke", id)
	do(exitOK, "encryption", "init")
	do(exitOK, "encryption", "rotate")
	do(exitOK, "backup", filepath.Join(t.TempDir(), "copies"))
	out := do(exitOK, "audit", "export")
	for action, times := range map[string]int{"key.made": 1, "key.revoked": 1, "masterkey.rotated": 1, "database.copied": 1} {
		if got := strings.Count(out, `"action":"`+action+`"`); got != times {
			t.Errorf("%s: %d rows in %s", action, got, out)
		}
	}
	if strings.Contains(out, strings.TrimSpace(made)) || strings.Contains(out, "bot") || !strings.Contains(out, `"tenant":"acme"`) {
		t.Errorf("exported %s", out)
	}
	do(exitOK, "audit", "verify")
}

func TestAudit(t *testing.T) {
	t.Parallel()
	whole := auditDir(t, "")
	broken := auditDir(t, "UPDATE audit_rows SET subject = 'document:d2' WHERE seq = 2")
	for _, test := range []struct {
		args       []string
		code       int
		out, wrong string
	}{
		{[]string{"verify", "--data-dir", whole}, exitOK, `{"tenant":"demo","rows":2,"head":"`, ""},
		{[]string{"verify", "--tenant", "demo", "--data-dir", whole}, exitOK, `"rows":2`, ""},
		{[]string{"verify", "--tenant", "other", "--data-dir", whole}, exitOK, `"rows":0`, ""},
		{[]string{"verify", "--data-dir", broken}, exitFailed, `"broken_at":2,"why":"what it tells does not have its hash"`, errAuditBroken.Error()},
		{[]string{"export", "--data-dir", whole}, exitOK, `"actor":"system:planner","action":"document.checked","subject":"document:d1","details":null,"prev_hash":""`, ""},
		{[]string{"export", "--data-dir", t.TempDir()}, exitFailed, "", "error: "},
		{[]string{"verify", "--tenant"}, exitUsage, "", "tenant"},
		{[]string{"verify", "more"}, exitUsage, "", "server audit verify"},
		{[]string{"burn"}, exitUsage, "", "server audit verify"},
		{nil, exitUsage, "", "server audit verify"},
		{[]string{"verify", "-h"}, exitOK, "server audit export", ""},
	} {
		code, out, complaints := runs(t.Context(), nil, append([]string{"audit"}, test.args...)...)
		if code != test.code || !strings.Contains(out, test.out) || !strings.Contains(complaints, test.wrong) {
			t.Errorf("%q: code %d, want %d\n%s\n%s", test.args, code, test.code, out, complaints)
		}
		if test.args != nil && test.args[0] == "export" && test.code == exitOK && strings.Count(out, "\n") != 2 {
			t.Errorf("exported %s", out)
		}
	}
}

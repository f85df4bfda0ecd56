package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/madang-dev/madang/assistants/probe"
	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/test/bench/load"
)

// contestant is something to be measured.
type contestant struct {
	name string
	// ours tells the server from the floors.
	ours     bool
	postgres bool
	durable  bool
	// sealed encrypts what users say; known lets in only who proves himself.
	sealed, known bool
	// streams passes on what a model writes, and takes part in nothing else.
	streams bool
}

// bare tells that nothing is on that costs more.
func (c contestant) bare() bool { return !c.sealed && !c.known && !c.streams }

// The names of the contestants.
const (
	onSQLite      = "sqlite"
	onPostgres    = "postgres"
	socketFloor   = "socket-floor"
	sealedPG      = "postgres-sealed"
	knownPG       = "postgres-known"
	postgresFloor = "postgres-floor"
	sqliteFloor   = "sqlite-floor"
	modelSQLite   = "sqlite-model"
	relayFloor    = "relay-floor"
)

func contestants() []contestant {
	return []contestant{
		{name: onSQLite, ours: true, durable: true},
		{name: onPostgres, ours: true, durable: true, postgres: true},
		{name: sealedPG, ours: true, durable: true, postgres: true, sealed: true},
		{name: knownPG, ours: true, durable: true, postgres: true, known: true},
		{name: socketFloor},
		{name: postgresFloor, durable: true, postgres: true},
		{name: sqliteFloor, durable: true},
		{name: modelSQLite, ours: true, durable: true, streams: true},
		{name: relayFloor, streams: true},
	}
}

// programs are what is built before anything is measured.
type programs struct{ dir, server, floor string }

func buildPrograms(ctx context.Context) (programs, error) {
	dir, err := os.MkdirTemp("", "madang-bench-")
	if err != nil {
		return programs{}, err
	}
	p := programs{dir: dir, server: filepath.Join(dir, "madang"), floor: filepath.Join(dir, "floor")}
	for path, source := range map[string]string{p.server: "./cmd/server", p.floor: "./test/bench/floor"} {
		cmd := exec.CommandContext(ctx, "go", "build", "-o", path, source)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return p, fmt.Errorf("build %s: %w\n%s", source, err, out)
		}
	}
	return p, nil
}

// stand is a contestant that is up, with what it needs.
type stand struct {
	contestant
	*process
	db *database // nil without Postgres
	// beside are another node on the same database, and Redis between; most
	// scenarios have neither.
	beside *company
	ops    string // address of the profiles
	token  string // of all its clients, with identity
	ids    atomic.Int64
}

// start brings a contestant up on an empty database.
func (b *bench) start(ctx context.Context, c contestant) (*stand, error) {
	s := &stand{contestant: c}
	dir, err := os.MkdirTemp(b.programs.dir, c.name+"-")
	if err != nil {
		return nil, err
	}
	var url string
	if c.postgres {
		s.db = b.db
		if url, err = b.db.fresh(ctx); err != nil {
			return nil, err
		}
	}
	if c.streams {
		url = b.model.url
	}
	if !c.ours {
		kind := strings.TrimSuffix(c.name, "-floor")
		s.process, err = launch(ctx, []string{b.programs.floor, "-kind", kind, "-url", url, "-dir", dir}, nil)
		return s, err
	}
	var env []string
	switch {
	case c.streams:
		env = []string{
			"OPENAI_BASE_URL=" + url, "MADANG_MODEL=bench", "MADANG_MODEL_LEAD=never", "MADANG_MODEL_CONCURRENT=2000", "MADANG_MAX_RUNS=2000",
			"MADANG_MODEL_TIMEOUT=10m", "MADANG_MODEL_SILENCE_TIMEOUT=10m", "MADANG_RUN_DEADLINE=20m",
		}
	case url != "":
		env = []string{"DATABASE_URL=" + url}
	}
	if b.profile != "" {
		if s.ops, err = freeAddr(ctx); err != nil {
			return nil, err
		}
	}
	if c.sealed {
		keys := filepath.Join(dir, "keys.json")
		if out, err := exec.CommandContext(ctx, b.programs.server, "encryption", "init", "--encryption-keyset", keys).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("make keys: %w\n%s", err, out)
		}
		env = append(env, "MADANG_ENCRYPTION_KEYSET="+keys)
	}
	if c.known {
		if s.token, err = token(); err != nil {
			return nil, err
		}
		env = append(env, "MADANG_AUTH_MODE="+configs.AuthJWT, "MADANG_AUTH_JWT_SECRET="+secret)
	}
	s.process, err = b.serve(ctx, dir, s.ops, env)
	return s, err
}

// secret signs the tokens of a server that listens on loopback for a moment.
const secret = "a secret that guards nothing but a benchmark"

// token is one that the server lets in for longer than it is measured.
func token() (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": "bench", "exp": time.Now().Add(time.Hour).Unix(),
	}).SignedString([]byte(secret))
}

// server is where the load goes.
func (s *stand) server() load.Server { return load.Server{Addr: s.addr, Token: s.token} }

// serve starts our server, with profiles at the address ops unless it is "".
func (b *bench) serve(ctx context.Context, dir, ops string, env []string) (*process, error) {
	args := []string{
		b.programs.server, "--addr", "127.0.0.1:0", "--data-dir", dir, "--probe",
		"--log-format", "json", "--today", "2026-11-21", "--max-connections-per-user", "18000",
		"--commands-per-second", "10000", "--burst", "10000",
		// All its clients come from one address.
		"--requests-per-second", "0", "--handshakes-per-second", "0", "--sessions-per-minute", "0", "--copies-per-minute", "0",
		"--max-connections-per-address", "0", "--address-commands-per-second", "0", "--max-runs-per-user", "0", "--max-runs-per-address", "0",
		"--user-commands-per-second", "0", "--user-requests-per-second", "0", "--user-handshakes-per-second", "0",
	}
	if ops != "" {
		args = append(args, "--ops-addr", ops)
	}
	return launch(ctx, args, env)
}

func freeAddr(ctx context.Context) (string, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// sessions makes n conversations with the assistant probe.
func (s *stand) sessions(ctx context.Context, n int) ([]string, error) {
	return s.conversations(ctx, n, probe.Name)
}

// advisers makes n conversations with the real-estate assistant.
func (s *stand) advisers(ctx context.Context, n int) ([]string, error) {
	return s.conversations(ctx, n, realestate.Name)
}

// conversations takes the floors' word for it: they know every name.
func (s *stand) conversations(ctx context.Context, n int, assistant string) ([]string, error) {
	ids := make([]string, n)
	if !s.ours {
		for i := range ids {
			ids[i] = fmt.Sprintf("session-00000000-0000-7000-8000-%012d", s.ids.Add(1))
		}
		return ids, nil
	}
	var (
		next  atomic.Int64
		fails = make(chan error, n)
		all   sync.WaitGroup
	)
	for range min(16, n) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				id, err := s.conversation(ctx, assistant)
				if err != nil {
					fails <- err
					return
				}
				ids[i] = id
			}
		})
	}
	all.Wait()
	close(fails)
	return ids, <-fails
}

func (s *stand) conversation(ctx context.Context, assistant string) (string, error) {
	body, _ := json.Marshal(map[string]string{"assistant": assistant})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.addr+"/api/v1/chat/start", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		req.Header.Set("Authorization", "Bearer "+s.token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	var reply struct {
		SessionID string `json:"session_id"`
	}
	if err := json.NewDecoder(res.Body).Decode(&reply); err != nil || reply.SessionID == "" {
		return "", fmt.Errorf("start a conversation: %s %w", res.Status, err)
	}
	_, err = io.Copy(io.Discard, res.Body)
	return reply.SessionID, err
}

//go:build unix

package testdb

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// kind is what differs between the servers.
type kind struct {
	name   string
	binary string
	// dirs are searched after PATH; the last match of a pattern wins.
	dirs []string
	// prepare sets up an empty directory.
	prepare func(s *Server) error
	args    func(s *Server) []string
	// copyBy is Postgres' way to make a database, the quicker one for how it syncs.
	copyBy string
	// stop is the signal that ends the server at once, its data intact.
	stop string
}

var (
	postgresKind = kind{
		name:    "postgres",
		binary:  "postgres",
		dirs:    []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin"},
		prepare: initdb,
		args: func(s *Server) []string {
			return []string{
				"-D", s.data(), "-p", strconv.Itoa(s.port),
				"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
				"-c", "max_connections=400",
			}
		},
		copyBy: "wal_log", stop: "QUIT",
	}
	// sharedKind has hundreds of databases that live for seconds: syncing and
	// vacuuming them takes longer than their tests, none of which ends the server.
	sharedKind = unsynced(postgresKind, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "autovacuum=off")
	redisKind  = kind{
		name:    "redis",
		binary:  "redis-server",
		prepare: func(*Server) error { return nil },
		args: func(s *Server) []string {
			return []string{
				"--port", strconv.Itoa(s.port), "--bind", "127.0.0.1",
				"--dir", s.dir, "--save", "", "--appendonly", "no",
			}
		},
		stop: "KILL",
	}
)

// unsynced is a Postgres with arguments that keep it from syncing.
func unsynced(k kind, more ...string) kind {
	args := k.args
	k.copyBy = "file_copy"
	k.args = func(s *Server) []string { return append(args(s), more...) }
	return k
}

// find is the path of the server's binary.
func (k kind) find() (string, error) {
	if path, err := exec.LookPath(k.binary); err == nil {
		return path, nil
	}
	for _, pattern := range k.dirs {
		found, err := filepath.Glob(filepath.Join(pattern, k.binary))
		if err == nil && len(found) > 0 {
			return found[len(found)-1], nil
		}
	}
	return "", fmt.Errorf("testdb: %s not found on this machine: run `make tools` "+
		"(apt-get install postgresql redis-server)", k.binary)
}

// initdb makes a cluster. Only this step does without fsync; the server
// runs with Postgres' defaults.
func initdb(s *Server) error {
	cmd := exec.Command(s.tool("initdb"), "-D", s.data(), "-U", user, "-A", "trust",
		"-E", "UTF8", "--locale=C", "--no-sync")
	cmd.Dir, cmd.SysProcAttr = s.dir, s.attr
	cmd.Env = append(os.Environ(), "HOME="+s.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("testdb: initdb: %w: %s", err, out)
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/redis"
	"github.com/madang-dev/madang/internal/seal"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/llm/openai"
	"github.com/madang-dev/madang/store"
)

const (
	// fullBytes is too little to go on with, scarceBytes little.
	fullBytes   = 100 << 20
	scarceBytes = 1 << 30
	// clockSlack is how far clocks may differ unnoticed: HTTP tells whole seconds.
	clockSlack = 2 * time.Second
)

// exposure tells who may come in.
func (d *doctor) exposure() {
	s := &d.settings
	if err := s.Unguarded(); err != nil {
		d.fail("exposure", words.M("doctor.exposure.unguarded", "why", err.Error()), words.M("doctor.exposure.identify"))
		return
	}
	before := len(d.found)
	if s.Exposed() {
		d.warn("exposure", words.M("doctor.exposure.none", "addr", s.Addr), words.M("doctor.exposure.identify"))
	}
	if slices.Contains(s.AllowedOrigins, "*") {
		d.warn("exposure", words.M("doctor.exposure.origins"), words.M("doctor.exposure.name_origins"))
	}
	if slices.Contains(s.AllowedHosts, "*") {
		d.warn("exposure", words.M("doctor.exposure.hosts"), words.M("doctor.exposure.name_hosts"))
	}
	if s.Auth.On() && s.TLS.CertFile == "" && !s.IsLocal() && len(s.TrustedProxies) == 0 {
		d.warn("exposure", words.M("doctor.exposure.plain", "addr", s.Addr), words.M("doctor.exposure.encrypt"))
	}
	if len(d.found) == before {
		d.ok("exposure", words.M("doctor.exposure.ok", "addr", s.Addr))
	}
}

// files tells of secrets that other users of the machine can read.
func (d *doctor) files() {
	s := &d.settings
	secret := []string{s.TLS.KeyFile}
	if s.DatabaseURL == "" {
		secret = append(secret, filepath.Join(s.DataDir, "madang.db"), filepath.Join(s.DataDir, "madang.db-wal"))
	}
	before := len(d.found)
	// Settings need not hold secrets: those can come by the environment.
	if mode, open := isOpen(d.file); open {
		d.warn("files", words.M("doctor.files.open", "path", d.file, "mode", mode), words.M("doctor.files.close", "path", d.file))
	}
	if _, err := openCertificate(s.TLS, slog.New(slog.DiscardHandler)); err != nil {
		d.fail("files", words.M("doctor.files.certificate", "why", err.Error()), words.M("doctor.files.mend_certificate"))
	}
	if s.Encryption.Keyset != "" {
		path, err := seal.Path(s.Encryption.Keyset)
		if err == nil {
			_, err = seal.Load(s.Encryption.Keyset)
		}
		if err != nil {
			d.fail("files", words.M("doctor.files.keyset", "why", err.Error()), words.M("doctor.files.mend_keyset"))
		}
		secret = append(secret, path)
	}
	for _, path := range secret {
		if mode, open := isOpen(path); open {
			d.fail("files", words.M("doctor.files.open", "path", path, "mode", mode), words.M("doctor.files.close", "path", path))
		}
	}
	if len(d.found) == before {
		d.ok("files", words.M("doctor.files.ok"))
	}
}

// isOpen tells whether others than the owner may do anything with a file.
func isOpen(path string) (mode string, open bool) {
	info, err := os.Stat(path)
	if path == "" || err != nil {
		return "", false
	}
	return info.Mode().Perm().String(), info.Mode().Perm()&0o077 != 0
}

// disk tells whether there is room to go on.
func (d *doctor) disk() {
	dir := d.settings.DataDir
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		dir = filepath.Dir(filepath.Clean(dir))
	}
	free, err := d.freeFunc(dir)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		d.fail("disk", words.M("doctor.disk.unknown", "path", dir, "why", err.Error()), words.M("doctor.disk.mend_path"))
	case free < fullBytes:
		d.fail("disk", words.M("doctor.disk.full", "path", dir, "mb", free>>20), words.M("doctor.disk.mend"))
	case free < scarceBytes:
		d.warn("disk", words.M("doctor.disk.scarce", "path", dir, "mb", free>>20), words.M("doctor.disk.mend"))
	default:
		d.ok("disk", words.M("doctor.disk.ok", "path", dir, "mb", free>>20))
	}
}

// database tells whether it is reached, of this build's shape, and whole.
func (d *doctor) database(ctx context.Context) {
	s, err := openInUse(ctx, d.settings, "")
	if errors.Is(err, fs.ErrNotExist) {
		d.ok("database", words.M("doctor.database.new", "path", d.settings.DataDir))
		return
	}
	if err == nil {
		defer s.Close()
		err = s.Ping(ctx)
	}
	if err != nil {
		d.fail("database", words.M("doctor.database.away", "why", err.Error()), words.M("doctor.database.reach"))
		return
	}
	has, err := s.Version(ctx)
	switch newest := store.Newest(); {
	case err != nil:
		d.fail("database", words.M("doctor.database.away", "why", err.Error()), words.M("doctor.database.reach"))
		return
	case has > newest:
		d.fail("database", words.M("doctor.database.newer", "has", has, "newest", newest), words.M("doctor.database.update"))
	case has < newest:
		d.warn("database", words.M("doctor.database.older", "has", has, "newest", newest), words.M("doctor.database.migrate"))
	default:
		d.ok("database", words.M("doctor.database.ok", "dialect", s.Dialect(), "has", has))
	}
	if err := s.Inspect(ctx); err != nil {
		d.fail("database", words.M("doctor.database.damaged", "why", err.Error()), words.M("doctor.database.restore"))
	}
	d.clock(ctx, s)
}

// clock tells whether this machine's clock fits the database's, or what was
// written by it before.
func (d *doctor) clock(ctx context.Context, s *store.Store) {
	theirs, err := s.Now(ctx)
	if err != nil {
		return // told by database
	}
	if last, err := s.LastWritten(ctx); err == nil && last.After(theirs) {
		theirs = last
	} else if s.Dialect() == store.DialectSQLite {
		theirs = d.now() // nothing else to compare with
	}
	d.compareClocks("database", theirs.Sub(d.now()), clockSlack)
}

func (d *doctor) compareClocks(with string, ahead, slack time.Duration) {
	if ahead.Abs() > slack {
		d.fail("clock", words.M("doctor.clock.off", "with", with, "seconds", int64(ahead.Abs()/time.Second)), words.M("doctor.clock.mend"))
		return
	}
	d.ok("clock", words.M("doctor.clock.ok", "with", with))
}

func (d *doctor) redis(ctx context.Context) {
	if d.settings.RedisURL == "" {
		d.ok("redis", words.M("doctor.redis.none"))
		return
	}
	r, err := redis.Open(d.settings.RedisURL)
	if err == nil {
		defer func() { _ = r.Close() }()
		bound, cancel := context.WithTimeout(ctx, checkWait)
		defer cancel()
		err = r.Ping(bound)
	}
	if err != nil {
		d.fail("redis", words.M("doctor.redis.away", "why", err.Error()), words.M("doctor.redis.mend"))
		return
	}
	d.ok("redis", words.M("doctor.redis.ok"))
}

// identity asks the provider as a server would.
func (d *doctor) identity(ctx context.Context) {
	a := &d.settings.Auth
	switch {
	case !a.On():
		return // told by exposure
	case a.Mode == configs.AuthJWT && a.JWTSecret != "":
		d.ok("identity", words.M("doctor.identity.secret"))
		return
	}
	bound, cancel := context.WithTimeout(ctx, checkWait)
	defer cancel()
	reached, err := auth.Reach(bound, a.Issuer, a.JWKSURL, d.http)
	if err != nil {
		d.fail("identity", words.M("doctor.identity.away", "why", err.Error()), words.M("doctor.identity.mend"))
		return
	}
	d.ok("identity", words.M("doctor.identity.ok", "keys", reached.Keys))
	d.compareClocks(a.Issuer, reached.Ahead, max(a.Skew, clockSlack))
}

func (d *doctor) model(ctx context.Context) {
	m := d.settings.Model
	var cfg openai.Config
	switch {
	case m.Name == "" && m.Embedding == "":
		d.ok("model", words.M("doctor.model.none"))
		return
	case strings.HasPrefix(m.Name, scriptPrefix) && m.Embedding == "":
		d.ok("model", words.M("doctor.model.scripted"))
		return
	}
	cfg.BaseURL, cfg.APIKey = m.BaseURL, m.APIKey
	bound, cancel := context.WithTimeout(ctx, checkWait)
	defer cancel()
	if err := cfg.Reach(bound); err != nil {
		d.fail("model", words.M("doctor.model.away", "why", err.Error()), words.M("doctor.model.mend"))
		return
	}
	d.ok("model", words.M("doctor.model.ok", "name", m.Name))
}

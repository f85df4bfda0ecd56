package main

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/seal"
	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// hangsUp is an address where nobody answers: it is held, so that no other test
// comes to listen there.
func hangsUp(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_ = c.Close()
		}
	}()
	return l.Addr().String()
}

// sound is a doctor of a server with nothing wrong, at a database that is there.
func sound(t *testing.T) *doctor {
	t.Helper()
	settings := configs.Default()
	settings.DataDir = filepath.Join(t.TempDir(), "data")
	s, err := store.Open(t.Context(), store.Config{DataDir: settings.DataDir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &doctor{
		settings: settings, http: http.DefaultClient, now: time.Now,
		freeFunc: func(string) (uint64, error) { return 1 << 40, nil },
	}
}

// write changes the doctor's database.
func (d *doctor) write(t *testing.T, query string) {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: d.settings.DataDir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Record(t.Context(), "test", func(ctx context.Context, tx store.Tx) error {
		_, err := tx.ExecContext(ctx, query)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// answers is a server that answers everything so.
func answers(t *testing.T, status int, body string, header ...string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

const ed25519Keys = `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`

func TestNothingIsWrong(t *testing.T) {
	t.Parallel()
	d := sound(t)
	d.settings.RedisURL = testdb.Redis(t)
	d.settings.Auth.Mode, d.settings.Auth.JWKSURL = configs.AuthJWT, answers(t, 200, ed25519Keys)
	d.settings.Model.Name, d.settings.Model.BaseURL = "m", answers(t, 200, `{"data":[]}`)
	d.all(t.Context())
	seen := map[string]bool{}
	for _, f := range d.found {
		seen[f.check] = true
		if f.level != levelOK {
			t.Errorf("%+v", f)
		}
	}
	if len(seen) != 9 {
		t.Errorf("looked at %v", seen)
	}
}

// Each look finds what it is there for.
func TestEachCheckFails(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		breakFunc func(t *testing.T, d *doctor)
		check     string
		level     string
		says      string
	}{
		"an address without identity": {func(_ *testing.T, d *doctor) { d.settings.Addr = ":8000" }, "exposure", levelFail, "doctor.exposure.unguarded"},
		"identity is off":             {func(_ *testing.T, d *doctor) { d.settings.Addr, d.settings.Auth.Mode = ":8000", configs.AuthNone }, "exposure", levelWarn, "doctor.exposure.none"},
		"every origin":                {func(_ *testing.T, d *doctor) { d.settings.AllowedOrigins = []string{"*"} }, "exposure", levelWarn, "doctor.exposure.origins"},
		"every name":                  {func(_ *testing.T, d *doctor) { d.settings.AllowedHosts = []string{"*"} }, "exposure", levelWarn, "doctor.exposure.hosts"},
		"an open database file": {func(t *testing.T, d *doctor) {
			chmod(t, filepath.Join(d.settings.DataDir, "madang.db"), 0o644)
		}, "files", levelFail, "doctor.files.open"},
		"open settings": {func(t *testing.T, d *doctor) {
			d.file = filepath.Join(t.TempDir(), "madang.yaml")
			if err := os.WriteFile(d.file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			chmod(t, d.file, 0o640)
		}, "files", levelWarn, "doctor.files.open"},
		"an open keyset": {func(t *testing.T, d *doctor) {
			d.settings.Encryption.Keyset = filepath.Join(t.TempDir(), "keys.json")
			if err := seal.Create(d.settings.Encryption.Keyset); err != nil {
				t.Fatal(err)
			}
			chmod(t, d.settings.Encryption.Keyset, 0o604)
		}, "files", levelFail, "doctor.files."},
		"plain HTTP to others": {func(_ *testing.T, d *doctor) {
			d.settings.Addr, d.settings.Auth.Mode, d.settings.Auth.JWTSecret = ":8000", configs.AuthJWT, strings.Repeat("s", 32)
		}, "exposure", levelWarn, "doctor.exposure.plain"},
		"an operators' address without a key": {func(_ *testing.T, d *doctor) {
			d.settings.OpsAddr, d.settings.Auth.Mode, d.settings.Auth.JWTSecret = ":9000", configs.AuthJWT, strings.Repeat("s", 32)
		}, "exposure", levelFail, "doctor.exposure.unguarded"},
		"no certificate": {func(t *testing.T, d *doctor) {
			d.settings.TLS.CertFile = filepath.Join(t.TempDir(), "cert.pem")
			d.settings.TLS.KeyFile = d.settings.TLS.CertFile
		}, "files", levelFail, "doctor.files.certificate"},
		"no keyset": {func(t *testing.T, d *doctor) {
			d.settings.Encryption.Keyset = filepath.Join(t.TempDir(), "keys.json")
		}, "files", levelFail, "doctor.files.keyset"},
		"a full disk": {func(_ *testing.T, d *doctor) {
			d.freeFunc = func(string) (uint64, error) { return 5 << 20, nil }
		}, "disk", levelFail, "doctor.disk.full"},
		"a scarce disk": {func(_ *testing.T, d *doctor) {
			d.freeFunc = func(string) (uint64, error) { return 500 << 20, nil }
		}, "disk", levelWarn, "doctor.disk.scarce"},
		"a disk that is away": {func(_ *testing.T, d *doctor) {
			d.freeFunc = func(string) (uint64, error) { return 0, errors.New("gone") }
		}, "disk", levelFail, "doctor.disk.unknown"},
		"Postgres away": {func(t *testing.T, d *doctor) {
			d.settings.DatabaseURL = "postgres://u:secret-word@" + hangsUp(t) + "/x?connect_timeout=2"
		}, "database", levelFail, "doctor.database.away"},
		"migrations to come": {func(t *testing.T, d *doctor) {
			d.write(t, "DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)")
		}, "database", levelWarn, "doctor.database.older"},
		"a newer database": {func(t *testing.T, d *doctor) {
			d.write(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)")
		}, "database", levelFail, "doctor.database.newer"},
		"no database file": {func(t *testing.T, d *doctor) {
			path := filepath.Join(d.settings.DataDir, "madang.db")
			if err := os.WriteFile(path, []byte(strings.Repeat("not a database ", 1000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "database", levelFail, "doctor.database.away"},
		"a damaged page": {func(t *testing.T, d *doctor) { damage(t, d.settings.DataDir) }, "database", levelFail, "doctor.database."},
		"a clock set back": {func(t *testing.T, d *doctor) {
			s, err := store.Open(t.Context(), store.Config{DataDir: d.settings.DataDir})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if _, err := s.CreateSession(t.Context(), store.Server(), state.Session{UpdatedAt: time.Now().Add(time.Hour), CreatedAt: time.Now().Add(time.Hour)}); err != nil {
				t.Fatal(err)
			}
		}, "clock", levelFail, "doctor.clock.off"},
		"Redis away": {func(t *testing.T, d *doctor) { d.settings.RedisURL = "redis://" + hangsUp(t) }, "redis", levelFail, "doctor.redis.away"},
		"the provider away": {func(t *testing.T, d *doctor) {
			d.settings.Auth.Mode, d.settings.Auth.Issuer = configs.AuthOIDC, "http://"+hangsUp(t)
		}, "identity", levelFail, "doctor.identity.away"},
		"the provider without keys": {func(t *testing.T, d *doctor) {
			d.settings.Auth.Mode, d.settings.Auth.JWKSURL = configs.AuthJWT, answers(t, 200, `{"keys":[]}`)
		}, "identity", levelFail, "doctor.identity.away"},
		"the provider's clock": {func(t *testing.T, d *doctor) {
			at := time.Now().Add(10 * time.Minute).UTC().Format(http.TimeFormat)
			d.settings.Auth.Mode, d.settings.Auth.JWKSURL = configs.AuthJWT, answers(t, 200, ed25519Keys, "Date", at)
		}, "clock", levelFail, "doctor.clock.off"},
		"the model away": {func(t *testing.T, d *doctor) {
			d.settings.Model.Name, d.settings.Model.BaseURL = "m", "http://"+hangsUp(t)
		}, "model", levelFail, "doctor.model.away"},
		"a model's key refused": {func(t *testing.T, d *doctor) {
			d.settings.Model.Name, d.settings.Model.BaseURL = "m", answers(t, 401, "")
		}, "model", levelFail, "doctor.model.away"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := sound(t)
			test.breakFunc(t, d)
			d.all(t.Context())
			found := false
			for _, f := range d.found {
				if f.level == levelOK {
					continue
				}
				found = found || f.check == test.check && f.level == test.level && strings.HasPrefix(f.is.Key, test.says)
				for _, tag := range texts.Languages() {
					text, mend := texts.In(tag).Text(f.is), texts.In(tag).Text(f.mend)
					if strings.Contains(text+mend, "⟨") || mend == "" || strings.Contains(text, "secret-word") {
						t.Errorf("%s: %s; %s", tag, text, mend)
					}
				}
			}
			if !found || d.failed() != (test.level == levelFail) {
				t.Errorf("found %+v", d.found)
			}
		})
	}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// damage overwrites every page of the file but the first few.
func damage(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "madang.db")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	if len(data) < 40*page {
		t.Fatalf("a file of %d bytes", len(data))
	}
	copy(data[len(data)-20*page:], strings.Repeat("\xee", 20*page))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestDoctorCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "madang.yaml")
	if err := os.WriteFile(file, []byte("log_level: loud\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		env  []string
		args []string
		code int
		out  string
	}{
		{nil, []string{"--data-dir", dir}, exitOK, "ok    database: "},
		{[]string{"LANG=en_US.UTF-8"}, []string{"--data-dir", dir, "--json"}, exitOK, `{"check":"settings","level":"ok","message":"the settings can be read"}`},
		{[]string{"LANG=en_US.UTF-8"}, []string{"--config", file}, exitFailed, "fail  settings: the settings are wrong"},
		{nil, []string{"--addr", ":8000", "--data-dir", dir, "--json"}, exitFailed, `"check":"exposure","level":"fail"`},
		{nil, []string{"-h"}, exitOK, "server doctor"},
		{nil, []string{"more"}, exitUsage, ""},
	} {
		code, out, complaints := runs(t.Context(), test.env, append([]string{"doctor"}, test.args...)...)
		if code != test.code || !strings.Contains(out, test.out) {
			t.Errorf("%q: code %d, %s%s", test.args, code, out, complaints)
		}
		if code == exitUsage || test.args[0] == "-h" || len(test.args) < 3 || test.args[len(test.args)-1] != "--json" {
			continue
		}
		for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
			if !json.Valid([]byte(line)) {
				t.Errorf("no JSON: %s", line)
			}
		}
	}
}

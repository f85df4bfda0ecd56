package configs

import (
	"strings"
	"testing"
)

// Settings of identity that contradict each other are refused, each by name.
func TestContradictionsOfIdentity(t *testing.T) {
	t.Parallel()
	secret := "MADANG_AUTH_JWT_SECRET=" + strings.Repeat("s", 32)
	for name, test := range map[string]struct {
		env  []string
		says string // "" is accepted
	}{
		"nothing":          {nil, ""},
		"none":             {[]string{"MADANG_AUTH_MODE=none"}, ""},
		"a secret":         {[]string{"MADANG_AUTH_MODE=jwt", secret}, ""},
		"keys":             {[]string{"MADANG_AUTH_MODE=jwt", "MADANG_AUTH_JWKS_URL=https://id.example.com/keys", "MADANG_AUTH_ISSUER=https://id.example.com", "MADANG_AUTH_AUDIENCE=chat"}, ""},
		"a provider":       {[]string{"MADANG_AUTH_MODE=oidc", "MADANG_AUTH_ISSUER=https://id.example.com", "MADANG_AUTH_CLIENT_ID=chat", "MADANG_PUBLIC_URL=https://chat.example.com"}, ""},
		"no mode":          {[]string{secret}, "nobody would be asked"},
		"guests of none":   {[]string{"MADANG_AUTH_MODE=none", "MADANG_AUTH_GUESTS=true"}, "auth.guests"},
		"unknown mode":     {[]string{"MADANG_AUTH_MODE=basic"}, "must be one of none, jwt, oidc"},
		"jwt without keys": {[]string{"MADANG_AUTH_MODE=jwt"}, "either auth.jwt_secret"},
		"both":             {[]string{"MADANG_AUTH_MODE=jwt", secret, "MADANG_AUTH_JWKS_URL=https://id.example.com/keys", "MADANG_AUTH_ISSUER=https://id.example.com", "MADANG_AUTH_AUDIENCE=chat"}, "not both"},
		"keys of anybody":  {[]string{"MADANG_AUTH_MODE=jwt", "MADANG_AUTH_JWKS_URL=https://id.example.com/keys"}, "auth.audience"},
		"short secret":     {[]string{"MADANG_AUTH_MODE=jwt", "MADANG_AUTH_JWT_SECRET=short-one"}, "at least 32"},
		"plain http":       {[]string{"MADANG_AUTH_MODE=jwt", "MADANG_AUTH_JWKS_URL=http://id.example.com/keys", "MADANG_AUTH_ISSUER=https://id.example.com", "MADANG_AUTH_AUDIENCE=chat"}, "must be https"},
		"no client":        {[]string{"MADANG_AUTH_MODE=oidc", "MADANG_AUTH_ISSUER=https://id.example.com"}, "auth.client_id"},
		"a key of no door": {[]string{"MADANG_OPS_KEY=" + strings.Repeat("k", 32)}, "ops_addr, which is not set"},
		"a door's key":     {[]string{"MADANG_OPS_ADDR=localhost:9000", "MADANG_OPS_KEY=" + strings.Repeat("k", 32)}, ""},
		"a short key":      {[]string{"MADANG_OPS_ADDR=localhost:9000", "MADANG_OPS_KEY=short-one"}, "at least 32"},
		"half of TLS":      {[]string{"MADANG_TLS_CERT_FILE=cert.pem"}, "both cert_file and key_file"},
		"secret with oidc": {[]string{"MADANG_AUTH_MODE=oidc", secret, "MADANG_AUTH_ISSUER=https://id.example.com", "MADANG_AUTH_CLIENT_ID=c", "MADANG_PUBLIC_URL=https://c.example.com"}, "auth.jwt_secret"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := Load(nil, nil, test.env, files{}.read)
			switch {
			case test.says == "" && err != nil:
				t.Fatal(err)
			case test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)):
				t.Fatalf("got %v, want %q", err, test.says)
			case err != nil && strings.Contains(err.Error(), "short-one"):
				t.Fatalf("the secret is repeated: %v", err)
			}
		})
	}
}

// Who asks for identity keeps the operators' address too.
func TestOperatorsAddressIsGuarded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		ops, key, mode string
		unguarded      bool
	}{
		{":9000", "", "jwt", true},
		{":9000", "", "oidc", true},
		{":9000", "key", "jwt", false},
		{"localhost:9000", "", "jwt", false},
		{"", "", "jwt", false},
		{":9000", "", "none", false},
		{":9000", "key", "", true},
	} {
		s := Default()
		s.OpsAddr, s.OpsKey, s.Auth.Mode = test.ops, test.key, test.mode
		if err := s.Unguarded(); (err != nil) != test.unguarded {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// Only this machine is served where nobody is asked who they are.
func TestUnguarded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		addr, mode         string
		unguarded, exposed bool
	}{
		{"localhost:8000", "", false, false},
		{"127.0.0.1:0", "", false, false},
		{"127.8.8.8:1", "", false, false},
		{"[::1]:8000", "", false, false},
		{":8000", "", true, true},
		{"0.0.0.0:8000", "", true, true},
		{"[::]:8000", "", true, true},
		{"localhost.example.com:8000", "", true, true},
		{":8000", "none", false, true},
		{":8000", "jwt", false, false},
	} {
		s := Default()
		s.Addr, s.Auth.Mode = test.addr, test.mode
		if err := s.Unguarded(); (err != nil) != test.unguarded || s.Exposed() != test.exposed {
			t.Errorf("%+v: %v, exposed %v", test, err, s.Exposed())
		}
	}
}

package configs

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"
)

// The kinds of identity that a server can ask for.
const (
	AuthNone = "none"
	AuthJWT  = "jwt"
	AuthOIDC = "oidc"
)

// Auth is who may come in. Secrets have no flag, for flags can be read by every
// user of the machine.
type Auth struct {
	Mode      string        `yaml:"mode" env:"MADANG_AUTH_MODE" flag:"auth-mode" validate:"omitempty,oneof=none jwt oidc" doc:"none (whoever reaches the server may do everything), jwt (tokens that others make) or oidc (an identity provider signs people in); empty is none on this machine only"`
	JWTSecret string        `yaml:"jwt_secret" env:"MADANG_AUTH_JWT_SECRET" validate:"omitempty,min=32" secret:"text" doc:"secret of tokens by HS256, 32 bytes or more; with mode jwt"`
	JWKSURL   string        `yaml:"jwks_url" env:"MADANG_AUTH_JWKS_URL" flag:"auth-jwks-url" validate:"omitempty,scheme=http https" doc:"address of the public keys of tokens by RS256, ES256 or EdDSA; with mode oidc empty asks the provider"`
	Issuer    string        `yaml:"issuer" env:"MADANG_AUTH_ISSUER" flag:"auth-issuer" validate:"omitempty,scheme=http https" doc:"who makes the tokens; with mode oidc the provider's address"`
	Audience  string        `yaml:"audience" env:"MADANG_AUTH_AUDIENCE" flag:"auth-audience" validate:"max=200" doc:"for whom the tokens must be made; with mode oidc empty is client_id"`
	Skew      time.Duration `yaml:"skew" env:"MADANG_AUTH_SKEW" flag:"auth-skew" validate:"min=0,max=5m" doc:"how far the clocks of others may be off"`

	TenantClaim string `yaml:"tenant_claim" env:"MADANG_AUTH_TENANT_CLAIM" flag:"auth-tenant-claim" validate:"required,max=200" doc:"claim that names the company; a point goes into an object"`
	RolesClaim  string `yaml:"roles_claim" env:"MADANG_AUTH_ROLES_CLAIM" flag:"auth-roles-claim" validate:"required,max=200" doc:"claim that lists the roles (operator, reviewer, admin), such as realm_access.roles"`

	ClientID     string        `yaml:"client_id" env:"MADANG_AUTH_CLIENT_ID" flag:"auth-client-id" validate:"max=200" doc:"this server's name at the provider, for signing in on the page; with mode oidc"`
	ClientSecret string        `yaml:"client_secret" env:"MADANG_AUTH_CLIENT_SECRET" secret:"text" doc:"this server's secret at the provider; empty for a public client"`
	PublicURL    string        `yaml:"public_url" env:"MADANG_PUBLIC_URL" flag:"public-url" validate:"omitempty,origin" doc:"address of the page as browsers know it, https://host; behind it the provider sends people back to /api/v1/auth/callback"`
	SessionTTL   time.Duration `yaml:"session_ttl" env:"MADANG_AUTH_SESSION_TTL" flag:"auth-session-ttl" validate:"min=1m,max=720h" doc:"how long the page stays signed in"`
	Guests       bool          `yaml:"guests" env:"MADANG_AUTH_GUESTS" flag:"auth-guests" doc:"true lets people talk on the page before they sign in, known by a cookie; their conversations are theirs after it"`
}

// On tells whether people have to say who they are.
func (a *Auth) On() bool { return a.Mode == AuthJWT || a.Mode == AuthOIDC }

// checkAuth reports settings of identity that are missing or contradict each
// other: a server that guesses what was meant would let somebody in.
func (l *loading) checkAuth() {
	a := &l.settings.Auth
	given := map[string]bool{
		"jwt_secret": a.JWTSecret != "", "jwks_url": a.JWKSURL != "", "issuer": a.Issuer != "", "audience": a.Audience != "",
		"client_id": a.ClientID != "", "client_secret": a.ClientSecret != "", "public_url": a.PublicURL != "", "guests": a.Guests,
	}
	refuse := func(why string, names ...string) {
		for _, name := range names {
			if given[name] {
				l.fail("auth."+name, l.source["auth."+name], "%s", why)
			}
		}
	}
	need := func(why string, names ...string) {
		for _, name := range names {
			if !given[name] {
				l.fail("auth."+name, "", "%s", why)
			}
		}
	}
	switch a.Mode {
	case AuthJWT:
		refuse("is for auth.mode oidc, and auth.mode is jwt", "client_id", "client_secret")
		if given["jwt_secret"] == given["jwks_url"] {
			l.fail("auth", "", "mode jwt needs either auth.jwt_secret (HS256) or auth.jwks_url (RS256, ES256, EdDSA), not both: a public key must never serve as a secret")
		}
		if given["jwks_url"] {
			need("must be set where the keys are another's: its tokens for other services would be good here", "issuer", "audience")
		}
	case AuthOIDC:
		refuse("is for auth.mode jwt, and auth.mode is oidc", "jwt_secret")
		need("must be set with auth.mode oidc", "issuer", "client_id", "public_url")
	default:
		refuse(fmt.Sprintf("is set, but auth.mode is %q: nobody would be asked who they are", a.Mode),
			"jwt_secret", "jwks_url", "issuer", "audience", "client_id", "client_secret", "public_url", "guests")
	}
	for name, address := range map[string]string{"issuer": a.Issuer, "jwks_url": a.JWKSURL} {
		if u, err := url.Parse(address); err == nil && u.Scheme == "http" && !isLoopback(u.Hostname()) && a.Mode != AuthNone {
			l.fail("auth."+name, l.source["auth."+name], "must be https, else whoever is between could give keys of their own")
		}
	}
}

// checkDoors reports halves of settings that belong together.
func (l *loading) checkDoors() {
	s := &l.settings
	if s.OpsKey != "" && s.OpsAddr == "" {
		l.fail("ops_key", l.source["ops_key"], "is for ops_addr, which is not set: there is nothing that it would guard")
	}
	if (s.TLS.CertFile == "") != (s.TLS.KeyFile == "") {
		l.fail("tls", "", "needs both cert_file and key_file")
	}
}

// Unguarded is why the settings may not be served: an address that others
// reach, while nobody is asked who they are and nobody said that this is meant,
// or an operators' address without a key.
func (s *Settings) Unguarded() error {
	if s.Auth.On() && !isLocal(s.OpsAddr) && s.OpsKey == "" {
		return fmt.Errorf("ops_addr %s can be reached by others: set ops_key (MADANG_OPS_KEY), or let it listen on localhost", s.OpsAddr)
	}
	if s.Auth.Mode != "" {
		return nil
	}
	for _, set := range [][2]string{{"addr", s.Addr}, {"ops_addr", s.OpsAddr}} {
		if name, addr := set[0], set[1]; !isLocal(addr) {
			return fmt.Errorf("%s %s can be reached by others, and nobody is asked who they are: set auth.mode to oidc or jwt (docs/identity.md), or say auth.mode: none (MADANG_AUTH_MODE=none) where everybody who reaches it may read and change everything, or listen on localhost", name, addr)
		}
	}
	return nil
}

// Exposed tells that others reach the server and nobody is asked who they are.
func (s *Settings) Exposed() bool {
	return !s.Auth.On() && !(isLocal(s.Addr) && isLocal(s.OpsAddr))
}

// IsLocal tells whether only this machine reaches the clients' address.
func (s *Settings) IsLocal() bool { return isLocal(s.Addr) }

// isLocal tells whether only this machine reaches an address; "" is none.
func isLocal(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return addr == "" || err == nil && isLoopback(host)
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

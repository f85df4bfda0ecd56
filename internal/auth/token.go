package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/golang-jwt/jwt/v5"
)

const (
	// maxToken bounds a token in bytes.
	maxToken = 8 << 10
	// guestPrefix begins the ids of guests, and of nobody else.
	guestPrefix = "guest-"
	maxSubject  = 200
	maxRoles    = 64
)

// tokens checks JSON Web Tokens as RFC 8725 advises.
type tokens struct {
	parser              *jwt.Parser
	secret              []byte  // of HS256, or
	keys                *keySet // of the others: never both
	tenantPath, rolPath []string
}

func newTokens(cfg *Config, keys *keySet) *tokens {
	t := &tokens{secret: cfg.Secret, keys: keys, tenantPath: strings.Split(cfg.TenantClaim, "."), rolPath: strings.Split(cfg.RolesClaim, ".")}
	methods := []string{"RS256", "ES256", "EdDSA"}
	if len(cfg.Secret) > 0 {
		methods = []string{"HS256"}
	}
	options := []jwt.ParserOption{
		jwt.WithValidMethods(methods), jwt.WithExpirationRequired(), jwt.WithIssuedAt(),
		jwt.WithLeeway(cfg.Skew), jwt.WithTimeFunc(cfg.Clock), jwt.WithStrictDecoding(),
	}
	if cfg.Issuer != "" {
		options = append(options, jwt.WithIssuer(cfg.Issuer))
	}
	if cfg.Audience != "" {
		options = append(options, jwt.WithAudience(cfg.Audience))
	}
	t.parser = jwt.NewParser(options...)
	return t
}

// check is the identity that a token proves, with all its claims.
func (t *tokens) check(ctx context.Context, text string) (Identity, jwt.MapClaims, error) {
	if len(text) > maxToken {
		return Identity{}, nil, fmt.Errorf("a token of %d bytes, more than %d", len(text), maxToken)
	}
	claims := jwt.MapClaims{}
	if _, err := t.parser.ParseWithClaims(text, claims, func(token *jwt.Token) (any, error) { return t.keyOf(ctx, token) }); err != nil {
		return Identity{}, nil, err
	}
	id, err := t.identity(claims)
	return id, claims, err
}

// keyOf is the key that a token must be signed by.
func (t *tokens) keyOf(ctx context.Context, token *jwt.Token) (any, error) {
	if _, critical := token.Header["crit"]; critical {
		return nil, errors.New("the token has a critical header that is not known") // RFC 7515, 4.1.11
	}
	kind, _ := token.Header["typ"].(string)
	switch strings.TrimPrefix(strings.ToLower(kind), "application/") {
	case "", "jwt", "at+jwt":
	default:
		return nil, fmt.Errorf("a token of type %.60q is not for signing in", kind)
	}
	if t.keys == nil {
		return t.secret, nil
	}
	kid, _ := token.Header["kid"].(string)
	return t.keys.find(ctx, kid, token.Method.Alg())
}

func (t *tokens) identity(claims jwt.MapClaims) (Identity, error) {
	subject, _ := claims["sub"].(string)
	tenant, _ := claim(claims, t.tenantPath).(string)
	id := Identity{UserID: subject, Tenant: tenant, Roles: roles(claim(claims, t.rolPath))}
	if jti, _ := claims["jti"].(string); jti != "" && len(jti) <= maxSubject {
		id.TokenID = jti
	}
	for _, claim := range []string{"name", "preferred_username", "email"} {
		if name, _ := claims[claim].(string); id.Name == "" && isName(name) {
			id.Name = name
		}
	}
	switch {
	case !isName(subject) || strings.HasPrefix(subject, guestPrefix):
		return Identity{}, fmt.Errorf("the token's subject %.60q is empty, too long or not a name", subject)
	case tenant != "" && !isName(tenant):
		return Identity{}, fmt.Errorf("the token's tenant %.60q is too long or not a name", tenant)
	}
	if end, err := claims.GetExpirationTime(); err == nil && end != nil {
		id.Expires = end.Time
	}
	if made, err := claims.GetIssuedAt(); err == nil && made != nil {
		id.Issued = made.Time
	}
	return id, nil
}

// claim follows a path into the claims.
func claim(claims map[string]any, path []string) any {
	var at any = claims
	for _, name := range path {
		object, _ := at.(map[string]any)
		at = object[name]
	}
	return at
}

// roles reads a list of roles, or one text with spaces or commas between them.
func roles(v any) []Role {
	var names []string
	switch v := v.(type) {
	case string:
		names = strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' })
	case []any:
		for _, item := range v {
			if name, ok := item.(string); ok {
				names = append(names, name)
			}
		}
	}
	out := []Role{User}
	for _, name := range names[:min(len(names), maxRoles)] {
		if role := Role(name); len(name) <= 64 && isName(name) && !slices.Contains(out, role) {
			out = append(out, role)
		}
	}
	return out
}

// isName tells whether a text can stand for somebody: in a store, a log, a header.
func isName(text string) bool {
	return text != "" && len(text) <= maxSubject && utf8.ValidString(text) &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) })
}

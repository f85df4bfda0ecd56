package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// noonOfTokens is when the tokens of these targets are looked at.
var noonOfTokens = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func secretTokens() *tokens {
	return newTokens(&Config{
		Secret: []byte("a secret of thirty-two bytes, or more"), TenantClaim: "realm.company", RolesClaim: "realm.roles",
		Skew: 30 * time.Second, Clock: func() time.Time { return noonOfTokens },
	}, nil)
}

// Nobody who does not know the secret is let in, whatever the token looks like.
func FuzzToken(f *testing.F) {
	tokens := secretTokens()
	foreign, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"sub": "kim", "exp": noonOfTokens.Add(time.Hour).Unix()}).
		SignedString([]byte("another secret"))
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"", "..", "a.b.c", foreign, "eyJhbGciOiJub25lIn0.eyJzdWIiOiJraW0ifQ.", "eyJhbGciOiJIUzI1NiIsImNyaXQiOlsieCJdfQ.e30."} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if id, _, err := tokens.check(t.Context(), text); err == nil || !id.Nobody() {
			t.Fatalf("%q lets in %+v", text, id)
		}
	})
}

// Claims of any shape that are signed are an identity with a name, or none.
func FuzzClaims(f *testing.F) {
	tokens := secretTokens()
	for _, claims := range []string{
		`{"sub":"kim","exp":1795000000}`, `{"sub":"guest-1","exp":1795000000}`, `{"sub":1,"exp":"x"}`, `{"sub":"kim","exp":1e999}`,
		`{"sub":"kim","exp":1795000000,"realm":{"company":"acme","roles":["admin",1,null]},"jti":"1","iat":1795}`,
		`{"sub":"kim","exp":1795000000,"realm":{"roles":"admin, operator"}}`, `[]`, `null`, `{"sub":"\u0000","exp":-1}`, `{"realm":[[]]}`,
	} {
		f.Add([]byte(claims))
	}
	f.Fuzz(func(t *testing.T, claims []byte) {
		body := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256"}`)) + "." + base64.RawURLEncoding.EncodeToString(claims)
		mac := hmac.New(sha256.New, tokens.secret)
		fmt.Fprint(mac, body)
		id, _, err := tokens.check(t.Context(), body+"."+base64.RawURLEncoding.EncodeToString(mac.Sum(nil)))
		switch {
		case err != nil && !id.Nobody():
			t.Fatalf("refused with %v and yet %+v", err, id)
		case err != nil:
		case !isName(id.UserID), id.Tenant != "" && !isName(id.Tenant), id.Guest, len(id.Roles) > maxRoles:
			t.Fatalf("%s are %+v", claims, id)
		case id.Expires.IsZero() || id.Expires.Add(30*time.Second).Before(noonOfTokens):
			t.Fatalf("%s hold until %s", claims, id.Expires)
		}
	})
}

// A provider's keys are read, whatever they are: each is good for one algorithm.
func FuzzKeys(f *testing.F) {
	for _, set := range []string{
		`{"keys":[]}`, `{"keys":[{"kty":"RSA","kid":"1","n":"AQAB","e":"AQAB"}]}`, `{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}`,
		`{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`, `{"keys":[{"kty":"oct","k":"AA"}]}`, `[]`,
	} {
		f.Add([]byte(set))
	}
	f.Fuzz(func(t *testing.T, set []byte) {
		keys, err := readKeys(set)
		if (len(keys) == 0) != (err != nil) || len(keys) > maxKeys {
			t.Fatalf("%d keys, %v", len(keys), err)
		}
		for _, k := range keys {
			if k.key == nil || k.alg != "RS256" && k.alg != "ES256" && k.alg != "EdDSA" {
				t.Fatalf("%+v", k)
			}
		}
	})
}

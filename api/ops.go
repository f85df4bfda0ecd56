package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/madang-dev/madang/internal/fault"
)

// Keyed lets to an operators' handler only who shows the operators' key as a
// Bearer token; "" lets everybody. Whether the server is up needs no key: machines
// that start and stop it ask that.
func Keyed(key string, next http.Handler) http.Handler {
	if key == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isProbe(r) || r.URL.Path == "/health" || showsKey(r, key) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		http.Error(w, string(fault.Unauthenticated), http.StatusUnauthorized)
	})
}

// showsKey compares hashes, which are of one length whatever is shown.
func showsKey(r *http.Request, key string) bool {
	kind, shown, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	given, want := sha256.Sum256([]byte(strings.TrimSpace(shown))), sha256.Sum256([]byte(key))
	return strings.EqualFold(kind, "Bearer") && subtle.ConstantTimeCompare(given[:], want[:]) == 1
}

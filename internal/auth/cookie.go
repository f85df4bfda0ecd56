package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

const (
	sessionCookie = "madang_session" // who signed in on the page
	guestCookie   = "madang_guest"   // the same browser as before
	flowCookie    = "madang_sign_in" // a sign-in under way
	guestTTL      = 30 * 24 * time.Hour
	flowTTL       = 10 * time.Minute
	maxCookie     = 3800 // browsers keep 4096 bytes with name and attributes
)

// seal signs a value for one cookie: that of another name is not taken.
func (g *Gate) seal(name string, v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	body := base64.RawURLEncoding.EncodeToString(text)
	sealed := body + "." + base64.RawURLEncoding.EncodeToString(g.mac(name, body))
	if len(sealed) > maxCookie {
		return "", fmt.Errorf("cookie %s of %d bytes: who signs in has too many roles", name, len(sealed))
	}
	return sealed, nil
}

func (g *Gate) mac(name, body string) []byte {
	m := hmac.New(sha256.New, g.cfg.CookieSecret)
	m.Write([]byte(name + "\x00" + body))
	return m.Sum(nil)
}

// unseal reads a value that seal made.
func (g *Gate) unseal(r *http.Request, name string, v any) error {
	c, err := r.Cookie(name)
	if err != nil {
		return err
	}
	body, mac, _ := strings.Cut(c.Value, ".")
	given, err := base64.RawURLEncoding.DecodeString(mac)
	if err != nil || !hmac.Equal(given, g.mac(name, body)) {
		return errors.New("the cookie's signature is not ours")
	}
	text, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

func (g *Gate) fromCookie(r *http.Request, name string) (id Identity, err error) {
	if err = g.unseal(r, name, &id); err != nil {
		return Identity{}, err
	}
	if name == guestCookie && (!g.cfg.Guests || !id.Guest) {
		return Identity{}, errors.New("guests are not let in")
	}
	return id, nil
}

// cookie is one that scripts can't read and other sites' forms don't send.
func (g *Gate) cookie(name, value string, life time.Duration) *http.Cookie {
	c := &http.Cookie{
		Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(g.cfg.PublicURL, "https://"), MaxAge: int(life / time.Second),
	}
	if life <= 0 {
		c.MaxAge = -1
	}
	return c
}

// Welcome gives a browser that shows nothing the identity of a guest, where
// guests are let in.
func (g *Gate) Welcome(w http.ResponseWriter) error {
	if !g.cfg.Guests {
		return nil
	}
	now := g.cfg.Clock()
	guest := Identity{UserID: guestPrefix + strings.ToLower(rand.Text()), Guest: true, Issued: now, Expires: now.Add(guestTTL)}
	value, err := g.seal(guestCookie, guest)
	if err == nil {
		http.SetCookie(w, g.cookie(guestCookie, value, guestTTL))
	}
	return err
}

package configs

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/url"
	"reflect"
	"strings"
)

// String lists the settings as `name=value`, passwords hidden.
func (s Settings) String() string {
	var parts []string
	for _, f := range s.fields() {
		parts = append(parts, f.path+"="+shown(f))
	}
	return strings.Join(parts, " ")
}

// Changed are the settings that are not the standard's, by name, passwords hidden.
func (s Settings) Changed() map[string]string {
	standard, changed := Default(), map[string]string{}
	of := standard.fields()
	for i, f := range s.fields() {
		if plain(f.value) != plain(of[i].value) {
			changed[f.path] = shown(f)
		}
	}
	return changed
}

// Digest is another one for other settings, those that are hidden too; without the
// secret nothing is guessed from it.
func (s Settings) Digest(secret []byte) string {
	sum := hmac.New(sha256.New, secret)
	for _, f := range s.fields() {
		_, _ = fmt.Fprintf(sum, "%s=%q\n", f.path, plain(f.value)) // a hash takes everything
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// GoString keeps %#v from printing passwords.
func (s Settings) GoString() string { return "configs.Settings{" + s.String() + "}" }

// LogValue keeps slog, in JSON above all, from printing passwords.
func (s Settings) LogValue() slog.Value {
	var attrs []slog.Attr
	for _, f := range s.fields() {
		attrs = append(attrs, slog.String(f.path, shown(f)))
	}
	return slog.GroupValue(attrs...)
}

func shown(f field) string {
	text := plain(f.value)
	switch f.tag.Get("secret") {
	case "url":
		return redactURL(text)
	case "text":
		if text != "" {
			return "xxxxx"
		}
	}
	return text
}

// plain is a value as an operator would write it.
func plain(v reflect.Value) string {
	if list, ok := v.Interface().([]string); ok {
		return strings.Join(list, ",")
	}
	return fmt.Sprint(v.Interface())
}

// redactURL hides the password wherever a database URL may carry it; what
// can't be parsed is hidden whole.
func redactURL(text string) string {
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Opaque != "" || u.Host == "" && u.Scheme != "unix" {
		return "xxxxx"
	}
	q := u.Query()
	for name := range q {
		if strings.Contains(strings.ToLower(name), "pass") {
			q.Set(name, "xxxxx")
		}
	}
	u.RawQuery = q.Encode()
	return u.Redacted()
}

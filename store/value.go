package store

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// millis is a time as the databases keep it; the zero time is 0.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// optional is fromMillis for a moment that may not have come.
func optional(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	t := fromMillis(ms)
	return &t
}

// raw is stored JSON; "" is none.
func raw(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return json.RawMessage(s)
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// newID is a UUIDv7, so that ids grow with time and indexes at their end.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// storable refuses a row, or the parameters of a statement that writes one, with a
// text that Postgres does not keep, on both databases.
func storable(row any) error {
	v := reflect.ValueOf(row).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.String && !isText(f.String()) {
			return text(v.Type().Field(i).Name, f.String())
		}
	}
	return nil
}

// text refuses one value as storable does.
func text(name, value string) error {
	if !isText(value) {
		return fmt.Errorf("%w: %s is not UTF-8 or holds a NUL", ErrInvalid, name)
	}
	return nil
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

// texts is text for name, value, name, value, …
func texts(pairs ...string) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		if err := text(pairs[i], pairs[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// jsonText is a value as the JSON that is stored.
func jsonText(name string, value any) (string, error) {
	b, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("%w: %s: %w", ErrInvalid, name, err)
	}
	return string(b), nil
}

// bounded is a limit as callers give it: 0 or less is all that max allows.
func bounded(limit, max int) int64 {
	if limit <= 0 || limit > max {
		return int64(max)
	}
	return int64(limit)
}

// skipped is an offset as callers give it: none may come out negative, which
// Postgres refuses.
func skipped(offset int) int32 { return int32(max(0, min(offset, math.MaxInt32))) }

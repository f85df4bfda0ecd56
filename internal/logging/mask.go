package logging

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/madang-dev/madang/internal/guard"
)

// masking hides what is personal or secret in every text that is logged: an error
// may quote what a user said, or an address with its password.
type masking struct{ slog.Handler }

func (m masking) Handle(ctx context.Context, r slog.Record) error {
	masked := slog.NewRecord(r.Time, r.Level, guard.Hide(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		masked.AddAttrs(maskedAttr(a))
		return true
	})
	return m.Handler.Handle(ctx, masked)
}

func (m masking) WithAttrs(attrs []slog.Attr) slog.Handler {
	out := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		out[i] = maskedAttr(a)
	}
	return masking{m.Handler.WithAttrs(out)}
}

func (m masking) WithGroup(name string) slog.Handler { return masking{m.Handler.WithGroup(name)} }

func maskedAttr(a slog.Attr) slog.Attr {
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, guard.Hide(v.String()))
	case slog.KindGroup:
		group := make([]any, 0, len(v.Group()))
		for _, inner := range v.Group() {
			group = append(group, maskedAttr(inner))
		}
		return slog.Group(a.Key, group...)
	case slog.KindAny:
		return maskedAny(a.Key, v.Any())
	}
	return a
}

// maskedAny is text of what has text of its own; else it is as it prints, since
// nobody knows what stands in it.
func maskedAny(key string, v any) slog.Attr {
	switch text := v.(type) {
	case nil:
		return slog.Any(key, nil)
	case error:
		return slog.String(key, guard.Hide(text.Error()))
	case fmt.Stringer:
		return slog.String(key, guard.Hide(text.String()))
	}
	plain := fmt.Sprintf("%+v", v)
	if masked := guard.Hide(plain); masked != plain {
		return slog.String(key, masked)
	}
	return slog.Any(key, v)
}

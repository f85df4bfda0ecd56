// Package logging makes the program's one logger: JSON for machines, a
// coloured line for a person at a terminal, and hides what is personal in both.
package logging

import (
	"io"
	"log/slog"
	"time"

	"github.com/lmittmann/tint"
)

// The formats of a log.
const (
	Auto = "auto" // Text on a terminal, else JSON
	JSON = "json"
	Text = "text" // coloured only on a terminal
)

// New is a logger that writes to w in the format; an unknown format is
// Auto. Times in JSON are UTC, so that the logs of several nodes sort.
func New(w io.Writer, format string, level slog.Leveler, isTerminal bool) *slog.Logger {
	if format == Text || format != JSON && isTerminal {
		return slog.New(masking{tint.NewTextHandler(w, &tint.Options{
			Level:      level,
			TimeFormat: time.TimeOnly,
			NoColor:    !isTerminal,
		})})
	}
	return slog.New(masking{slog.NewJSONHandler(w, &slog.HandlerOptions{
		Level:       level,
		ReplaceAttr: utc,
	})})
}

func utc(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.TimeKey && a.Value.Kind() == slog.KindTime {
		a.Value = slog.TimeValue(a.Value.Time().UTC())
	}
	return a
}

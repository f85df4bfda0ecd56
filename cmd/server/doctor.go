package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/words"
)

// The levels of what the doctor finds.
const (
	levelOK   = "ok"
	levelWarn = "warn" // works, and is not as it should be
	levelFail = "fail"
)

// finding is what one look tells: what is, and what mends it.
type finding struct {
	check, level string
	is, mend     words.Message
}

// told is a finding as --json prints it.
type told struct {
	Check   string `json:"check"`
	Level   string `json:"level"`
	Message string `json:"message"`
	Mend    string `json:"mend,omitempty"`
}

// doctor looks at what a server of these settings would depend on. It changes
// nothing.
type doctor struct {
	settings configs.Settings
	file     string // of the settings, "" without one
	http     *http.Client
	now      func() time.Time
	// freeFunc is how many bytes a folder's disk has left; errors.ErrUnsupported
	// where that can't be asked.
	freeFunc func(dir string) (uint64, error)
	found    []finding
}

// checkWait bounds one look at another machine.
const checkWait = 5 * time.Second

// examine is the subcommand.
func examine(ctx context.Context, args []string, c console) int {
	d := &doctor{http: http.DefaultClient, now: time.Now, freeFunc: freeBytes}
	say := texts.In(locale(c.env))
	flags := ownFlags("doctor")
	asJSON := flags.Bool("json", false, "")
	settings, rest, err := configs.Load(flags, args, c.env, d.readSettings)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.out, say.Say("doctor.usage"), configs.Usage())
		return exitOK
	case err != nil:
		d.fail("settings", words.M("doctor.settings.bad", "why", err.Error()), words.M("doctor.settings.mend"))
	case len(rest) > 0:
		fmt.Fprint(c.err, say.Say("doctor.usage"))
		return exitUsage
	default:
		d.settings = settings
		d.all(ctx)
	}
	d.print(c, say, *asJSON)
	if d.failed() {
		return exitFailed
	}
	return exitOK
}

// readSettings remembers which file the settings are of.
func (d *doctor) readSettings(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err == nil {
		d.file = name
	}
	return text, err
}

func (d *doctor) all(ctx context.Context) {
	d.ok("settings", words.M("doctor.settings.ok"))
	d.exposure()
	d.files()
	d.disk()
	d.database(ctx)
	d.redis(ctx)
	d.identity(ctx)
	d.model(ctx)
}

func (d *doctor) ok(check string, is words.Message) {
	d.found = append(d.found, finding{check: check, level: levelOK, is: is})
}

func (d *doctor) warn(check string, is, mend words.Message) {
	d.found = append(d.found, finding{check, levelWarn, is, mend})
}

func (d *doctor) fail(check string, is, mend words.Message) {
	d.found = append(d.found, finding{check, levelFail, is, mend})
}

func (d *doctor) failed() bool {
	return slices.ContainsFunc(d.found, func(f finding) bool { return f.level == levelFail })
}

func (d *doctor) print(c console, say words.Printer, asJSON bool) {
	lines := json.NewEncoder(c.out)
	for _, f := range d.found {
		t := told{f.check, f.level, say.Text(f.is), say.Text(f.mend)}
		if asJSON {
			_ = lines.Encode(t) // of texts, to a terminal or a pipe that is gone
			continue
		}
		fmt.Fprintf(c.out, "%-4s  %s: %s\n", t.Level, t.Check, t.Message)
		if t.Mend != "" {
			fmt.Fprintf(c.out, "      → %s\n", t.Mend)
		}
	}
}

package configs

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// parseFlags collects the flags' texts; their meaning is checked later with
// that of the other sources. It goes on after a mistake to find them all.
func (l *loading) parseFlags(own *flag.FlagSet, args []string) (got map[string]string, rest []string, err error) {
	got = map[string]string{}
	fs := flag.NewFlagSet("madang", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	if own != nil {
		own.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, f.Name, f.Usage) })
	}
	take := func(name string) {
		fs.Func(name, "", func(v string) error { got[name] = v; return nil })
	}
	take("config")
	for _, f := range l.settings.fields() {
		switch {
		case f.flag() == "", fs.Lookup(f.flag()) != nil: // the caller's own of that name goes first
		case f.value.Kind() == reflect.Bool:
			fs.BoolFunc(f.flag(), "", func(v string) error { got[f.flag()] = v; return nil })
		default:
			take(f.flag())
		}
	}
	for {
		err := fs.Parse(args)
		left := fs.Args()
		switch before := len(args) - len(left); {
		case errors.Is(err, flag.ErrHelp):
			return nil, nil, flag.ErrHelp
		case err != nil:
			l.fail("", "flags", "%v", err)
			if before == 0 { // a word like ---x is left where it stands
				left = left[1:]
			}
		case len(left) == 0, before > 0 && args[before-1] == "--":
			return got, append(rest, left...), nil
		default:
			rest, left = append(rest, left[0]), left[1:]
		}
		args = left
	}
}

// Usage is the help on every flag, with its environment variable.
func Usage() string {
	s := Default()
	var b strings.Builder
	fmt.Fprintf(&b, "  --config FILE\n    \tsettings file; also MADANG_CONFIG (default ./%s when it exists)\n", DefaultFile)
	for _, f := range s.fields() {
		if f.flag() == "" {
			fmt.Fprintf(&b, "  %s (environment only)\n    \t%s\n", f.env(), f.doc())
			continue
		}
		form := f.flag() + " VALUE"
		if f.value.Kind() == reflect.Bool {
			form = f.flag()
		}
		fmt.Fprintf(&b, "  --%s\n    \t%s; also %s", form, f.doc(), f.env())
		if v := plain(f.value); v != "" {
			fmt.Fprintf(&b, " (default %s)", v)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

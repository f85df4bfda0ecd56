package configs

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	"github.com/caarlos0/env/v11"
)

// DefaultFile is read when no other file is named and it exists.
const DefaultFile = "madang.yaml"

// Error is one mistake in the settings.
type Error struct {
	Setting string // "limits.burst"; "" when none can be named
	Source  string // "madang.yaml:14:10", "MADANG_BURST", "--burst"
	Message string
}

func (e *Error) Error() string {
	switch {
	case e.Setting == "":
		return e.Source + ": " + e.Message
	case e.Source == "":
		return e.Setting + ": " + e.Message
	}
	return e.Source + ": " + e.Setting + ": " + e.Message
}

// Load reads the settings from args (without the program's name), environ
// ("NAME=value" as of os.Environ) and the YAML file got through readFile. own
// are flags of the caller's beside those of the settings, nil has none; rest are
// the arguments that are no flags, which may stand anywhere, and all behind "--".
//
// The error joins one *Error for each mistake; it is flag.ErrHelp when help
// was asked for (see Usage). On an error the Settings must not be used.
func Load(own *flag.FlagSet, args, environ []string, readFile func(string) ([]byte, error)) (Settings, []string, error) {
	l := &loading{settings: Default(), source: map[string]string{}}
	flags, rest, err := l.parseFlags(own, args)
	if err != nil {
		return Settings{}, nil, err
	}
	vars := env.ToMap(environ)
	l.applyFile(flags["config"], vars["MADANG_CONFIG"], readFile)
	l.applyVars("env", vars, func(name string) string { return name })
	l.applyVars("flag", flags, func(name string) string { return "--" + name })
	l.trimLists()
	l.check()
	l.checkAuth()
	l.checkDoors()
	if len(l.errs) > 0 {
		return Settings{}, nil, errors.Join(l.errs...)
	}
	return l.settings, rest, nil
}

// loading is one Load under way.
type loading struct {
	settings Settings
	source   map[string]string // by setting: where its value came from
	broken   map[string]bool   // settings that an error names already
	errs     []error
}

func (l *loading) fail(setting, source, format string, args ...any) {
	if setting != "" {
		if l.broken == nil {
			l.broken = map[string]bool{}
		}
		l.broken[setting] = true
	}
	l.errs = append(l.errs, &Error{Setting: setting, Source: source, Message: fmt.Sprintf(format, args...)})
}

func (l *loading) applyFile(fromFlag, fromEnv string, readFile func(string) ([]byte, error)) {
	name, source, optional := fromFlag, "--config", false
	if name == "" {
		name, source = fromEnv, "MADANG_CONFIG"
	}
	if name == "" {
		name, source, optional = DefaultFile, "", true
	}
	text, err := readFile(name)
	switch {
	case err == nil:
		l.applyYAML(name, text)
	case optional && errors.Is(err, fs.ErrNotExist):
	default:
		l.fail("config", source, "%v", err)
	}
}

// applyVars sets what vars names by the struct tag. An empty value counts
// as not set, so that `MADANG_TODAY= madang` means what it looks like.
// Unknown MADANG_ variables are left alone: Kubernetes makes some of its
// own (MADANG_SERVICE_HOST) for a service of that name.
func (l *loading) applyVars(tag string, vars map[string]string, shown func(string) string) {
	byField := map[string]field{}
	for _, f := range l.settings.fields() {
		name := f.tag.Get(tag)
		if name == "" {
			continue
		}
		byField[f.goName] = f
		if vars[name] != "" {
			l.source[f.path] = shown(name)
		}
	}
	err := env.ParseWithOptions(&l.settings, env.Options{Environment: vars, TagName: tag})
	var all env.AggregateError
	if !errors.As(err, &all) {
		return
	}
	for _, e := range all.Errors {
		var bad env.ParseError
		if !errors.As(e, &bad) {
			l.fail("", tag, "%v", e)
			continue
		}
		f := byField[bad.Name]
		name := f.tag.Get(tag)
		l.fail(f.path, shown(name), "%q is not %s", vars[name], kindOf(f.value.Type()))
	}
}

// kindOf says in words what a setting's value must be.
func kindOf(t reflect.Type) string {
	switch {
	case t == durationType:
		return "a duration with its unit, such as 30s or 2m"
	case t.Kind() == reflect.Slice:
		return "a list"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Int:
		return "a whole number"
	case t.Kind() == reflect.Float64:
		return "a number"
	}
	return "a text"
}

func (l *loading) trimLists() {
	for _, list := range []*[]string{&l.settings.AllowedOrigins, &l.settings.AllowedHosts, &l.settings.TrustedProxies} {
		var kept []string
		for _, o := range *list {
			if o = strings.TrimSpace(o); o != "" {
				kept = append(kept, o)
			}
		}
		*list = kept
	}
}

// Command server is Madang: without arguments it serves the product.
//
//	server [serve] [flags]        serve on :8000
//	server migrate [flags]        bring the database up to date and stop
//	server chat [flags] [QUERY]   talk to a running server in the terminal
//	server replay [flags] RUN     carry a recorded run out again and compare
//	server ingest PATH... --pack NAME   bring files into a pack of knowledge
//	server audit verify|export    look through what was done by whom
//	server export USER FILE       all that is kept of a user, as a ZIP archive
//	server encryption init|rotate|status   master keys of what is stored
//	server backup DIR | restore FILE   copy a SQLite database while it serves, and back
//	server keys make|list|revoke  keys that programs come in by
//	server doctor [--json]        look at what the server depends on, and say what to mend
//	server eval [flags]           measure quality on labelled sets
//	server config                 print a commented settings file
//	server schema                 print the WebSocket protocol as AsyncAPI
//	server version                print the version
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/madang-dev/madang/configs"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	if os.Getenv("GOGC") == "" {
		// What lives long is small, what passes through is much: fewer
		// collections cost little memory and save a tenth of the work.
		debug.SetGCPercent(300)
	}
	code := run(ctx, os.Args[1:], console{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Environ()})
	stop()
	os.Exit(code)
}

// console is what the program has of the outside.
type console struct {
	in       io.Reader
	out, err io.Writer
	env      []string
}

// The exit codes.
const (
	exitOK = iota
	exitFailed
	exitUsage
)

const usage = `Madang: chatbots whose work is done by teams.

  server [serve] [flags]        serve the product (default :8000)
  server migrate [flags]        bring the database up to date and stop
  server chat [flags] [QUERY]   talk to a running server; see "chat -h"
  server replay [flags] RUN     carry a recorded run out again and compare
  server ingest PATH... --pack NAME   bring files into a pack of knowledge; see "ingest -h"
  server audit verify|export    look through what was done by whom; see "audit -h"
  server export USER FILE       all that is kept of a user, as a ZIP archive; see "export -h"
  server encryption init|rotate|status   master keys of what is stored; see "encryption -h"
  server backup DIR [flags]     copy a SQLite database while it serves
  server restore FILE [flags]   make an empty data_dir of such a copy
  server keys make|list|revoke  keys that programs come in by; see "keys -h"
  server doctor [--json] [flags]   look at what the server depends on; see "doctor -h"
  server eval [flags]           measure quality on labelled sets
  server config                 print a settings file with every setting explained
  server schema                 print the WebSocket protocol as an AsyncAPI document
  server version                print the version

`

// run carries out one command and returns the exit code.
func run(ctx context.Context, args []string, c console) int {
	command := "serve"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command, args = args[0], args[1:]
	}
	switch command {
	case "serve":
		return withSettings(args, c, func(s configs.Settings) error { return serve(ctx, s, c) })
	case "migrate":
		return withSettings(args, c, func(s configs.Settings) error { return migrate(ctx, s, c) })
	case "chat":
		return chat(ctx, args, c)
	case "replay":
		return replay(ctx, args, c)
	case "ingest":
		return ingestFiles(ctx, args, c)
	case "audit":
		return auditRows(ctx, args, c)
	case "backup", "restore":
		return backUp(ctx, command, args, c)
	case "export":
		return exportUser(ctx, args, c)
	case "encryption":
		return encryption(ctx, args, c)
	case "keys":
		return keys(ctx, args, c)
	case "doctor":
		return examine(ctx, args, c)
	case "eval":
		return evaluate(ctx, args, c)
	case "config":
		fmt.Fprint(c.out, configs.Example())
		return exitOK
	case "schema":
		return schema(c)
	case "version":
		fmt.Fprintln(c.out, "madang", version())
		return exitOK
	case "help":
		fmt.Fprint(c.out, usage, configs.Usage())
		return exitOK
	}
	fmt.Fprintf(c.err, "unknown command %q\n\n%s", command, usage)
	return exitUsage
}

// withSettings reads the settings and runs f with them.
func withSettings(args []string, c console, f func(configs.Settings) error) int {
	settings, rest, err := configs.Load(args, c.env, os.ReadFile)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.out, usage, configs.Usage())
		return exitOK
	case err != nil:
		fmt.Fprintln(c.err, err)
		return exitUsage
	case len(rest) > 0:
		fmt.Fprintf(c.err, "unexpected argument %q\n", rest[0])
		return exitUsage
	}
	if err := f(settings); err != nil {
		fmt.Fprintln(c.err, "error:", err)
		return exitFailed
	}
	return exitOK
}

// version is the module's version, with the revision it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "dev"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 && !strings.Contains(v, s.Value[:12]) {
			v += "+" + s.Value[:12]
		}
	}
	return v
}

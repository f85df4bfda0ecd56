// Command server is Madang: without arguments it serves the product, and "help"
// lists what else it does.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/ws/asyncapi"
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

// command is one of those that the program knows, with its line of the usage.
type command struct {
	name, args, does string
	run              func(ctx context.Context, args []string, c console) int
}

func commands() []command {
	return []command{
		{"serve", "[flags]", "serve the product (default localhost:8000); also without a command", settled(serve)},
		{"migrate", "[flags]", "bring the database up to date and stop", settled(migrate)},
		{"chat", "[flags] [QUERY]", "talk to a running server", chat},
		{"replay", "[flags] RUN", "carry a recorded run out again and compare", replay},
		{"ingest", "PATH... --pack NAME", "bring files into a pack of knowledge", ingestFiles},
		{"audit", "verify|export", "look through what was done by whom", auditRows},
		{"encryption", "init|rotate|status", "master keys of what is stored", encryption},
		{"backup", "DIR [flags]", "copy a SQLite database while it serves", backup},
		{"restore", "FILE [flags]", "make an empty data_dir of such a copy", restore},
		{"keys", "make|list|revoke", "keys that programs come in by", keys},
		{"doctor", "[--json] [flags]", "look at what the server depends on, and say what to mend", examine},
		{"eval", "[flags]", "measure quality on labelled sets", evaluate},
		{"config", "", "print a settings file with every setting explained", printing(configs.Example)},
		{"schema", "", "print the WebSocket protocol as an AsyncAPI document", printing(protocol)},
		{"version", "", "print the version", printing(func() string { return "madang " + version() + "\n" })},
		{"help", "", "print this and every setting; a command tells more with -h", printing(func() string { return usage() + configs.Usage() })},
	}
}

func usage() string {
	var b strings.Builder
	b.WriteString("Madang: chatbots whose work is done by teams.\n\n")
	table := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(table, "  server %s\t%s\n", strings.TrimSpace(c.name+" "+c.args), c.does)
	}
	_ = table.Flush() // into memory
	return b.String() + "\n"
}

// run carries out one command and returns the exit code.
func run(ctx context.Context, args []string, c console) int {
	name := "serve"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	for _, known := range commands() {
		if known.name == name {
			return known.run(ctx, args, c)
		}
	}
	fmt.Fprintf(c.err, "unknown command %q\n\n%s", name, usage())
	return exitUsage
}

// printing is a command that prints a text.
func printing(text func() string) func(context.Context, []string, console) int {
	return func(_ context.Context, _ []string, c console) int {
		if _, err := io.WriteString(c.out, text()); err != nil {
			fmt.Fprintln(c.err, "error:", err)
			return exitFailed
		}
		return exitOK
	}
}

// protocol is the description that clients are generated from.
func protocol() string { return string(asyncapi.Document(version())) }

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

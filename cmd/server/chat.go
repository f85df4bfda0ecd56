package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/madang-dev/madang/ws/client/terminal"
)

// exitCancelled is what shells expect of a program ended by Ctrl-C.
const exitCancelled = 130

const chatUsage = `server chat [flags] [QUERY]

Asks a running server and shows its teams at work. Without a QUERY it asks
for questions line by line. Ctrl-C cancels the run under way. Where a run
asks back, the next line is the answer; with --json it is an object like
{"action":"approve"}. /sessions, /open N, /new and /help are for more than
one conversation.

`

// chat talks to a running server.
func chat(ctx context.Context, args []string, c console) int {
	o := terminal.Options{In: c.in, Out: c.out, Err: c.err}
	flags := flag.NewFlagSet("chat", flag.ContinueOnError)
	flags.SetOutput(c.err)
	flags.StringVar(&o.URL, "url", "http://localhost:8000", "address of the server")
	flags.StringVar(&o.Session, "session", "", "session to go on with; empty starts one")
	flags.StringVar(&o.UserID, "user", "", "user whose memory a new session has; empty is nobody")
	flags.StringVar(&o.Assistant, "assistant", "", "assistant of a new session; empty is the server's default")
	flags.StringVar(&o.Language, "language", "", "language of answers, ko or en; empty is the question's")
	flags.BoolVar(&o.ReviewPlan, "review-plan", false, "show each plan and ask before it is carried out")
	flags.BoolVar(&o.JSON, "json", false, "print the server's frames, one on a line")
	flags.BoolVar(&o.NoColor, "no-color", false, "plain text even on a terminal")
	list := flags.Bool("sessions", false, "list the newest conversations (of --user, if given) and end")
	flags.Usage = func() {
		fmt.Fprint(c.err, chatUsage)
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitOK
		}
		return exitUsage
	}
	if *list {
		if err := terminal.List(ctx, o); err != nil {
			return exitFailed // shown already
		}
		return exitOK
	}
	o.Query = strings.TrimSpace(strings.Join(flags.Args(), " "))
	if flags.NArg() > 0 && o.Query == "" {
		fmt.Fprintln(c.err, "질문을 입력해 주세요. / The question is empty.")
		return exitUsage
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	o.Interrupts = interrupts
	// main's ctx ends with the first Ctrl-C, which here only cancels a run.
	err := terminal.Run(context.WithoutCancel(ctx), o)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, terminal.ErrCancelled):
		return exitCancelled
	}
	return exitFailed // shown already
}

package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/ws/client/terminal"
)

// exitCancelled is what shells expect of a program ended by Ctrl-C.
const exitCancelled = 130

// chat talks to a running server.
func chat(ctx context.Context, args []string, c console) int {
	o := terminal.Options{
		In: c.in, Out: c.out, Err: c.err,
		Locale: locale(c.env), Terminal: isTerminal(c.out),
	}
	w := texts.In(o.Locale)
	flags := flag.NewFlagSet("chat", flag.ContinueOnError)
	flags.SetOutput(c.err)
	flags.StringVar(&o.URL, "url", "http://localhost:8000", w.Say("chat.url"))
	flags.StringVar(&o.Session, "session", "", w.Say("chat.session"))
	flags.StringVar(&o.UserID, "user", "", w.Say("chat.user"))
	flags.StringVar(&o.Assistant, "assistant", "", w.Say("chat.assistant"))
	flags.StringVar(&o.Language, "language", "", w.Say("chat.language"))
	flags.BoolVar(&o.ReviewPlan, "review-plan", false, w.Say("chat.review_plan"))
	flags.BoolVar(&o.JSON, "json", false, w.Say("chat.json"))
	list := flags.Bool("sessions", false, w.Say("chat.sessions"))
	flags.Usage = func() {
		fmt.Fprintln(c.err, w.Say("chat.usage"))
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitOK
		}
		return exitUsage
	}
	if o.Language != "" && !fault.Speaks(o.Language) {
		fmt.Fprintln(c.err, w.Say("chat.bad_language", "language", o.Language))
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
		fmt.Fprintln(c.err, w.Say("chat.empty"))
		return exitUsage
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	o.Interrupts = interrupts
	// main's ctx ends with the first Ctrl-C, which here only cancels a run: what ends
	// the program is SIGTERM alone, as of a timeout around it.
	ctx, stop := signal.NotifyContext(context.WithoutCancel(ctx), syscall.SIGTERM)
	defer stop()
	err := terminal.Run(ctx, o)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, terminal.ErrCancelled):
		return exitCancelled
	}
	return exitFailed // shown already
}

// lookup is a variable of the environment, "" where it is not set.
func (c console) lookup(name string) string {
	for _, entry := range c.env {
		if value, found := strings.CutPrefix(entry, name+"="); found {
			return value
		}
	}
	return ""
}

// locale is the language that the environment asks for: en where it names
// English, else "", which is Korean.
func locale(env []string) string {
	c := console{env: env}
	if strings.HasPrefix(cmp.Or(c.lookup("LC_ALL"), c.lookup("LC_MESSAGES"), c.lookup("LANG")), "en") {
		return "en"
	}
	return ""
}

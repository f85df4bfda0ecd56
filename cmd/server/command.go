package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/madang-dev/madang/configs"
)

// The exit codes.
const (
	exitOK = iota
	exitFailed
	exitUsage
	// exitSkipped tells that an ingestion went through but left files out.
	exitSkipped
)

// exit is an error of a command that ends with a code of its own; without an
// error there is nothing more to tell.
type exit struct {
	code int
	error
}

// errArguments has a command's usage shown: its arguments do not fit.
var errArguments = exit{exitUsage, nil}

// order is what a command is asked for: its usage, the flags of its own (nil has
// none), and what it does with the settings and the arguments that are no flags.
type order struct {
	usage string
	flags *flag.FlagSet
	do    func(settings configs.Settings, words []string) error
}

// ownFlags are those of a command, beside the settings'.
func ownFlags(name string) *flag.FlagSet { return flag.NewFlagSet(name, flag.ContinueOnError) }

// carryOut reads the settings and the arguments, which may stand in any order, and
// does what is asked; it returns the exit code.
func (c console) carryOut(args []string, o order) int {
	settings, words, err := configs.Load(o.flags, args, c.env, os.ReadFile)
	if errors.Is(err, flag.ErrHelp) {
		c.help(o)
		return exitOK
	}
	if err != nil {
		fmt.Fprintln(c.err, err)
		return exitUsage
	}
	var own exit
	switch err = o.do(settings, words); {
	case err == nil:
		return exitOK
	case errors.Is(err, errArguments):
		fmt.Fprint(c.err, o.usage)
		return exitUsage
	case !errors.As(err, &own):
		own = exit{exitFailed, err}
	}
	if own.error != nil {
		fmt.Fprintln(c.err, "error:", own.error)
	}
	return own.code
}

func (c console) help(o order) {
	fmt.Fprint(c.out, o.usage)
	if o.flags != nil {
		o.flags.SetOutput(c.out)
		o.flags.PrintDefaults()
		fmt.Fprint(c.out, "\nAnd of the settings:\n")
	}
	fmt.Fprint(c.out, configs.Usage())
}

// settled is a command that takes settings and nothing else.
func settled(do func(context.Context, configs.Settings, console) error) func(context.Context, []string, console) int {
	return func(ctx context.Context, args []string, c console) int {
		return c.carryOut(args, order{usage(), nil, func(settings configs.Settings, words []string) error {
			if len(words) > 0 {
				return exit{exitUsage, fmt.Errorf("unexpected argument %q", words[0])}
			}
			return do(ctx, settings, c)
		}})
	}
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"text/tabwriter"

	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/store"
)

const ingestUsage = `server ingest PATH... --pack NAME [flags]
server ingest --remove PACK

Brings files into a pack of knowledge: Markdown, YAML, JSONL, JSON, CSV, text,
HTML, DOCX and, where pdftotext is installed, PDF. A PATH is a file, a folder
or a pattern. Files that have not changed are passed over, those that are gone
from a folder are removed from the pack. A file with a mistake is reported and
left out as a whole; what it was before stays. Running servers take the pack
over within seconds. Exit codes: 0 all was taken, 1 it failed, 2 the arguments
are wrong, 3 some files were left out.

`

// ingestion is what the command was asked for.
type ingestion struct {
	cfg    ingest.Config
	remove string
	json   bool
}

// ingestFiles is the subcommand.
func ingestFiles(ctx context.Context, args []string, c console) int {
	var asked ingestion
	return c.carryOut(args, order{ingestUsage, asked.flags(), func(settings configs.Settings, paths []string) error {
		return asked.run(ctx, settings, paths, c)
	}})
}

func (i *ingestion) flags() *flag.FlagSet {
	f := ownFlags("ingest")
	f.StringVar(&i.cfg.Pack, "pack", "", "name of the pack that is filled")
	f.StringVar(&i.cfg.Assistant, "assistant", realestate.Name, "assistant that the pack is for")
	f.StringVar(&i.cfg.Law, "law", "", "law of files that name none")
	f.StringVar(&i.cfg.Meta.AsOf, "as-of", "", "day whose law it is, for files that say none")
	f.StringVar(&i.cfg.Meta.Origin, "source", "", "where files come from that do not say it; else their names")
	f.StringVar(&i.cfg.Meta.Status, "status", "", "how far files are checked that do not say it: verified, partly_verified or unverified (default)")
	f.Func("max-mb", "largest file in MB (default 50)", func(v string) error {
		var mb int64
		if _, err := fmt.Sscanf(v, "%d", &mb); err != nil || mb < 1 || mb > 1000 {
			return errors.New("has to be 1 to 1000")
		}
		i.cfg.MaxBytes = mb << 20
		return nil
	})
	f.BoolVar(&i.cfg.DryRun, "dry-run", false, "read and report, change nothing")
	f.BoolVar(&i.cfg.Prune, "prune", false, "also remove the pack's sources that no PATH leads to")
	f.BoolVar(&i.json, "json", false, "print the report as JSON")
	f.StringVar(&i.remove, "remove", "", "remove this pack")
	return f
}

func (i *ingestion) run(ctx context.Context, settings configs.Settings, paths []string, c console) error {
	if alone := i.remove != ""; alone == (len(paths) > 0) || !alone && i.cfg.Pack == "" {
		return errArguments
	}
	s, err := openBeside(ctx, settings)
	if err != nil {
		return err
	}
	defer s.Close()
	i.cfg.Store = s
	if i.remove == "" {
		return i.take(ctx, settings, paths, c)
	}
	err = s.RemoveKnowledgePack(ctx, i.remove)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no pack %s", i.remove)
	}
	return err
}

// take ingests and reports; with vectors, where an embedding model is configured.
func (i *ingestion) take(ctx context.Context, settings configs.Settings, paths []string, c console) error {
	settings.Model.Name = "" // nothing is asked here
	model, err := (&house{store: i.cfg.Store}).openModel(settings, uncounted(), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	i.cfg.Embedder, i.cfg.ProgressFunc = vectors(model), progress(c.err)
	report, err := ingest.Run(ctx, i.cfg, paths)
	if errors.Is(err, ingest.ErrUsage) {
		return exit{exitUsage, err}
	}
	show := showReport
	if i.json {
		show = func(out io.Writer, r ingest.Report) error { return printJSON(out, r) }
	}
	if err := errors.Join(err, show(c.out, report)); err != nil || len(report.Problems) == 0 {
		return err
	}
	return exit{exitSkipped, nil}
}

// progress is a line for each tenth of the files.
func progress(out io.Writer) func(done, total int, uri string) {
	said := 0
	return func(done, total int, _ string) {
		if tenth := done * 10 / max(1, total); tenth > said {
			said = tenth
			fmt.Fprintf(out, "%d of %d files read\n", done, total)
		}
	}
}

func showReport(out io.Writer, r ingest.Report) error {
	if r.DryRun {
		fmt.Fprintln(out, "dry run: nothing was changed")
	}
	fmt.Fprintf(out, "%s: %d added, %d changed, %d unchanged, %d removed, %d left out; %d pieces stored",
		r.Pack, len(r.Added), len(r.Changed), r.Unchanged, len(r.Removed), len(r.Failed), r.Chunks)
	if r.Vectors > 0 {
		fmt.Fprintf(out, ", %d vectors made", r.Vectors)
	}
	if r.Ignored > 0 {
		fmt.Fprintf(out, "; %d files of other kinds passed over", r.Ignored)
	}
	fmt.Fprintln(out)
	for _, uri := range r.Removed {
		fmt.Fprintln(out, "removed:", uri)
	}
	if len(r.Problems) == 0 {
		return nil
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "FILE\tLINE\tPROBLEM")
	for _, p := range r.Problems {
		line := ""
		if p.Line > 0 {
			line = fmt.Sprint(p.Line)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", printable(p.File), line, printable(p.Message))
	}
	return table.Flush()
}

// printable keeps a file's name from steering the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7F && r < 0xA0 {
			return '?'
		}
		return r
	}, s)
}

func printJSON(out io.Writer, v any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// openBeside opens the database whether or not a server has it. A database
// that nobody has is brought up to date first.
func openBeside(ctx context.Context, settings configs.Settings) (*store.Store, error) {
	s, err := openStore(ctx, settings)
	if err == nil {
		if _, err = s.Migrate(ctx); err != nil || !s.Exclusive() {
			if err != nil {
				s.Close()
			}
			return s, err
		}
		// Given back at once, so that a server can start meanwhile.
		err = s.Close()
	}
	if err != nil && !errors.Is(err, store.ErrInUse) {
		return nil, err
	}
	if s, err = openInUse(ctx, settings, settings.Encryption.Keyset); err != nil {
		return nil, err
	}
	has, err := s.Version(ctx)
	if err == nil && has != store.Newest() {
		err = fmt.Errorf("the server that has the database runs another version of it (%d, not %d)", has, store.Newest())
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"

	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/eval"
	"github.com/madang-dev/madang/internal/logging"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/store"
)

var errNoModel = errors.New("no model is configured")

// measure puts the sets to the planner, the libraries and the assistant.
func measure(ctx context.Context, f evalFlags, settings configs.Settings, c console) (err error) {
	b, err := openBench(ctx, f, settings, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	names, err := f.names()
	if err != nil {
		return err
	}
	var results eval.Results
	for _, name := range names {
		set, err := eval.Load(name)
		if errors.Is(err, eval.ErrProse) && f.strangers != "" {
			fmt.Fprintln(c.err, err)
			continue
		}
		if err != nil {
			return err
		}
		for _, split := range set.Splits() {
			if f.split != "" && split != f.split {
				continue
			}
			entries, err := b.entries(ctx, set.Half(split))
			if err != nil {
				return err
			}
			for _, e := range entries {
				e.Split = split
				results.Entries = append(results.Entries, e)
			}
		}
	}
	return f.tell(results, c.out)
}

// names are the sets to measure.
func (f evalFlags) names() ([]string, error) {
	names := slices.Clone(f.sets)
	if f.strangers != "" {
		files, err := filepath.Glob(filepath.Join(f.strangers, "*.jsonl"))
		if err == nil && len(files) == 0 {
			err = fmt.Errorf("strangers %s: no *.jsonl files", f.strangers)
		}
		return append(names, files...), err
	}
	if len(names) == 0 {
		names = eval.Names()
	}
	return names, nil
}

// bench is what sets are put to.
type bench struct {
	flags     evalFlags
	settings  configs.Settings
	log       *slog.Logger
	libraries []shelf
	model     *llm.Client            // nil without one
	chats     map[string][]assembled // by kind and assistant
}

// shelf is a library with what it holds.
type shelf struct {
	holds string
	lib   *knowledge.Library
}

// assembled is the assistant with or without a model.
type assembled struct {
	with string
	*eval.Chat
}

func openBench(ctx context.Context, f evalFlags, settings configs.Settings, c console) (b *bench, err error) {
	b = &bench{chats: map[string][]assembled{}, flags: f, settings: settings, log: logging.New(c.err, settings.LogFormat, slog.LevelError, isTerminal(c.err))}
	if b.model, err = (&house{}).openModel(settings, uncounted(), b.log); err != nil {
		return nil, err
	}
	if f.model && b.model == nil {
		return nil, errNoModel
	}
	if b.libraries, err = openShelves(ctx, f.corpus); err != nil {
		return nil, err
	}
	return b, nil
}

// openShelves are the packs alone, and with a corpus both.
func openShelves(ctx context.Context, corpus string) (shelves []shelf, err error) {
	open := func(holds string, passages []knowledge.Passage) error {
		lib, err := knowledge.Open(ctx, knowledge.Config{FS: packs.FS, Passages: passages})
		if err == nil {
			shelves = append(shelves, shelf{holds, lib})
		}
		return err
	}
	if err := open("packs", nil); err != nil || corpus == "" {
		return shelves, err
	}
	s, sweep, err := eval.OpenStore(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sweep()) }()
	if err := takeIn(ctx, s, corpus); err != nil {
		return nil, err
	}
	passages, err := ingest.Collection{Store: s, Assistant: realestate.Name}.Passages(ctx)
	if err != nil {
		return nil, err
	}
	return shelves, open("packs+corpus", passages)
}

// takeIn ingests a corpus for the adviser. A file that can't be read is an error: a
// measurement that skips its subject would be a lie.
func takeIn(ctx context.Context, s *store.Store, corpus string) error {
	r, err := ingest.Run(ctx, ingest.Config{Store: s, Pack: "corpus", Assistant: realestate.Name}, []string{corpus})
	if err == nil && len(r.Problems) > 0 {
		err = fmt.Errorf("corpus %s: %s: %s", corpus, r.Problems[0].File, r.Problems[0].Message)
	}
	return err
}

func (b *bench) close() error {
	var errs []error
	for _, chats := range b.chats {
		for _, c := range chats {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// entries measures one half of a set in every way that fits it.
func (b *bench) entries(ctx context.Context, set eval.Set) (entries []eval.Result, err error) {
	add := func(with string, r eval.Result, err error) error {
		r.With = with
		entries = append(entries, r)
		return err
	}
	switch set.Kind {
	case eval.Retrieval:
		for _, s := range b.libraries {
			part := set.AnsweredBy(s.lib)
			if len(part.Cases) == 0 {
				continue
			}
			r, err := eval.MeasureRetrieval(ctx, s.lib, part)
			if err := add(s.holds, r, err); err != nil {
				return nil, err
			}
		}
	case eval.Intents:
		for _, way := range b.ways() {
			read, err := b.reader(way.model)
			if err != nil {
				return nil, err
			}
			r, err := eval.MeasureIntents(ctx, read, set)
			if err := add(way.with, r, err); err != nil {
				return nil, err
			}
		}
	default:
		chats, err := b.open(ctx, set.Kind, set.Assistant)
		if err != nil {
			return nil, err
		}
		for _, c := range chats {
			r, err := c.Measure(ctx, set)
			if err := add(c.with, r, err); err != nil {
				return nil, err
			}
		}
	}
	return entries, nil
}

// reader reads queries as runs do: by rules, and with a model where they
// are not sure.
func (b *bench) reader(model *llm.Client) (eval.ReadFunc, error) {
	plans, err := realestate.Plans(realestate.Config{Model: model, Logger: b.log})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, text, language string) (eval.Reading, error) {
		got, _, err := plans(ctx, planning.Request{Query: text, Language: language, Today: today(b.settings)()})
		return eval.Reading{Intent: got.Planning.AnalyzedIntent.IntentType, Confidence: got.Planning.IntentConfidence}, err
	}, nil
}

// way is the product without or with a model.
type way struct {
	with  string
	model *llm.Client
}

// ways are those that the flags and the settings ask for.
func (b *bench) ways() []way {
	rules := way{with: eval.WithRules}
	if b.model == nil || b.flags.noModel {
		return []way{rules}
	}
	return []way{rules, {eval.WithModel, b.model}}
}

// open starts the assistant, without a model and with one where there is
// one, when it is first asked. Strangers ask one that has taken in the corpus.
func (b *bench) open(ctx context.Context, kind eval.Kind, name string) (chats []assembled, err error) {
	key := string(kind) + name
	if b.chats[key] != nil {
		return b.chats[key], nil
	}
	defer func() { b.chats[key] = chats }() // closed in the end, whatever fails
	for _, way := range b.ways() {
		calendar := &eval.Calendar{TodayFunc: today(b.settings)}
		opened, err := eval.OpenChat(ctx, func(ctx context.Context, s *store.Store) (engine.Assistant, error) {
			if kind == eval.Strangers && name == "" && b.flags.corpus != "" {
				if err := takeIn(ctx, s, b.flags.corpus); err != nil {
					return nil, err
				}
			}
			h, settings := &house{store: s, model: way.model, calendar: calendar}, b.settings
			rated := cmp.Or(name, realestate.Name)
			settings.Assistants, settings.Probe = []string{rated}, false
			return h.chosen(ctx, settings, rated, b.log)
		}, b.log)
		if err != nil {
			return chats, err
		}
		opened.Calendar = calendar
		chats = append(chats, assembled{way.with, opened})
	}
	return chats, nil
}

// chosen is one of the assistants of the settings, its tables made.
func (h *house) chosen(ctx context.Context, settings configs.Settings, name string, log *slog.Logger) (engine.Assistant, error) {
	all, err := h.assistants(ctx, settings, uncounted(), log)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(a assistant.Assistant) bool { return a.Name() == name })
	if at < 0 {
		return nil, fmt.Errorf("no assistant is called %q", name)
	}
	if all[at].Tables != nil {
		_, err = h.store.MigrateTables(ctx, name, all[at].Tables)
	}
	return all[at], err
}

package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/eval"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/logging"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/store"
)

var errNoModel = errors.New("no model is configured")

// measure puts the sets to the planner, the libraries and the assistant.
func measure(ctx context.Context, f evalFlags, settings configs.Settings, c console) (err error) {
	bounds, err := f.bounds()
	if err != nil {
		return err
	}
	b, err := openBench(ctx, f, settings, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	names := f.sets
	if len(names) == 0 {
		names = eval.Names(true)
	}
	var results eval.Results
	for _, name := range names {
		set, err := eval.Load(name)
		if err != nil {
			return err
		}
		for _, split := range set.Splits() {
			if f.split != "" && split != f.split {
				continue
			}
			entries, err := b.entries(ctx, set.Half(split), split)
			if err != nil {
				return err
			}
			results.Entries = append(results.Entries, entries...)
		}
	}
	return f.tell(results, bounds, c.out)
}

// bench is what sets are put to.
type bench struct {
	flags     evalFlags
	settings  configs.Settings
	log       *slog.Logger
	libraries []shelf
	model     *llm.Client // nil without one
	judge     *eval.Judge // nil unless asked for
	chats     []assembled
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
	b = &bench{flags: f, settings: settings, log: logging.New(c.err, settings.LogFormat, slog.LevelError, isTerminal(c))}
	if b.model, err = (&house{}).openModel(settings, nil, b.log); err != nil {
		return nil, err
	}
	if (f.model || f.judge) && b.model == nil {
		return nil, errNoModel
	}
	if f.judge {
		if b.judge, err = eval.NewJudge(configs.FS, b.model); err != nil {
			return nil, err
		}
	}
	if b.libraries, err = openShelves(ctx, f.corpus); err != nil {
		return nil, err
	}
	return b, nil
}

// openShelves are the packs alone, and with a corpus both.
func openShelves(ctx context.Context, corpus string) (shelves []shelf, err error) {
	open := func(holds string, cfg knowledge.Config) error {
		lib, err := knowledge.Open(ctx, cfg)
		if err == nil {
			shelves = append(shelves, shelf{holds, lib})
		}
		return err
	}
	if corpus == "" {
		return shelves, open("packs", knowledge.Config{FS: packs.FS})
	}
	articles, err := eval.ReadCorpus(corpus)
	if err != nil {
		return nil, err
	}
	return shelves, errors.Join(
		open("packs", knowledge.Config{FS: packs.FS}),
		open("packs+corpus", knowledge.Config{FS: packs.FS, Articles: articles}),
	)
}

func (b *bench) close() error {
	var errs []error
	for _, c := range b.chats {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// entries measures one half of a set in every way that fits it.
func (b *bench) entries(ctx context.Context, set eval.Set, split string) ([]eval.Entry, error) {
	base := eval.Entry{Set: set.Name, Split: split, Kind: set.Kind}
	switch set.Kind {
	case eval.Retrieval:
		return b.retrieval(ctx, set, base)
	case eval.Intents:
		return b.intents(ctx, set, base)
	}
	return b.answers(ctx, set, base)
}

func (b *bench) retrieval(ctx context.Context, set eval.Set, base eval.Entry) ([]eval.Entry, error) {
	var entries []eval.Entry
	for _, s := range b.libraries {
		part := set.AnsweredBy(s.lib)
		if len(part.Cases) == 0 {
			continue
		}
		r, err := eval.MeasureRetrieval(ctx, s.lib, part)
		if err != nil {
			return nil, err
		}
		e := base
		e.With, e.Retrieval = s.holds, &r
		entries = append(entries, e)
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

func (b *bench) intents(ctx context.Context, set eval.Set, base eval.Entry) ([]eval.Entry, error) {
	var entries []eval.Entry
	for _, way := range b.ways() {
		read, err := b.reader(way.model)
		if err != nil {
			return nil, err
		}
		r, err := eval.MeasureIntents(ctx, read, set)
		if err != nil {
			return nil, err
		}
		e := base
		e.With, e.Intents = way.with, &r
		entries = append(entries, e)
	}
	return entries, nil
}

// way is the product without or with a model.
type way struct {
	with  string
	model *llm.Client
}

// ways are those that the flags and the settings ask for.
func (b *bench) ways() []way {
	rules, model := way{with: "rules"}, way{"model", b.model}
	switch {
	case b.flags.model:
		return []way{model}
	case b.model != nil && !b.flags.noModel:
		return []way{rules, model}
	}
	return []way{rules}
}

func (b *bench) answers(ctx context.Context, set eval.Set, base eval.Entry) ([]eval.Entry, error) {
	chats, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	var entries []eval.Entry
	for _, c := range chats {
		r, err := eval.MeasureAnswers(ctx, c.Ask, b.judge, set)
		if err != nil {
			return nil, err
		}
		e := base
		e.With, e.Answers = c.with, &r
		entries = append(entries, e)
	}
	return entries, nil
}

// open starts the assistant, without a model and with one where there is
// one, when it is first asked.
func (b *bench) open(ctx context.Context) ([]assembled, error) {
	if len(b.chats) > 0 {
		return b.chats, nil
	}
	for _, way := range b.ways() {
		opened, err := eval.OpenChat(ctx, func(ctx context.Context, s *store.Store) (engine.Assistant, error) {
			h := &house{store: s, model: way.model}
			all, err := h.assistants(ctx, b.settings, nil, b.log)
			if err != nil {
				return nil, err
			}
			return all[0], nil
		}, b.log)
		if err != nil {
			return nil, err
		}
		b.chats = append(b.chats, assembled{way.with, opened})
	}
	return b.chats, nil
}

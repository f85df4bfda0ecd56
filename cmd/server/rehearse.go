package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/eval"
	"github.com/madang-dev/madang/internal/logging"
	"github.com/madang-dev/madang/store"
)

// maxRehearsed is how many conversations are put again where none is named.
const maxRehearsed = 20

// rehearse puts recorded conversations again, with the model and the prompts of
// the settings, on a database of its own.
func rehearse(ctx context.Context, f evalFlags, settings configs.Settings, c console) (err error) {
	log := logging.New(c.err, settings.LogFormat, slog.LevelError, isTerminal(c.err))
	recorded, err := openStore(ctx, settings)
	if err != nil {
		return err
	}
	defer recorded.Close()
	h := &house{}
	if h.model, err = h.openModel(settings, uncounted(), log); err != nil {
		return err
	}
	if f.noModel {
		h.model = nil
	}
	chat, err := eval.OpenChat(ctx, func(ctx context.Context, s *store.Store) (engine.Assistant, error) {
		h.store = s
		return h.chosen(ctx, settings, f.assistant, log)
	}, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.figures.close(), chat.Close()) }()
	sessions, err := f.recorded(ctx, recorded)
	if err != nil {
		return err
	}
	for _, session := range sessions {
		turns, err := chat.Rehearse(ctx, recorded, session, "")
		if err != nil {
			return err
		}
		if err := f.show(c, session, turns); err != nil {
			return err
		}
	}
	return nil
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

// recorded are the conversations to put again.
func (f evalFlags) recorded(ctx context.Context, s *store.Store) ([]string, error) {
	if len(f.sessions) > 0 {
		return f.sessions, nil
	}
	list, err := s.Sessions(ctx, store.Server(), store.SessionFilter{Limit: 10 * maxRehearsed})
	var ids []string
	for _, session := range list {
		if session.Assistant == f.assistant && len(ids) < maxRehearsed {
			ids = append(ids, session.ID)
		}
	}
	return ids, err
}

func (f evalFlags) show(c console, session string, turns []eval.Turn) error {
	if !f.asJSON {
		return eval.WriteTurns(c.out, session, turns)
	}
	return json.NewEncoder(c.out).Encode(map[string]any{"session_id": session, "turns": turns})
}

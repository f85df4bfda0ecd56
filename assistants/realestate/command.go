package realestate

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/supervisor"
)

// Command is what a query asks of the user's own memory.
type Command struct {
	Kind string `json:"kind"` // show | forget | forget_all
	// Key is the preference to forget.
	Key string `json:"key,omitempty"`
}

// The kinds of a Command.
const (
	CommandShow      = "show"
	CommandForget    = "forget"
	CommandForgetAll = "forget_all"
)

// maxCommand is how long a query about memory is at most, in characters: a
// longer one tells of a case.
const maxCommand = 60

// recognise finds out whether a query is about the user's memory. It errs on
// the side of not: such a query is answered like any other.
func recognise(query string) (Command, bool) {
	query = strings.TrimSpace(query)
	if utf8.RuneCountInString(query) > maxCommand {
		return Command{}, false
	}
	for _, key := range phrases.Under("forget") {
		if phrases.Has(query, key) {
			return Command{Kind: CommandForget, Key: strings.TrimPrefix(key, "forget.")}, true
		}
	}
	switch {
	case phrases.Has(query, "forget_all"):
		return Command{Kind: CommandForgetAll}, true
	case phrases.Has(query, "show"), phrases.Has(query, "remember") && phrases.Has(query, "asking"):
		return Command{Kind: CommandShow}, true
	}
	return Command{}, false
}

// obey does what a query asks of the user's memory. Everything is forgotten
// only after the user has been asked once more.
func (d *desk) obey(ctx context.Context, t *turn, c Command) (p supervisor.Plan[State], err error) {
	p.Update = func(s *State) {
		s.Command = &c
		s.release(nil)
	}
	info := t.Info()
	var message string
	switch {
	case d.Memory == nil || info.UserID == "":
		message = texts.Say(info.Language, "memory.signed_out")
	case c.Kind == CommandForgetAll:
		p.Elsewhere = "forget_memory"
		return p, nil
	case c.Kind == CommandForget:
		if message, err = d.forgetOne(ctx, t, c.Key); err != nil {
			return p, err
		}
	default:
		loaded, err := engine.Do(ctx, t, "memory", func(ctx context.Context) (memory.Loaded, error) { return d.recall(ctx, info), nil })
		if err != nil {
			return p, err
		}
		message = knownOf(loaded, info.Language)
	}
	told := aboutMemory(info, message)
	p.Response = &told
	return p, nil
}

func aboutMemory(info engine.RunInfo, message string) state.Response {
	return state.Response{
		Type: state.ResponseGuidance, Message: message, OriginalQuery: info.Query,
		DetectedIntent: "memory", TeamsUsed: []string{}, Data: map[string]state.TeamData{},
	}
}

func forgetQuestion(language string) engine.Question {
	say := texts.In(language).Say
	return engine.Question{
		Type: state.InterruptApproval, DefaultAction: state.ActionReject, Message: say("memory.forget_all"),
		Options: []state.InterruptOption{
			{Value: state.ActionApprove, Label: say("memory.forget")},
			{Value: state.ActionReject, Label: say("memory.keep")},
		},
	}
}

// forgotten counts what was forgotten, for the run's journal.
type forgotten struct {
	Memories    int64 `json:"memories"`
	Preferences int64 `json:"preferences"`
}

// forgetMemory asks before it forgets everything.
func (d *desk) forgetMemory(ctx context.Context, t *turn) (string, error) {
	info := t.Info()
	reply, err := t.Ask(forgetQuestion(info.Language))
	if err != nil {
		return "", err
	}
	if reply.Action != state.ActionApprove {
		return supervisor.Tell(t, "memory kept", aboutMemory(info, texts.Say(info.Language, "memory.kept")), func(*State) {})
	}
	done, err := engine.Do(ctx, t, "forget", func(ctx context.Context) (f forgotten, err error) {
		f.Memories, f.Preferences, err = d.Memory.ForgetAll(ctx, info.UserID, reply.At)
		return f, err
	})
	if err != nil {
		return "", err
	}
	message := texts.Say(info.Language, "memory.forgotten", "memories", done.Memories, "preferences", done.Preferences)
	return supervisor.Tell(t, "memory forgotten", aboutMemory(info, message), func(s *State) {
		s.LoadedMemories, s.UserPreferences, s.Assumed = nil, nil, nil
		s.Mentions, s.Previous, s.Topic = nil, nil, ""
	})
}

// forgetOne forgets a preference and tells what came of it.
func (d *desk) forgetOne(ctx context.Context, t *turn, key string) (string, error) {
	at := t.Now()
	known, err := engine.Do(ctx, t, "forget", func(ctx context.Context) (bool, error) {
		err := d.Memory.Forget(ctx, t.Info().UserID, key, at)
		if errors.Is(err, store.ErrNotFound) {
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		return "", err
	}
	say, what := texts.In(t.Info().Language).Say, "memory.no_preference"
	if known {
		what = "memory.preference_forgotten"
	}
	return say(what, "name", say("preference."+key)), nil
}

// knownOf tells a user what is remembered of them.
func knownOf(l memory.Loaded, language string) string {
	say := texts.In(language).Say
	if len(l.Memories)+len(l.Preferences) == 0 {
		return say("memory.nothing")
	}
	var lines []string
	if len(l.Preferences) > 0 {
		lines = append(lines, say("memory.preferences"))
	}
	for _, p := range l.Preferences {
		lines = append(lines, "- "+nameOf("preference.", p.Key, language)+": "+valueName(p.Key, p.Value, language)+origin(p, language))
	}
	if n := len(l.Memories); n > 0 {
		lines = append(lines, say("memory.conversations"))
		for _, m := range l.Memories[:min(n, 5)] {
			lines = append(lines, "- "+m.Timestamp.In(supervisor.Korea).Format(time.DateOnly)+" "+m.Query)
		}
	}
	return strings.Join(append(lines, say("memory.how_to_forget")), "\n")
}

func valueName(key, value, language string) string {
	switch key {
	case memory.Budget:
		if won := wonOf(value); won > 0 {
			return texts.Say(language, "budget", "won", won)
		}
	case memory.DealType:
		return nameOf("looked_for.", value, language)
	case memory.Language:
		return nameOf("language.", value, language)
	}
	return value
}

// origin says where a preference comes from.
func origin(p state.Preference, language string) string {
	day := p.UpdatedAt.In(supervisor.Korea).Format(time.DateOnly)
	switch {
	case p.Source == state.SourceUser:
		return texts.Say(language, "memory.written", "day", day)
	case p.Evidence != "":
		return texts.Say(language, "memory.said", "words", p.Evidence, "day", day)
	}
	return ""
}

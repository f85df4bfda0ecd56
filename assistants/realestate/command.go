package realestate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/supervisor"
)

// obey does what a message asks of the user's memory; done is false where the
// memory has nothing to say to it and it is answered like any other. Everything
// is forgotten only after the user has been asked once more.
func (d *desk) obey(ctx context.Context, t *turn) (p supervisor.Plan[State], done bool, err error) {
	r, ok := memory.ReadRequest(t.Info().Query)
	if m := examples.Read(t.Info().Query, nil); !ok && asking(t.Info().Query) && m.Label == doMemory && m.Sure >= dialog.Confident {
		r, ok = memory.Request{Kind: memory.AskEarlier}, true
	}
	fresh := t.State().Talk == nil
	perhaps := r.Sure || r.Kind == memory.AskConfirm || r.Plain && fresh || ofMemory(t.Info().Query)
	if !ok || !perhaps || t.State().Query != t.Info().Query || // something else was asked in the place of a choice
		r.Kind == memory.AskTell && !fresh && len(d.planner.Read(t.Info().Query, time.Time{}).Facts) > 0 {
		return p, false, nil // "아니 제 연봉은 6천이에요" says a sum and asks for none
	}
	p.Update = func(s *State) {
		s.Command = &r
		s.release(false)
		if r.Kind == memory.AskForget { // what was talked of may be what is to go
			s.Mentions, s.Talk = nil, nil
		}
	}
	info := t.Info()
	var message string
	say := texts.In(info.Language).Say
	switch {
	case r.Kind == memory.AskEarlier && len(r.Keys) == 0 && phrases.Has(info.Query, "mine") && !phrases.Has(info.Query, "not_told") && recallsTalk(t, "retell"):
		return p, false, nil
	case r.Kind == memory.AskSecret:
		message = say("memory.secret")
	case d.Memory == nil || info.UserID == "":
		if !r.Sure || recallsTalk(t, "recall") {
			return p, false, nil
		}
		message = say("memory.signed_out")
	case r.Kind == memory.AskForgetAll:
		p.Elsewhere = "forget_memory"
		return p, true, nil
	case r.Kind == memory.AskDocument:
		return d.findDocument(ctx, t, p)
	case r.Kind == memory.AskForget && len(r.Keys)+len(r.Words) == 0:
		var things []string
		if things, err = d.things(ctx, t, r); len(things) > 1 {
			p.Elsewhere = "forget_thing"
			return p, true, nil
		}
		if message = say("memory.unheard"); len(things) == 1 {
			r.Words, r.Thing = things, true
			message, err = d.forget(ctx, t, r)
		}
	case r.Kind == memory.AskForget:
		message, err = d.forget(ctx, t, r)
	default:
		if message, err = d.recollect(ctx, t, r); message == "" {
			return p, false, err
		}
	}
	told := aboutMemory(info, message)
	p.Response = &told
	return p, true, err
}

// ofMemory tells whether a message is of what is known or was said, as its examples are,
// where words that ask and tell of anything could be: "그럼 얼마 더 물어줘야 되나요?".
func ofMemory(message string) bool {
	return meant(message, doAsk, doGoOn, doTell, doMemory).Label == doMemory
}

// recallsTalk tells whether a message that has a phrase of a key asks for what was said
// or told in this very conversation, which it knows.
func recallsTalk(t *turn, key string) bool {
	talk := t.State().Talk
	return talk != nil && talk.Asked != "" && phrases.Has(t.Info().Query, key)
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
		s.Mentions, s.Talk = nil, nil
	})
}

// forget forgets what a request names and tells what came of it.
func (d *desk) forget(ctx context.Context, t *turn, r memory.Request) (string, error) {
	at, language := t.Now(), t.Info().Language
	gone, err := engine.Do(ctx, t, "forget", func(ctx context.Context) ([]string, error) {
		return d.Memory.Forget(ctx, t.Info().UserID, r, at)
	})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	what := "memory.preference_forgotten"
	switch {
	case len(gone) == 0:
		gone, what = append(slices.Clone(r.Keys), r.Words...), "memory.no_preference"
	case r.Thing:
		return texts.Say(language, "memory.thing_forgotten", "name", strings.Join(r.Words, " ")), nil
	}
	return texts.Say(language, what, "name", namesOf(gone, language)), nil
}

// things are what an order to forget can mean that names nothing.
func (d *desk) things(ctx context.Context, t *turn, r memory.Request) ([]string, error) {
	return engine.Read(ctx, t, "things", func(ctx context.Context) ([]string, error) {
		kept, err := d.Memory.Kept(ctx, t.Info().UserID)
		return kept.Things(r), err
	})
}

// forgetThing asks which of several is to go. Who asks something else instead is
// answered that.
func (d *desk) forgetThing(ctx context.Context, t *turn) (string, error) {
	info, r := t.Info(), *t.State().Command
	things, err := d.things(ctx, t, r)
	if err != nil {
		return "", err
	}
	chosen, instead, err := pickOne(t, texts.Say(info.Language, "memory.which"), false, things)
	if err != nil {
		return "", err
	}
	if instead != "" {
		return "planning", t.Update("said instead", func(s *State) { s.Query = instead })
	}
	message := texts.Say(info.Language, "memory.kept")
	if chosen >= 0 {
		r.Words, r.Thing = things[chosen:chosen+1], true
		if message, err = d.forget(ctx, t, r); err != nil {
			return "", err
		}
	}
	return supervisor.Tell(t, "thing forgotten", aboutMemory(info, message), func(*State) {})
}

// recollect answers a question about what is known or was said, "" where there
// is nothing to say to one that may be of something else.
func (d *desk) recollect(ctx context.Context, t *turn, r memory.Request) (string, error) {
	info := t.Info()
	got, err := engine.Read(ctx, t, "memory", func(ctx context.Context) (memory.Recalled, error) {
		kept, err := d.Memory.Kept(ctx, info.UserID)
		return kept.Recall(info.Query, r, d.today(info)), err
	})
	if err != nil {
		return "", err
	}
	teller := teller{language: info.Language, query: info.Query, today: d.today(info), Recalled: got}
	switch {
	case r.Kind == memory.AskOther && got.Other:
		return texts.Say(info.Language, "memory.other"), nil
	case !r.Sure && (got.Other || got.Untold != "" || r.Kind == memory.AskEarlier && len(got.Found) == 0) && examples.Read(info.Query, nil).Label != doMemory, r.Kind == memory.AskConfirm && len(got.Facts) == 0:
		return "", nil
	}
	return teller.answer(r), nil
}

// today is the day of a run, by the assistant's calendar where it has one.
func (d *desk) today(info engine.RunInfo) time.Time {
	if d.TodayFunc != nil {
		return d.TodayFunc()
	}
	return info.Now.In(korean.Zone)
}

// dayOf is a day as it is told.
func dayOf(at time.Time, language string) string {
	return texts.Say(language, "day", "day", at.In(korean.Zone).Format(time.DateOnly))
}

func namesOf(keys []string, language string) string {
	names := make([]string, len(keys))
	for i, key := range keys {
		if names[i] = nameOf("preference.", key, language); texts.Has("preference." + key + ".all") { // a name for all below it
			names[i] = nameOf("preference.", key+".all", language)
		}
	}
	return strings.Join(slices.Compact(names), ", ")
}

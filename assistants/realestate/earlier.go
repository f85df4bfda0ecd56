package realestate

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/realestate/mention"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/supervisor"
)

// earlierDocument is a document of any conversation, for the run's journal: what
// stands in it stays where it is kept.
type earlierDocument struct {
	ID        string    `json:"id"`
	Title     string    `json:"title"`
	SessionID string    `json:"session_id"`
	MadeAt    time.Time `json:"made_at"`
	// Conversation is its conversation's title, "" of the one that asks.
	Conversation string `json:"conversation"`
}

// documentsFound are those that a question means, or else what there is.
type documentsFound struct {
	Found []earlierDocument `json:"found"`
	Other []earlierDocument `json:"other"`
}

// maxOther is how many documents are named where none is meant.
const maxOther = 3

// documents looks for what the query means.
func (d *desk) documents(ctx context.Context, t *turn) (documentsFound, error) {
	info := t.Info()
	return engine.Read(ctx, t, "documents", func(ctx context.Context) (found documentsFound, err error) {
		all, err := d.Memory.Documents(ctx, info.UserID)
		if err != nil {
			return found, err
		}
		if found.Found, err = d.named(ctx, info, memory.FindDocuments(info.Query, all, d.today(info))); len(found.Found) == 0 && err == nil {
			found.Other, err = d.named(ctx, info, all[:min(len(all), maxOther)])
		}
		return found, err
	})
}

// named are documents with their conversations; one that is gone by now has none.
func (d *desk) named(ctx context.Context, info engine.RunInfo, list []state.Document) ([]earlierDocument, error) {
	var out []earlierDocument
	for _, x := range list {
		one := earlierDocument{ID: x.ID, Title: x.Title, SessionID: x.SessionID, MadeAt: x.CreatedAt}
		if x.SessionID != info.SessionID {
			title, err := d.Memory.Conversation(ctx, info.UserID, x.SessionID)
			if errors.Is(err, store.ErrNotFound) {
				continue
			}
			if err != nil {
				return nil, err
			}
			one.Conversation = title
		}
		out = append(out, one)
	}
	return out, nil
}

// findDocument shows the document that a query means, tells that there is none,
// or has the user choose. It leaves what a draft under way may mean, and what was
// asked instead of a choice.
func (d *desk) findDocument(ctx context.Context, t *turn, p supervisor.Plan[State]) (supervisor.Plan[State], bool, error) {
	found, err := d.documents(ctx, t)
	if err != nil {
		return p, false, err
	}
	switch {
	case len(found.Found) == 0 && t.State().Draft != nil:
		return p, false, nil
	case len(found.Found) > 1:
		p.Elsewhere = "choose_document"
		return p, true, nil
	case len(found.Found) == 1:
		shown := showDocument(t.Info(), found.Found[0])
		p.Response = &shown
	default:
		told := aboutMemory(t.Info(), noDocument(t.Info().Language, found.Other))
		p.Response = &told
	}
	return p, true, nil
}

func showDocument(info engine.RunInfo, d earlierDocument) state.Response {
	key := "document.here"
	if d.Conversation != "" {
		key = "document.there"
	}
	message := texts.Say(info.Language, key, "day", dayOf(d.MadeAt, info.Language), "conversation", d.Conversation, "title", d.Title)
	shown := aboutMemory(info, message)
	shown.Document = state.LinkTo(d.ID, d.Title)
	return shown
}

func noDocument(language string, other []earlierDocument) string {
	if len(other) == 0 {
		return texts.Say(language, "document.nothing")
	}
	lines := []string{texts.Say(language, "document.not_found")}
	for _, d := range other {
		lines = append(lines, "- "+labelOf(d, language))
	}
	return strings.Join(lines, "\n")
}

func labelOf(d earlierDocument, language string) string {
	return dayOf(d.MadeAt, language) + " " + d.Title
}

// chooseDocument asks which of several documents is meant and shows it. Who asks
// something else instead is answered that.
func (d *desk) chooseDocument(ctx context.Context, t *turn) (string, error) {
	found, err := d.documents(ctx, t)
	if err != nil {
		return "", err
	}
	info := t.Info()
	labels := make([]string, len(found.Found))
	for i, one := range found.Found {
		labels[i] = labelOf(one, info.Language)
	}
	chosen, instead, err := pickOne(t, texts.Say(info.Language, "document.which"), true, labels)
	if err != nil {
		return "", err
	}
	if chosen >= 0 {
		return supervisor.Tell(t, "document shown", showDocument(info, found.Found[chosen]), func(*State) {})
	}
	if instead != "" {
		return "planning", t.Update("asked instead", func(s *State) { s.Query = instead })
	}
	return supervisor.Tell(t, "no document chosen", aboutMemory(info, texts.Say(info.Language, "document.not_chosen")), func(*State) {})
}

// maxChoice is the length in runes up to which words that name an option choose it; longer
// ones are a request in which its name stands.
const maxChoice = 20

// pickOne asks which of several is meant: the place of the one chosen, or -1 and what was
// said instead of a choice. Who does not answer has the first one where nothing is lost by it.
func pickOne(t *turn, question string, harmless bool, labels []string) (int, string, error) {
	options := make([]estate.Mention, len(labels))
	for i, label := range labels {
		options[i] = estate.Mention{Label: label, Order: i + 1}
	}
	reply, err := t.Ask(engine.Choice(question, referenceTTL, labels...))
	if err != nil {
		return -1, "", err
	}
	said, answered := textOf(&reply), reply.Action == state.ActionAnswer || reply.Action == state.ActionModify
	short := utf8.RuneCountInString(said) <= maxChoice
	if chosen := mention.Choose(options, &reply); chosen != nil && short && (answered || harmless) {
		return chosen.Order - 1, "", nil
	}
	return -1, said, nil
}

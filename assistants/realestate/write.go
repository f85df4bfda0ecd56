package realestate

import (
	"context"
	"strings"
	"sync"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor/toolloop"
)

// The bounds of a key answer that a model writes.
const (
	maxWritten   = 20   // sentences
	maxLetters   = 2500 // of all of them
	maxNotFound  = 4
	maxFacts     = 16  // that the model is shown
	maxFactShown = 800 // letters of each
)

// manuscript is the key answer as a model writes it: sentences, each with
// the facts that it rests on, and what the facts do not tell.
type manuscript struct {
	Sentences []evidence.Sentence `json:"sentences"`
	NotFound  []string            `json:"not_found"`
}

// writer is who has a model write the key answer of a state; none where the
// rules' words are to stand: of documents and reviews, which quote their
// text, of a refusal, and where nothing was found.
func (w *author) writer(prompt *llm.Prompt, s *State, draft state.Response, aid aid) writer {
	if draft.Type != state.ResponseAnswer || s.DocumentTeamState != nil {
		return nil
	}
	a := w.answer(s)
	a.called = aid.called
	a.gather()
	if a.silent && !aid.tools {
		return nil
	}
	a.ground()
	if len(a.conclusions) == 0 && !aid.tools {
		return nil
	}
	return (&writing{answer: a, prompt: prompt, aid: aid}).write
}

// aid is what a writer has besides what the teams found: whether it may call
// tools, and what those brought that it has called.
type aid struct {
	tools  bool
	called []toolloop.Called
}

// writing is one answer that a model writes.
type writing struct {
	*answer
	prompt *llm.Prompt
	aid    aid
	// checked is what was found wrong with sentences, by text and facts. An
	// asking that was given up may still write into it.
	checked sync.Map
}

func (w *writing) write(ctx context.Context, to table) (state.Response, error) {
	heard, err := to.ask(ctx, llm.Call{Prompt: w.prompt, Data: w.brief(), CheckFunc: w.check},
		&ask.Sentences[evidence.Sentence]{Writer: to.writer, SayFunc: w.show}, w.tellCalled)
	if err != nil {
		return state.Response{}, err
	}
	if heard.Fallback == "" {
		if m, wrong := w.read(heard.Answer); len(wrong) == 0 {
			return w.finished(m, heard.Answer), nil
		}
		heard.Fallback = llm.OutcomeBadAnswer // checked by rules that were not yet there when it was recorded
	}
	return w.fellBack(heard), nil
}

// show is a sentence as it is shown while it is written: one that is right.
func (w *writing) show(before []evidence.Sentence, s *evidence.Sentence) (string, bool) {
	s.Text = trimmed(s.Text)
	if len(before) >= maxWritten || len(w.wrong(*s)) > 0 {
		return "", false
	}
	return separator(before, *s) + w.sentence(*s), true
}

// sentence is a sentence with its sources.
func (w *writing) sentence(s evidence.Sentence) string {
	var sources []string
	for _, id := range s.Facts {
		if f := w.evidence.Fact(id); f != nil && !w.namesSource(s.Text, f) {
			sources = appendNew(sources, f.Source)
		}
	}
	if len(sources) == 0 {
		return s.Text
	}
	return w.withSource(s.Text, strings.Join(sources, "; "))
}

// separator is what stands between a sentence and those before it.
func separator(before []evidence.Sentence, s evidence.Sentence) string {
	n := len(before)
	return ask.Separator(n == 0, n > 0 && before[n-1].Item, s.Item)
}

func idsOf(facts []*evidence.Fact) []string {
	var ids []string
	for _, f := range facts {
		ids = append(ids, f.ID)
	}
	return ids
}

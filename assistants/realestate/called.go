package realestate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/supervisor/toolloop"
)

// calledPrefix begins the keys of facts that tools have brought.
const calledPrefix = "tool_"

func calledKey(c toolloop.Called, n int) string { return c.StepID + "." + strconv.Itoa(n) }

// calledFacts are what the model's tools have brought.
func (a *answer) calledFacts() []*evidence.Fact {
	var list []*evidence.Fact
	for _, c := range a.called {
		for i, f := range c.Facts {
			list = append(list, &evidence.Fact{
				Key: calledKey(c, i), Kind: f.Kind, Title: f.Title, Text: f.Text, Source: f.Source,
				Law: f.Law, Article: f.Article, AsOf: f.AsOf, Status: f.Status, URL: f.URL,
			})
		}
	}
	return list
}

// tellCalled is what the model reads of a call: its facts by their ids, or what
// the tool said where it has none.
func (w *writing) tellCalled(c toolloop.Called) string {
	var lines []string
	for i := range c.Facts {
		f := w.evidence.Keyed(calledKey(c, i))
		lines = append(lines, `<fact id="`+f.ID+`" kind="`+f.Kind+`" source="`+quoted(f.Source)+`" title="`+quoted(f.Title)+`">`+quoted(f.Text)+"</fact>")
	}
	if len(lines) == 0 {
		return quoted(c.Text)
	}
	return strings.Join(lines, "\n")
}

// showCalled puts what tools have brought beside the rules' answer, which does
// not know of it.
func (w *writing) showCalled() {
	for _, c := range w.called {
		for i := range c.Facts {
			f := w.evidence.Keyed(calledKey(c, i))
			text, _, _ := strings.Cut(f.Text, "\n")
			w.data = appendNew(w.data, w.withSource("**"+f.Title+"** "+clip(text, maxTold), f.Source))
			w.evidence.Use(f)
		}
	}
}

// talked are the questions of the conversation before this one, the newest
// last.
func (s *State) talked() []string {
	if s.Talk == nil {
		return nil
	}
	list := s.Talk.before()
	slices.Reverse(list)
	return list
}

// talkOf are the questions of the conversation so far, the newest last.
func talkOf(t *turn) (list []string) {
	s := t.State()
	if list = s.talked(); s.Talk != nil && s.Talk.Asked != "" {
		list = append(list, s.Talk.Asked)
	}
	return list
}

// profileOf is what is known of the user, as lines.
func profileOf(loaded memory.Loaded) []string {
	var list []string
	for _, p := range loaded.Preferences {
		list = append(list, p.Key+": "+p.Value)
	}
	return list
}

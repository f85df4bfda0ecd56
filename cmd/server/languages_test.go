package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// dialogsOf are the turns of the dialogs that a file holds, as users type them.
func dialogsOf(t *testing.T, file string) (all [][]string) {
	t.Helper()
	data, err := os.ReadFile("../../test/e2e/testdata/dialogs/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var held struct {
		Dialogs []struct {
			Turns []struct {
				Say, Reply string
				Repeat     int
			}
		}
	}
	if err := yaml.Load(data, &held); err != nil {
		t.Fatal(err)
	}
	for _, d := range held.Dialogs {
		var turns []string
		for _, turn := range d.Turns {
			said := turn.Say
			if turn.Reply != "" {
				said = "1"
			}
			if said != "" && turn.Repeat == 0 {
				turns = append(turns, said)
			}
		}
		all = append(all, turns)
	}
	return all
}

// talked is what a turn brought: what is typed, and what was said.
type talked struct {
	Plan    []string // team, type and dependencies of each step
	Intent  string
	Sources []string
	Figures []string
	said    string
}

// talk holds a dialog in a language and tells of each turn.
func talk(t *testing.T, h *house, assistant, language string, turns []string) (all []talked) {
	t.Helper()
	session, err := h.store.CreateSession(t.Context(), store.Server(), state.Session{Assistant: assistant, Title: state.DefaultTitle, Language: language})
	if err != nil {
		t.Fatal(err)
	}
	stream := h.engine.Watch(session.ID, 0)
	defer stream.Close()
	for _, said := range turns {
		if _, err := h.engine.Submit(t.Context(), engine.Query{SessionID: session.ID, Text: said, Language: language}); err != nil {
			t.Fatal(err)
		}
		all = append(all, turnOf(t, stream))
	}
	return all
}

// turnOf reads a run's events up to its end or its question.
func turnOf(t *testing.T, stream *engine.Stream) (got talked) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case d.Ephemeral:
			continue
		case d.Event.Type == state.EventPlanReady:
			got.plan(t, d.Event.Payload)
		case d.Event.Type == state.EventWorkflowInterrupted:
			got.said += string(d.Event.Payload)
			return got
		case state.TerminalEvent(d.Event.Type):
			got.answer(t, d.Event.Payload)
			return got
		}
	}
}

func (g *talked) plan(t *testing.T, payload []byte) {
	var plan state.PlanReady
	if err := json.Unmarshal(payload, &plan); err != nil {
		t.Fatal(err)
	}
	for _, s := range plan.ExecutionSteps {
		g.Plan = append(g.Plan, fmt.Sprint(s.Team, " ", s.StepType, " ", s.Actions, " after ", s.DependsOn))
		g.said += s.Task + "\n" + s.Description + "\n"
	}
}

func (g *talked) answer(t *testing.T, payload []byte) {
	var final state.FinalResponse
	if err := json.Unmarshal(payload, &final); err != nil {
		t.Fatal(err)
	}
	r := final.Response
	g.said += r.Answer + "\n" + r.Message + "\n"
	g.Intent = r.DetectedIntent
	if d := r.StructuredData; d != nil {
		for _, s := range d.Sections {
			g.said += s.Title + "\n" + strings.Join(s.Content, "\n") + "\n"
		}
		g.Intent = d.Metadata.IntentType
		for _, source := range d.Metadata.Sources {
			// Laws and offices have names, which are texts; the numbers of
			// articles are not.
			g.Sources = append(g.Sources, strings.Join(figures.FindAllString(source, -1), " "))
		}
	}
	g.Figures = figures.FindAllString(r.Answer+"\n"+r.Message, -1)
	slices.Sort(g.Figures)
}

// decided is what no wording may change.
func (g talked) decided() []string { return append([]string{g.Intent}, g.Plan...) }

// missing are the sources and figures that another answer lacks. It may tell more:
// a sentence that resembles one which was told already is left out.
func (g talked) missing(other talked) (lost []string) {
	for _, source := range g.Sources {
		if !slices.Contains(other.Sources, source) {
			lost = append(lost, "the source "+source)
		}
	}
	for _, figure := range g.Figures {
		if !slices.Contains(other.Figures, figure) {
			lost = append(lost, "the figure "+figure)
		}
	}
	return lost
}

var figures = regexp.MustCompile(`\d[\d,.]*\d|\d`)

// housed is a house at work.
func housed(t *testing.T) *house {
	t.Helper()
	h, err := built(t, func(s *configs.Settings) { s.Today = "2026-11-21" })
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() { done <- h.engine.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return h
}

var spoken = []struct{ assistant, dialogs string }{
	{"realestate", "adviser.yaml"}, {"travel", "travel.yaml"}, {"tutor", "tutor.yaml"},
}

// Every text of every catalogue is rewritten; what was decided stays: rooms
// hand each other types, and nothing reads what we wrote.
func TestRewordedTextsChangeNoDecision(t *testing.T) {
	t.Parallel()
	h := housed(t)
	for _, s := range spoken {
		t.Run(s.assistant, func(t *testing.T) {
			t.Parallel()
			for i, turns := range dialogsOf(t, s.dialogs) {
				language := "ko"
				if !strings.ContainsFunc(strings.Join(turns, ""), hangul) {
					language = "en"
				}
				plain, reworded := talk(t, h, s.assistant, language, turns), talk(t, h, s.assistant, language+"-XA", turns)
				for j := range plain {
					if diff := cmp.Diff(plain[j].decided(), reworded[j].decided()); diff != "" {
						t.Errorf("dialog %d, %q (-plain +reworded):\n%s", i+1, turns[j], diff)
					}
					for _, lost := range plain[j].missing(reworded[j]) {
						t.Errorf("dialog %d, %q: lost %s", i+1, turns[j], lost)
					}
				}
			}
		})
	}
}

func hangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }

// A language that is made of the English catalogues walks all dialogs of all
// assistants, and no word of another shows: what is said is from a catalogue or
// a pack. The adviser's packs have law in Korean and in English only.
func TestPseudoLanguageShowsNoOtherWords(t *testing.T) {
	t.Parallel()
	h := housed(t)
	for _, s := range spoken {
		t.Run(s.assistant, func(t *testing.T) {
			t.Parallel()
			strange, quoted := map[string]string{}, packWords(t, s.assistant)
			for _, turns := range dialogsOf(t, s.dialogs) {
				if switches.MatchString(strings.Join(turns, " ")) {
					continue // speaks a real language from then on
				}
				user := strings.ToLower(strings.Join(turns, " "))
				for j, turn := range talk(t, h, s.assistant, "en-XA", turns) {
					for _, word := range plainWord.FindAllString(turn.said, -1) {
						if !strings.Contains(user, strings.ToLower(word)) && !quoted[strings.ToLower(word)] {
							strange[word] = turns[j]
						}
					}
				}
			}
			for word, turn := range strange {
				if !slices.Contains(codes, word) {
					t.Errorf("%q shows %q", turn, word)
				}
			}
		})
	}
}

// packWords are the words of an assistant's packs that have no catalogue's form.
func packWords(t *testing.T, assistant string) map[string]bool {
	t.Helper()
	words := map[string]bool{"march": true} // a month is written by its number
	if assistant != "realestate" {
		return words
	}
	for _, folder := range []string{"assistants/realestate/packs/*.yaml", "assistants/realestate/packs/guides/*.yaml", "teams/document/forms/*", "teams/document/letters/*", "configs/planning/*.yaml"} {
		files, err := filepath.Glob("../../" + folder)
		if err != nil || len(files) == 0 {
			t.Fatal(folder, files, err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range plainWord.FindAllString(strings.ToLower(string(data)), -1) {
				words[word] = true
			}
		}
	}
	return words
}

// plainWord is a word of English or Korean letters: those of the
// pseudo-language have accents.
var plainWord = regexp.MustCompile(`[A-Za-z]{4,}|[가-힣]{2,}`)

// switches asks for another language.
var switches = regexp.MustCompile(`(?i)영어로|한국어로|in english|in korean`)

// codes are no words of a language: parts of addresses, names of a law, an
// office and a place, a placeholder that a lesson shows.
var codes = []string{"https", "http", "Restriction", "Taxation", "product", "site", "서교동", "deadline", "latte"}

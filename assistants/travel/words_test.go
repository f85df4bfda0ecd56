package travel_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/internal/words/wordstest"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/storetest"
)

func TestTextsAreThoseThatAreSaid(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, travel.Texts, ".", "card.")
}

// dialog is a conversation of the end-to-end tests.
type dialog struct {
	Name  string
	Turns []struct {
		Say    string
		Repeat int
	}
}

func dialogs(t *testing.T) []dialog {
	t.Helper()
	raw, err := os.ReadFile("../../test/e2e/testdata/dialogs/travel.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var talks struct{ Dialogs []dialog }
	if err := yaml.Load(raw, &talks); err != nil || len(talks.Dialogs) < 25 {
		t.Fatalf("%d dialogs, %v", len(talks.Dialogs), err)
	}
	return talks.Dialogs
}

// walk holds a dialog in a language and returns its events and what was asked.
func (d dialog) walk(t *testing.T, y *yard) (runs [][]state.Event, asked string) {
	t.Helper()
	id := y.session(t)
	for _, turn := range d.Turns {
		runs = append(runs, y.ask(t, id, strings.Repeat(turn.Say, max(turn.Repeat, 1))))
		asked += "\n" + turn.Say
	}
	return runs, asked
}

// read is all that a user reads of a run.
func read(t *testing.T, events []state.Event) []string {
	t.Helper()
	var said []string
	for _, e := range events {
		var body struct {
			Message        string
			ExecutionSteps []state.ExecutionStep `json:"execution_steps"`
			Response       state.Response
		}
		if err := json.Unmarshal(e.Payload, &body); err != nil {
			t.Fatal(err)
		}
		r := body.Response
		said = append(said, body.Message, r.Answer, r.Message)
		for _, step := range body.ExecutionSteps {
			said = append(said, step.Task, step.Description)
			if step.Result != nil {
				said = append(append(said, step.Result.Summary), step.Result.Highlights...)
			}
		}
		if r.StructuredData != nil {
			for _, section := range r.StructuredData.Sections {
				said = append(append(said, section.Title), section.Content...)
			}
			said = append(append(said, r.StructuredData.Metadata.Sources...), r.StructuredData.Metadata.Missing...)
		}
		if r.Document != nil {
			said = append(said, r.Document.Title)
		}
	}
	return said
}

// foreign are the words that a language's texts may not have.
var foreign = map[string]*regexp.Regexp{
	"ko":    regexp.MustCompile(`[A-Za-z]+`),
	"en":    regexp.MustCompile(`\p{Hangul}+`),
	"en-XA": regexp.MustCompile(`[A-Za-z]+|[가-힣]+`),
}

// international are words of every language: files, currencies, airports.
const international = "PDF KRW THB PUS"

// allowed is what texts of a language may have besides: the names of its data
// and, in a pseudo-language, what templates write by functions.
func allowed(t *testing.T, tag string) string {
	t.Helper()
	language, pseudo := strings.CutSuffix(tag, "-XA")
	if pseudo {
		raw, err := os.ReadFile("texts/" + language + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		return international + strings.Join(regexp.MustCompile(`\{\{[^}]*\}\}`).FindAllString(string(raw), -1), " ")
	}
	all := international
	for _, d := range sample(t).Destinations {
		all += d.Name[language] + d.Entry[language] + d.Transport[language]
		for _, s := range d.Sights {
			all += s.Name[language] + s.Area[language]
		}
	}
	return all
}

// Each dialog, held in each language, is in that language alone, but for what
// the user said himself; a pseudo-language shows what is in no catalogue.
func TestDialogsAreInOneLanguage(t *testing.T) {
	t.Parallel()
	for tag, wrong := range foreign {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			y, allowed := openIn(t, storetest.SQLite(t), tag), allowed(t, tag)
			for _, d := range dialogs(t) {
				runs, asked := d.walk(t, y)
				for i, events := range runs {
					for _, said := range read(t, events) {
						if strings.Contains(said, "⟨") {
							t.Fatalf("%s: no text in %q", d.Name, said)
						}
						for _, word := range wrong.FindAllString(said, -1) {
							if !strings.Contains(asked+allowed, word) {
								t.Fatalf("%s: %q is no %s: %q in %q", d.Name, d.Turns[i].Say, tag, word, said)
							}
						}
					}
				}
			}
		})
	}
}

// Rewording every text changes no figure, plan, day or slot.
func TestNothingIsReadFromTheTexts(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"ko", "en"} {
		plain, reworded := openIn(t, storetest.SQLite(t), tag), openIn(t, storetest.SQLite(t), tag+"-XA")
		for _, d := range dialogs(t) {
			want, _ := d.walk(t, plain)
			got, _ := d.walk(t, reworded)
			for i := range want {
				a, b := answer(t, want[i]), answer(t, got[i])
				if diff := cmp.Diff(figures(t, a), figures(t, b)); diff != "" || a.Type != b.Type {
					t.Errorf("%s: %q: %s, reworded %s\n%s", d.Name, d.Turns[i].Say, a.Type, b.Type, diff)
				}
			}
		}
	}
}

// figures are an answer's data without what is written, and the figures of that.
func figures(t *testing.T, r state.Response) map[string]any {
	t.Helper()
	all := map[string]any{}
	for key, part := range r.Data {
		var data map[string]any
		if err := json.Unmarshal(part.Data, &data); err != nil {
			t.Fatal(err)
		}
		delete(data, "destination_name")
		if best, ok := data["recommendation"].(map[string]any); ok {
			delete(best, "reasons")
		}
		all[key] = data
	}
	all["figures"] = regexp.MustCompile(`\d[\d,.]*`).FindAllString(r.Answer+r.Message, -1)
	return all
}

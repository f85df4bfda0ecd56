package e2e

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// shown is what a frame has people read, by where it stands. Ids, codes and the
// data that programs read are none of it.
func shown(t testing.TB, f frame) map[string]string {
	t.Helper()
	var body struct {
		Message string
		Steps   []struct{ Task, Description, Error string } `json:"execution_steps"`
		Data    struct {
			Message string
			Options []struct{ Label string }
		} `json:"interrupt_data"`
		Response struct {
			Answer, Message string
			Document        struct{ Title string }
			Structured      struct {
				Sections []struct {
					Title   string
					Content json.RawMessage
				}
				Metadata struct{ Sources, Missing []string }
			} `json:"structured_data"`
		}
	}
	if err := json.Unmarshal(f.Raw, &body); err != nil {
		t.Fatalf("%v in %s", err, f.Raw)
	}
	texts := map[string]string{
		"message": body.Message, "question": body.Data.Message, "document": body.Response.Document.Title,
		"answer": body.Response.Answer, "guidance": body.Response.Message,
		"sources": strings.Join(body.Response.Structured.Metadata.Sources, "\n"),
		"missing": strings.Join(body.Response.Structured.Metadata.Missing, "\n"),
	}
	for _, s := range body.Steps {
		texts["step"] += s.Task + "\n" + s.Description + "\n" + s.Error + "\n"
	}
	for _, o := range body.Data.Options {
		texts["option"] += o.Label + "\n"
	}
	for _, s := range body.Response.Structured.Sections {
		texts["title"] += s.Title + "\n"
		texts["section"] += strings.Join(contentOf(t, s.Content), "\n") + "\n"
	}
	return texts
}

var (
	// quotes are the user's own words, code that a lesson shows, and addresses.
	quotes  = regexp.MustCompile("“[^”]*”|‘[^’]*’|\"[^\"]*\"|'[^']*'|`[^`]*`|https?://\\S+")
	rawKey  = regexp.MustCompile(`\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b|\b[A-Z]{2}\d{6,}\b|⟨[^⟩]*⟩`)
	sums    = regexp.MustCompile(`\d ?[조억만천] 원|\d 원(?:$|[ ,.)입이을은으까부짜])|[가-힣]\((?:은|이|을|으로|는|가|를|로)\)[ ,.]`)
	marks   = regexp.MustCompile("(?m)\\*\\*|`|^\\s*(?:#{1,6}|[-*+]|>) |^\\s*\\||\\]\\(|</?[a-z][a-z0-9]*[ />]")
	section = map[string]bool{"section": true, "title": true}
)

// checkShown holds a turn's frames to how users are written to (docs/extend.md), and
// base clients' sections to plain text.
func (c *speaker) checkShown(said string, frames []frame, fail func(string, ...any)) {
	c.t.Helper()
	for _, f := range frames {
		for where, text := range shown(c.t, f) {
			plain := quotes.ReplaceAllString(text, "")
			for _, key := range rawKey.FindAllString(plain, -1) {
				if !strings.Contains(said, key) {
					fail("the key %s is shown in the %s of %s", key, where, f.Type)
				}
			}
			if sum := sums.FindString(plain); sum != "" && !strings.Contains(said, sum) {
				fail("%q is written in the %s of %s", sum, where, f.Type)
			}
			if mark := marks.FindString(text); mark != "" && section[where] && c.talk.Protocol == "" && !strings.Contains(said, mark) {
				fail("%q is in the %s of %s: %.300s", mark, where, f.Type, text)
			}
		}
	}
}

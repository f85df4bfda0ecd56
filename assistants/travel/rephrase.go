package travel

import (
	"context"
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
)

// promptName is the prompt that has a model put what nobody here could read
// into a line that the slots' reader can.
const promptName = "travel_read"

// rephrased is what the model made of a message.
type rephrased struct {
	Understood bool   `json:"understood"`
	Text       string `json:"text"`
}

// maxRephrased bounds a line, maxMessage the message that is shown for it, in
// characters.
const (
	maxRephrased = 200
	maxMessage   = 1000
)

// understand reads the message, by the rules and, where they find nothing in
// it, by the model's line. The values are the reader's all the same, with its
// bounds, and the user is told what was understood, or that the model could
// not be heard.
func (p *planner) understand(ctx context.Context, t *turn, in slot.Context) ([]slot.Reading, []Notice, error) {
	readings := slot.ReadAll(t.Info().Query, in)
	if r := readings[0]; len(readings) > 1 || r.Told() || len(r.Problems) > 0 || r.Act != slot.ActNone {
		return readings, nil, nil
	}
	heard, err := ask.Once(ctx, t, ask.Model{Client: p.Model, Logger: p.Logger}, "model", p.call(t.Info(), in))
	switch {
	case err != nil || heard.Off():
		return readings, nil, err
	case heard.Fallback != "":
		return readings, []Notice{{Code: noticeModelAway, Why: heard.Fallback, RetryAfterMS: heard.RetryAfterMS}}, nil
	}
	said, _ := read(heard.Answer)
	line := strings.TrimSpace(said.Text)
	if again := slot.Read(line, in); said.Understood && again.Told() && len(again.Problems) == 0 {
		return []slot.Reading{again}, []Notice{{Code: noticeUnderstood, Text: line}}, nil
	}
	return readings, nil, nil
}

func (p *planner) call(info engine.RunInfo, in slot.Context) llm.Call {
	list := mapped(cities(p.pack, "", ""), func(name words.Text) string { return name.In(words.Base) })
	message := []rune(info.Query)
	return llm.Call{
		Prompt: p.prompt, Data: map[string]any{
			"Today": in.Today.Format(time.DateOnly), "Destinations": strings.Join(list, ", "), "Asked": string(in.Asked),
			"Message": ask.Tagless(string(message[:min(len(message), maxMessage)])),
		},
		CheckFunc: func(a llm.Answer) []string { _, wrong := read(a); return wrong },
	}
}

// read takes an answer apart and lists what is wrong with its line.
func read(a llm.Answer) (said rephrased, wrong []string) {
	switch err := json.Unmarshal(a.JSON, &said); {
	case err != nil:
		return said, []string{err.Error()}
	case !said.Understood:
		return said, nil
	case strings.TrimSpace(said.Text) == "":
		return said, []string{"understood without a text"}
	case utf8.RuneCountInString(said.Text) > maxRephrased || strings.ContainsFunc(said.Text, unicode.IsControl):
		return said, []string{"the text has to be one line of at most 200 characters"}
	}
	return said, nil
}

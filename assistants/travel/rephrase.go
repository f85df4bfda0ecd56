package travel

import (
	"context"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/llm"
)

// rephraser has a model put what nobody here could read into a line that the
// slots' reader can; nil where none is configured. The values are the
// reader's all the same, with its bounds, and the user is told what was
// understood.
type rephraser struct {
	model  *llm.Client
	prompt *llm.Prompt
	cities string
}

func newRephraser(model *llm.Client, pack *catalog.Pack) (*rephraser, error) {
	if model == nil {
		return nil, nil
	}
	prompt, err := llm.LoadPrompt(configs.FS, "travel_read")
	if err != nil {
		return nil, err
	}
	var list []string
	for _, name := range cities(pack, "") {
		list = append(list, name.In(words.Base))
	}
	return &rephraser{model: model, prompt: prompt, cities: strings.Join(list, ", ")}, nil
}

// rephrased is what the model made of a message; "" where it made nothing.
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

// heard is what asking the model for a line brought.
type heard struct {
	// Line is "" where there is no model, or nothing that it could tell.
	Line string `json:"line,omitempty"`
	// Why the model, which was asked, gave nothing that can be used, in one
	// word of llm.Outcome; else "".
	Why string `json:"why,omitempty"`
}

// understand reads the message, by the rules and, where they find nothing in
// it, by the model's line.
func (p *planner) understand(ctx context.Context, t *turn, reading slot.Reading, in slot.Context) (slot.Reading, heard, error) {
	if reading.Told() || len(reading.Problems) > 0 || reading.Act != slot.ActNone {
		return reading, heard{}, nil
	}
	h, err := engine.Do(ctx, t, "model", func(ctx context.Context) (heard, error) { return p.ask(ctx, t.Info(), in) })
	if err != nil || h.Line == "" {
		return reading, h, err
	}
	again := slot.Read(h.Line, in)
	if !again.Told() || len(again.Problems) > 0 {
		return reading, heard{}, nil
	}
	return again, h, nil
}

// ask asks the model. Its error is only ctx's: the rules go on without a model.
func (p *planner) ask(ctx context.Context, info engine.RunInfo, in slot.Context) (heard, error) {
	if p.rephrase == nil {
		return heard{}, nil
	}
	message := []rune(info.Query)
	var said rephrased
	_, err := p.rephrase.model.Ask(ctx, llm.Call{
		Prompt: p.rephrase.prompt, Assistant: Name, UserID: info.UserID, SessionID: info.SessionID, RunID: info.RunID,
		Data: map[string]any{
			"Today": in.Today.Format("2006-01-02"), "Destinations": p.rephrase.cities, "Asked": string(in.Asked),
			"Message": strings.NewReplacer("<", "‹", ">", "›").Replace(string(message[:min(len(message), maxMessage)])),
		},
		CheckFunc: func(a llm.Answer) []string {
			said = rephrased{}
			if err := json.Unmarshal(a.JSON, &said); err != nil {
				return []string{err.Error()}
			}
			return said.check()
		},
	})
	switch {
	case ctx.Err() != nil:
		return heard{}, context.Cause(ctx)
	case err != nil:
		p.Logger.Warn("model failed; the message stays unclear", "error", err)
		return heard{Why: llm.Outcome(err)}, nil
	case !said.Understood:
		return heard{}, nil
	}
	return heard{Line: strings.TrimSpace(said.Text)}, nil
}

// check lists what is wrong with a line.
func (r rephrased) check() []string {
	switch {
	case !r.Understood:
		return nil
	case strings.TrimSpace(r.Text) == "":
		return []string{"understood without a text"}
	case utf8.RuneCountInString(r.Text) > maxRephrased || strings.ContainsFunc(r.Text, unicode.IsControl):
		return []string{"the text has to be one line of at most 200 characters"}
	}
	return nil
}

package company

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
)

// promptRead has a model choose a request of the catalogue for a question that
// the rules could not read.
const promptRead = "company_read"

// maxAsked bounds the message that a model is shown, in characters.
const maxAsked = 1000

// leastCovered is how much of a question the rules have to understand for the
// model not to be asked.
const leastCovered = 0.5

func newModel(cfg *Config) (m ask.Model, read, tell *llm.Prompt, err error) {
	m = ask.Model{Client: cfg.Model, Logger: cfg.Logger}
	if read, err = llm.LoadPrompt(configs.FS, promptRead); err != nil {
		return m, nil, nil, err
	}
	tell, err = llm.LoadPrompt(configs.FS, promptAnswer)
	return m, read, tell, err
}

// withModel has a model choose what the rules could not read. What it chooses
// is in names of the catalogue, and the layer checks it for the person as it
// does its own readings; whatever fails leaves the rules' reading.
func (d *desk) withModel(ctx context.Context, t *turn, s *GlobalSessionState, h heard) (heard, error) {
	i := slices.IndexFunc(h.Parts, part.unsure)
	if i < 0 || len(s.Clarified) > 0 {
		return h, nil
	}
	said, err := ask.Once(ctx, t, d.model, "choose", d.choosing(s, h.Parts[i].Text))
	if err != nil || said.Off() {
		return h, err
	}
	h.Tokens, h.Asked = said.Answer.Usage.InputTokens+said.Answer.Usage.OutputTokens, 1
	if said.Fallback != "" {
		return h, nil
	}
	request, wrong := chosen(said.Answer, s.Language)
	if len(wrong) > 0 || request == nil {
		return h, nil
	}
	reading, err := engine.Read(ctx, t, "check chosen", func(ctx context.Context) (semantic.Reading, error) {
		return d.Numbers.Check(ctx, *request, s.Person)
	})
	if err != nil || reading.Request == nil && reading.Hidden == nil {
		return h, ctx.Err()
	}
	reading.Covered = cmp.Or(reading.Covered, leastCovered)
	h.Parts = slices.Clone(h.Parts)
	h.Parts[i].Reading, h.Parts[i].Sure, h.Model = &reading, reading.Covered, said.Answer.Model
	return h, nil
}

// unsure tells whether the rules were at a loss with a question of numbers.
func (p part) unsure() bool {
	if p.Intent != IntentAnalysis || p.Reading == nil {
		return false
	}
	switch r := p.Reading; {
	case r.Refusal != nil:
		return r.Refusal.Reason == "uncovered" || r.Refusal.Reason == "unrelated"
	case r.Request != nil:
		return r.Covered < leastCovered
	}
	return false
}

func (d *desk) choosing(s *GlobalSessionState, text string) llm.Call {
	c := d.Numbers.Covers(s.Person, s.Language)
	before := ""
	if n := len(s.LastRequests); n > 0 {
		before = d.Numbers.Summary(*s.LastRequests[n-1])
	}
	return llm.Call{
		Prompt: d.promptRead, Data: map[string]any{
			"Today": s.Today, "Metrics": named(c.Metrics), "Dimensions": named(c.Dimensions), "Before": before,
			"Message": quoted(text),
		},
		CheckFunc: func(a llm.Answer) []string { _, wrong := chosen(a, s.Language); return wrong },
	}
}

// quoted is what somebody said as a model is shown it: bounded, and without
// marks that would end the quotation.
func quoted(text string) string {
	return ask.Tagless(cut.Runes(text, maxAsked))
}

func named(list []semantic.Named) []string {
	lines := make([]string, len(list))
	for i, n := range list {
		lines[i] = n.Name + ": " + n.Title
	}
	return lines
}

// chosen is a model's answer as a request; nil is a question that it found no
// request for.
func chosen(a llm.Answer, language string) (*semantic.Request, []string) {
	var said struct {
		Understood bool                 `json:"understood"`
		Metrics    []semantic.MetricRef `json:"metrics"`
		Groups     []string             `json:"groups"`
		Grain      semantic.Grain       `json:"grain"`
		Filters    []semantic.Filter    `json:"filters"`
		From, To   string
		CompareTo  *semantic.Period `json:"compare_to"`
		Descending bool             `json:"descending"`
		Limit      int              `json:"limit"`
		Share      bool             `json:"share"`
		Growth     bool             `json:"growth"`
	}
	switch err := json.Unmarshal(a.JSON, &said); {
	case err != nil:
		return nil, []string{err.Error()}
	case !said.Understood:
		return nil, nil
	case len(said.Metrics) == 0:
		return nil, []string{"understood without a metric"}
	case said.Limit < 0 || said.Limit > maxLimit:
		return nil, []string{fmt.Sprintf("limit has to be within 0 and %d", maxLimit)}
	}
	r := &semantic.Request{
		Language: language, Metrics: said.Metrics, Groups: said.Groups, Grain: said.Grain, Filters: said.Filters,
		Period: semantic.Period{From: said.From, To: said.To}, CompareTo: said.CompareTo, Limit: said.Limit, Share: said.Share, Growth: said.Growth,
	}
	if len(said.Groups) > 0 {
		r.Order = semantic.Order{By: "metric", Desc: said.Descending}
	}
	return r, nil
}

// maxLimit bounds the rows that a model may ask for.
const maxLimit = 200

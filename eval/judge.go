package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/madang-dev/madang/llm"
)

// Judge has answers marked by a model, by the rubric of prompts/judge.md.
type Judge struct {
	model  *llm.Client
	prompt *llm.Prompt
}

// NewJudge is a judge with the prompt of prompts; it fails without a model.
func NewJudge(prompts fs.FS, model *llm.Client) (*Judge, error) {
	if model == nil {
		return nil, fmt.Errorf("judge: %w", llm.ErrOff)
	}
	p, err := llm.LoadPrompt(prompts, "judge")
	if err != nil {
		return nil, err
	}
	return &Judge{model: model, prompt: p}, nil
}

// Mark is a judge's opinion of one answer, from 1 to 5 each.
type Mark struct {
	Correctness  int    `json:"correctness"`
	Groundedness int    `json:"groundedness"`
	Completeness int    `json:"completeness"`
	Tone         int    `json:"tone"`
	Reason       string `json:"reason"`
}

// Mark asks for an opinion of an answer. The evidence is what the teams
// found for it.
func (j *Judge) Mark(ctx context.Context, c Case, a Answer) (Mark, error) {
	answer, err := j.model.Ask(ctx, llm.Call{
		Prompt: j.prompt,
		Data: map[string]string{
			"Question": c.Text, "Expected": c.expected(), "Evidence": a.evidence(), "Answer": a.Text,
		},
		CheckFunc: func(a llm.Answer) []string {
			_, err := markOf(a)
			if err != nil {
				return []string{err.Error()}
			}
			return nil
		},
	})
	if err != nil {
		return Mark{}, fmt.Errorf("judge: %w", err)
	}
	return markOf(answer)
}

var errMark = errors.New("each of correctness, groundedness, completeness and tone has to be from 1 to 5")

func markOf(a llm.Answer) (Mark, error) {
	var m Mark
	if err := json.Unmarshal(a.JSON, &m); err != nil {
		return Mark{}, fmt.Errorf("read mark: %w", err)
	}
	for _, n := range []int{m.Correctness, m.Groundedness, m.Completeness, m.Tone} {
		if n < 1 || n > 5 {
			return Mark{}, errMark
		}
	}
	return m, nil
}

// expected is what a case asks of an answer, in words.
func (c Case) expected() string {
	e := c.Expect
	if e == nil {
		return "-"
	}
	var lines []string
	add := func(what string, list []string) {
		if len(list) > 0 {
			lines = append(lines, what+": "+strings.Join(list, "; "))
		}
	}
	add("has to cite", e.Cites)
	add("has to cite one of", e.CitesAny)
	add("has to say", e.Contains)
	add("must not say", e.Absent)
	if e.NotFound {
		lines = append(lines, "has to admit that nothing was found")
	}
	if len(lines) == 0 {
		return "-"
	}
	return strings.Join(lines, "\n")
}

// maxEvidence bounds what a judge is shown, in bytes.
const maxEvidence = 24 << 10

// evidence is what the teams found, as they stored it.
func (a Answer) evidence() string {
	if len(a.Response.Data) == 0 {
		return "none"
	}
	raw, err := json.Marshal(a.Response.Data)
	if err != nil {
		return "none"
	}
	text := string(raw)
	if len(text) > maxEvidence {
		text = strings.ToValidUTF8(text[:maxEvidence], "")
	}
	return text
}

// Marks are the means of a judge's marks.
type Marks struct {
	N            int     `json:"n"`
	Correctness  float64 `json:"correctness"`
	Groundedness float64 `json:"groundedness"`
	Completeness float64 `json:"completeness"`
	Tone         float64 `json:"tone"`
	// Low lists the reasons for marks of 2 or less.
	Low []string `json:"low,omitempty"`
}

func (m *Marks) add(one Mark) {
	m.N++
	m.Correctness += float64(one.Correctness)
	m.Groundedness += float64(one.Groundedness)
	m.Completeness += float64(one.Completeness)
	m.Tone += float64(one.Tone)
	if min(one.Correctness, one.Groundedness, one.Completeness, one.Tone) <= 2 {
		m.Low = append(m.Low, one.Reason)
	}
}

// settle turns sums into means.
func (m *Marks) settle() {
	if m == nil || m.N == 0 {
		return
	}
	for _, v := range []*float64{&m.Correctness, &m.Groundedness, &m.Completeness, &m.Tone} {
		*v /= float64(m.N)
	}
}

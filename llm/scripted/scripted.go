// Package scripted is a model whose answers are written down beforehand: for
// demonstrations without a key, and for tests of what happens when a model
// is slow, wrong or away. A script is a YAML file:
//
//	rules:                       # the first that fits answers
//	  - purpose: intent          # the prompt's name; left out: every one
//	    contains: 전세금          # in the last message of the user
//	    matches: "5 ?%"          # a regular expression, likewise
//	    after_tool: true         # only when a tool has just answered
//	    after_tools: 2           # only when so many have, since the user spoke
//	    times: 2                 # only for the first two calls that fit
//	    latency: 300ms           # before the first word
//	    chunk: 8                 # characters at once
//	    delay: 20ms              # between them
//	    text: 다섯 퍼센트까지 …     # or json: {…}, or tool_calls: [{name, arguments}]
//	    fault: disconnect        # instead of an answer, or in the middle of it
//	    retry_after: 2s          # with fault: rate_limited or unavailable
//	    usage: {input_tokens: 10, output_tokens: 5}
//	default: {fault: refused}    # where no rule fits
//
// Rules with tool_calls answer the user, not a tool, unless after_tool says
// otherwise; so a conversation comes to its end.
package scripted

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/madang-dev/madang/llm"
)

// Name is what the model is called.
const Name = "scripted"

// Model answers by a script. It is safe for many goroutines.
type Model struct {
	script *Script

	mu    sync.Mutex
	taken []int // by rule: how often it has answered
}

// New is a model that begins the script at its start.
func New(s *Script) *Model { return &Model{script: s, taken: make([]int, len(s.Rules))} }

// Generate answers as the script says.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	r := m.choose(req)
	if r == nil {
		return llm.Response{Model: Name}, fmt.Errorf("%w: the script has no answer", llm.ErrRefused)
	}
	return (&performance{rule: r, req: req}).play(ctx)
}

// choose is the first rule that fits and is not used up, else the default.
func (m *Model) choose(req llm.Request) *rule {
	said, answered := lastUser(req.Messages)
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.script.Rules {
		r := &m.script.Rules[i]
		if !r.fits(req.Purpose, said, answered) || r.Times > 0 && m.taken[i] >= r.Times {
			continue
		}
		m.taken[i]++
		return r
	}
	return m.script.Default
}

func (r *rule) fits(purpose, said string, answered int) bool {
	tool := answered > 0
	after := len(r.tools) == 0 || !tool
	if r.AfterTools != nil {
		after = *r.AfterTools == answered
	}
	if r.AfterTool != nil {
		after = *r.AfterTool == tool
	}
	return after && (r.Purpose == "" || r.Purpose == purpose) &&
		strings.Contains(said, r.Contains) && (r.matches == nil || r.matches.MatchString(said))
}

// lastUser is the user's last message, and how many tools have answered since.
func lastUser(messages []llm.Message) (text string, answered int) {
	for i := len(messages) - 1; i >= 0; i-- {
		switch messages[i].Role {
		case llm.RoleTool:
			answered++
		case llm.RoleUser:
			return messages[i].Text, answered
		}
	}
	return "", answered
}

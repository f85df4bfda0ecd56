package scripted

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/llm"
)

// Script is a file that was read.
type Script struct {
	Rules   []rule `yaml:"rules"`
	Default *rule  `yaml:"default"`
}

// rule is what to answer, and to what.
type rule struct {
	Purpose    string `yaml:"purpose"`
	Contains   string `yaml:"contains"`
	Matches    string `yaml:"matches"`
	AfterTool  *bool  `yaml:"after_tool"`
	AfterTools *int   `yaml:"after_tools"`
	Times      int    `yaml:"times"` // 0 is always

	Latency    *string    `yaml:"latency"`
	Chunk      int        `yaml:"chunk"`
	Delay      *string    `yaml:"delay"`
	Text       *string    `yaml:"text"`
	JSON       any        `yaml:"json"`
	ToolCalls  []toolCall `yaml:"tool_calls"`
	Fault      string     `yaml:"fault"`
	RetryAfter *string    `yaml:"retry_after"`
	Usage      *struct {
		InputTokens  int `yaml:"input_tokens"`
		OutputTokens int `yaml:"output_tokens"`
	} `yaml:"usage"`

	// What of it was read and checked.
	matches                    *regexp.Regexp
	latency, delay, retryAfter time.Duration
	text                       string
	tools                      []llm.ToolCall
}

type toolCall struct {
	ID        string         `yaml:"id"`
	Name      string         `yaml:"name"`
	Arguments map[string]any `yaml:"arguments"`
}

const maxWait = time.Hour

// Load reads a script; errors name the file and the line.
func Load(file string) (*Script, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("script: %w", err)
	}
	return Parse(file, text)
}

// Parse reads a script's text; errors name the file, the line and the column.
func Parse(file string, text []byte) (*Script, error) {
	s := &Script{}
	if err := datafile.Decode(text, s); err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	c := &checking{name: file, file: datafile.File{Text: text}}
	c.script(s)
	if len(c.errs) > 0 {
		return nil, errors.Join(c.errs...)
	}
	return s, nil
}

// checking finds what is wrong with a script, all of it.
type checking struct {
	name string
	file datafile.File
	errs []error
}

func (c *checking) fail(path, text string, args ...any) {
	line, column := c.file.Position(path)
	c.errs = append(c.errs, fmt.Errorf("%s:%d:%d: %s", c.name, line, column, fmt.Sprintf(text, args...)))
}

func (c *checking) script(s *Script) {
	if len(s.Rules) == 0 && s.Default == nil {
		c.fail("$", "a script needs rules or a default")
	}
	for i := range s.Rules {
		c.rule(fmt.Sprintf("$.rules[%d]", i), &s.Rules[i])
	}
	if d := s.Default; d != nil {
		c.rule("$.default", d)
		if d.Purpose+d.Contains+d.Matches != "" || d.AfterTool != nil || d.AfterTools != nil || d.Times != 0 {
			c.fail("$.default", "the default is for everything: no purpose, contains, matches, after_tool or times")
		}
	}
}

func (c *checking) rule(path string, r *rule) {
	if r.Matches != "" {
		var err error
		if r.matches, err = regexp.Compile(r.Matches); err != nil {
			c.fail(path+".matches", "%v", err)
		}
	}
	if r.Times < 0 {
		c.fail(path+".times", "times must be 1 or more")
	}
	r.latency, r.delay, r.retryAfter = c.wait(path+".latency", r.Latency), c.wait(path+".delay", r.Delay), c.wait(path+".retry_after", r.RetryAfter)
	c.fault(path, r, c.answers(path, r))
	if r.Chunk < 0 {
		c.fail(path+".chunk", "chunk must be 1 or more")
	}
	if r.Delay != nil && r.Chunk == 0 && r.Fault != FaultEndless {
		c.fail(path+".delay", "a delay is between chunks: chunk must be set")
	}
	if u := r.Usage; u != nil && (u.InputTokens < 0 || u.OutputTokens < 0) {
		c.fail(path+".usage", "tokens must be 0 or more")
	}
}

// answers reads what a rule answers and is how many answers that are.
func (c *checking) answers(path string, r *rule) (kinds int) {
	if r.Text != nil {
		kinds++
		r.text = *r.Text
	}
	if r.JSON != nil {
		kinds++
		raw, err := json.Marshal(r.JSON)
		if err != nil {
			c.fail(path+".json", "can't be JSON")
		}
		r.text = string(raw)
	}
	if len(r.ToolCalls) > 0 {
		kinds++
		r.tools = c.tools(path+".tool_calls", r.ToolCalls)
	}
	return kinds
}

// fault checks that a rule says what comes, once.
func (c *checking) fault(path string, r *rule, kinds int) {
	switch {
	case kinds > 1:
		c.fail(path, "text, json and tool_calls are one answer each: only one of them")
	case r.Fault == "" && kinds == 0:
		c.fail(path, "a rule needs text, json, tool_calls or fault")
	case r.Fault == "":
	case !slices.Contains(faults, r.Fault):
		c.fail(path+".fault", "no fault is called %q; there are %s", r.Fault, strings.Join(faults, ", "))
	case kinds == 0 && slices.Contains([]string{FaultStall, FaultDisconnect, FaultHalfJSON}, r.Fault):
		c.fail(path+".fault", "%s needs a text or json to begin with", r.Fault)
	}
	if r.RetryAfter != nil && r.Fault != FaultRateLimited && r.Fault != FaultUnavailable {
		c.fail(path+".retry_after", "retry_after goes with the fault rate_limited or unavailable")
	}
}

// wait reads a duration; the YAML library would take a bare number for
// nanoseconds.
func (c *checking) wait(path string, text *string) time.Duration {
	if text == nil {
		return 0
	}
	d, err := time.ParseDuration(*text)
	if err != nil || d < 0 || d > maxWait {
		c.fail(path, "must be a duration with its unit, such as 300ms or 2s, up to %s", maxWait)
	}
	return d
}

func (c *checking) tools(path string, in []toolCall) []llm.ToolCall {
	out := make([]llm.ToolCall, len(in))
	for i, t := range in {
		if t.Name == "" {
			c.fail(fmt.Sprintf("%s[%d]", path, i), "a tool's call needs a name")
		}
		arguments := []byte("{}")
		if t.Arguments != nil {
			var err error
			if arguments, err = json.Marshal(t.Arguments); err != nil {
				c.fail(fmt.Sprintf("%s[%d].arguments", path, i), "can't be JSON")
			}
		}
		t.ID = cmp.Or(t.ID, fmt.Sprintf("call_%d", i+1))
		out[i] = llm.ToolCall{ID: t.ID, Name: t.Name, Arguments: arguments}
	}
	return out
}

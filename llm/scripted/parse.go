package scripted

import (
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

// The file as it is written.
type (
	scriptFile struct {
		Rules     []ruleFile     `yaml:"rules"`
		Default   *ruleFile      `yaml:"default"`
		Embedding *embeddingFile `yaml:"embedding"`
	}
	ruleFile struct {
		Purpose    string     `yaml:"purpose"`
		Contains   string     `yaml:"contains"`
		Matches    string     `yaml:"matches"`
		AfterTool  *bool      `yaml:"after_tool"`
		AfterTools *int       `yaml:"after_tools"`
		Times      int        `yaml:"times"`
		Latency    *string    `yaml:"latency"`
		Chunk      int        `yaml:"chunk"`
		Delay      *string    `yaml:"delay"`
		Text       *string    `yaml:"text"`
		JSON       any        `yaml:"json"`
		ToolCalls  []toolFile `yaml:"tool_calls"`
		Fault      string     `yaml:"fault"`
		RetryAfter *string    `yaml:"retry_after"`
		Usage      *usageFile `yaml:"usage"`
	}
	toolFile struct {
		ID        string         `yaml:"id"`
		Name      string         `yaml:"name"`
		Arguments map[string]any `yaml:"arguments"`
	}
	usageFile struct {
		InputTokens  int `yaml:"input_tokens"`
		OutputTokens int `yaml:"output_tokens"`
	}
	embeddingFile struct {
		Dimensions int `yaml:"dimensions"`
	}
)

const (
	standardDimensions = 64
	maxDimensions      = 4096
	maxWait            = time.Hour
)

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
	var read scriptFile
	if err := datafile.Decode(text, &read); err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	c := &checking{name: file, file: datafile.File{Text: text}}
	s := c.script(read)
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

func (c *checking) script(read scriptFile) *Script {
	s := &Script{dimensions: standardDimensions}
	if len(read.Rules) == 0 && read.Default == nil {
		c.fail("$", "a script needs rules or a default")
	}
	for i, r := range read.Rules {
		s.rules = append(s.rules, c.rule(fmt.Sprintf("$.rules[%d]", i), r))
	}
	if read.Default != nil {
		r := c.rule("$.default", *read.Default)
		s.standard = &r
		d := read.Default
		if d.Purpose+d.Contains+d.Matches != "" || d.AfterTool != nil || d.AfterTools != nil || d.Times != 0 {
			c.fail("$.default", "the default is for everything: no purpose, contains, matches, after_tool or times")
		}
	}
	if e := read.Embedding; e != nil {
		s.dimensions = e.Dimensions
		if e.Dimensions < 1 || e.Dimensions > maxDimensions {
			c.fail("$.embedding.dimensions", "dimensions must be 1 to %d", maxDimensions)
		}
	}
	return s
}

func (c *checking) rule(path string, r ruleFile) rule {
	out := rule{purpose: r.Purpose, contains: r.Contains, afterTool: r.AfterTool, afterTools: r.AfterTools, times: r.Times, answer: c.answer(path, r)}
	if r.Matches != "" {
		var err error
		if out.matches, err = regexp.Compile(r.Matches); err != nil {
			c.fail(path+".matches", "%v", err)
		}
	}
	if r.Times < 0 {
		c.fail(path+".times", "times must be 1 or more")
	}
	return out
}

func (c *checking) answer(path string, r ruleFile) answer {
	out := answer{
		chunk: r.Chunk, fault: r.Fault,
		latency: c.wait(path+".latency", r.Latency), delay: c.wait(path+".delay", r.Delay),
		retryAfter: c.wait(path+".retry_after", r.RetryAfter),
	}
	kinds := 0
	if r.Text != nil {
		kinds++
		out.text = *r.Text
	}
	if r.JSON != nil {
		kinds++
		raw, err := json.Marshal(r.JSON)
		if err != nil {
			c.fail(path+".json", "can't be JSON")
		}
		out.text = string(raw)
	}
	if len(r.ToolCalls) > 0 {
		kinds++
		out.tools = c.tools(path+".tool_calls", r.ToolCalls)
	}
	c.fault(path, r, kinds)
	if r.Chunk < 0 {
		c.fail(path+".chunk", "chunk must be 1 or more")
	}
	if r.Delay != nil && r.Chunk == 0 && r.Fault != FaultEndless {
		c.fail(path+".delay", "a delay is between chunks: chunk must be set")
	}
	if u := r.Usage; u != nil {
		out.usage = &llm.Usage{InputTokens: u.InputTokens, OutputTokens: u.OutputTokens}
		if u.InputTokens < 0 || u.OutputTokens < 0 {
			c.fail(path+".usage", "tokens must be 0 or more")
		}
	}
	return out
}

// fault checks that a rule says what comes, once.
func (c *checking) fault(path string, r ruleFile, kinds int) {
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

func (c *checking) tools(path string, in []toolFile) []llm.ToolCall {
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
		if t.ID == "" {
			t.ID = fmt.Sprintf("call_%d", i+1)
		}
		out[i] = llm.ToolCall{ID: t.ID, Name: t.Name, Arguments: arguments}
	}
	return out
}

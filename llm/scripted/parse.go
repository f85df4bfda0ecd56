package scripted

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// Load reads a script; errors name the file and the lines.
func Load(file string) (*Script, error) {
	s, err := Read(os.DirFS(filepath.Dir(file)), filepath.Base(file))
	if err != nil {
		return nil, fmt.Errorf("script %s: %w", file, err)
	}
	return s, nil
}

// Read is Load of a file among others.
func Read(files fs.FS, name string) (*Script, error) {
	s := &Script{}
	return s, datafile.Checked(files, name, s, s.check)
}

// check reads what the rules hold as text, and finds all that is wrong with them.
func (s *Script) check() (f datafile.Flaws) {
	f.Need(len(s.Rules) > 0 || s.Default != nil, "rules", "a script needs rules or a default")
	for i := range s.Rules {
		s.Rules[i].check(&f, fmt.Sprintf("rules[%d]", i))
	}
	if d := s.Default; d != nil {
		d.check(&f, "default")
		f.Need(d.Purpose+d.Contains+d.Matches == "" && d.AfterTool == nil && d.AfterTools == nil && d.Times == 0,
			"default", "the default is for everything: no purpose, contains, matches, after_tool or times")
	}
	return f
}

func (r *rule) check(f *datafile.Flaws, path string) {
	if r.Matches != "" {
		var err error
		r.matches, err = regexp.Compile(r.Matches)
		f.Need(err == nil, path+".matches", "%v", err)
	}
	f.Need(r.Times >= 0, path+".times", "must be 1 or more")
	r.latency, r.delay, r.retryAfter = wait(f, path+".latency", r.Latency), wait(f, path+".delay", r.Delay), wait(f, path+".retry_after", r.RetryAfter)
	r.checkFault(f, path, r.answers(f, path))
	f.Need(r.Chunk >= 0, path+".chunk", "must be 1 or more")
	f.Need(r.Delay == nil || r.Chunk != 0 || r.Fault == FaultEndless, path+".delay", "a delay is between chunks: chunk must be set")
	f.Need(r.Usage == nil || r.Usage.InputTokens >= 0 && r.Usage.OutputTokens >= 0, path+".usage", "tokens must be 0 or more")
}

// answers reads what a rule answers and is how many answers that are.
func (r *rule) answers(f *datafile.Flaws, path string) (kinds int) {
	if r.Text != nil {
		kinds++
		r.text = *r.Text
	}
	if r.JSON != nil {
		kinds++
		raw, err := json.Marshal(r.JSON)
		f.Need(err == nil, path+".json", "can't be JSON")
		r.text = string(raw)
	}
	if len(r.ToolCalls) > 0 {
		kinds++
		r.tools = tools(f, path+".tool_calls", r.ToolCalls)
	}
	return kinds
}

// checkFault checks that a rule says what comes, once.
func (r *rule) checkFault(f *datafile.Flaws, path string, kinds int) {
	f.Need(kinds <= 1, path, "text, json and tool_calls are one answer each: only one of them")
	f.Need(kinds > 0 || r.Fault != "", path, "a rule needs text, json, tool_calls or fault")
	f.Need(r.Fault == "" || slices.Contains(faults, r.Fault),
		path+".fault", "no fault is called %q; there are %s", r.Fault, strings.Join(faults, ", "))
	f.Need(kinds > 0 || !slices.Contains([]string{FaultStall, FaultDisconnect, FaultHalfJSON}, r.Fault),
		path+".fault", "%s needs a text or json to begin with", r.Fault)
	f.Need(r.RetryAfter == nil || r.Fault == FaultRateLimited || r.Fault == FaultUnavailable,
		path+".retry_after", "goes with the fault rate_limited or unavailable")
}

// wait reads a duration; the YAML library would take a bare number for
// nanoseconds.
func wait(f *datafile.Flaws, path string, text *string) time.Duration {
	if text == nil {
		return 0
	}
	d, err := time.ParseDuration(*text)
	f.Need(err == nil && d >= 0 && d <= maxWait, path, "must be a duration with its unit, such as 300ms or 2s, up to %s", maxWait)
	return d
}

func tools(f *datafile.Flaws, path string, in []toolCall) []llm.ToolCall {
	out := make([]llm.ToolCall, len(in))
	for i, t := range in {
		f.Need(t.Name != "", fmt.Sprintf("%s[%d]", path, i), "a tool's call needs a name")
		arguments := []byte("{}")
		if t.Arguments != nil {
			var err error
			arguments, err = json.Marshal(t.Arguments)
			f.Need(err == nil, fmt.Sprintf("%s[%d].arguments", path, i), "can't be JSON")
		}
		t.ID = cmp.Or(t.ID, fmt.Sprintf("call_%d", i+1))
		out[i] = llm.ToolCall{ID: t.ID, Name: t.Name, Arguments: arguments}
	}
	return out
}

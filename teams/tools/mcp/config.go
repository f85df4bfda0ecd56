package mcp

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/datafile"
)

// bareVariable is a variable as a shell reads it, which datafile.Expand doesn't.
var bareVariable = regexp.MustCompile(`\$[A-Za-z_]`)

// Server is one declared server: a command or an address.
type Server struct {
	// Name stands before those of its tools: NAME_TOOL.
	Name string `yaml:"name"`
	// Command starts it with its arguments; Env is its environment besides PATH
	// and HOME. ${NAME} in Env and Headers is a variable of this program's.
	Command []string          `yaml:"command"`
	Env     map[string]string `yaml:"env"`
	URL     string            `yaml:"url"`
	Headers map[string]string `yaml:"headers"`
	// Tools are those that may be called, by their names on the server.
	Tools map[string]Allowed `yaml:"tools"`
	// Timeout bounds a call and the reaching of the server; 0 is 20 s.
	Timeout string `yaml:"timeout"`

	timeout time.Duration
}

// Allowed is how a tool may be called.
type Allowed struct {
	// Approval has each call wait for the user's yes; left out is true.
	Approval *bool `yaml:"approval"`
}

func (a Allowed) approval() bool { return a.Approval == nil || *a.Approval }

// serverName leaves room for a tool's own in what providers take.
var serverName = regexp.MustCompile(`^[a-z][a-z0-9]{0,19}$`)

// Load reads a file of servers; lookup gives the variables of the environment.
// Its errors name file, line and remedy.
func Load(path string, lookup func(string) (string, bool)) ([]Server, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("tools: %w", err)
	}
	file := datafile.File{Text: text}
	var declared struct {
		Servers []Server `yaml:"servers"`
	}
	if err := file.Decode(&declared); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	known := map[string]bool{}
	for i := range declared.Servers {
		s := &declared.Servers[i]
		if err := s.check(lookup); err != nil {
			return nil, fmt.Errorf("%s:%d: server %s: %w", path, file.Line(fmt.Sprintf("$.servers[%d]", i)), s.Name, err)
		}
		if known[s.Name] {
			return nil, fmt.Errorf("%s: two servers are called %s: give one another name", path, s.Name)
		}
		known[s.Name] = true
	}
	return declared.Servers, nil
}

func (s *Server) check(lookup func(string) (string, bool)) (err error) {
	address, badURL := url.Parse(s.URL)
	switch {
	case !serverName.MatchString(s.Name):
		return fmt.Errorf("name %q: up to 20 small letters and digits", s.Name)
	case (len(s.Command) == 0) == (s.URL == ""):
		return fmt.Errorf("needs a command or a url, one of them")
	case s.URL != "" && (badURL != nil || !slices.Contains([]string{"http", "https"}, address.Scheme)):
		return fmt.Errorf("url %q: http or https", s.URL)
	case len(s.Tools) == 0:
		return fmt.Errorf("tools: name those that may be called, as in {forecast: {approval: false}}")
	}
	s.timeout = 20 * time.Second
	if s.Timeout != "" {
		if s.timeout, err = time.ParseDuration(s.Timeout); err != nil || s.timeout <= 0 || s.timeout > 5*time.Minute {
			return fmt.Errorf("timeout %q: a duration such as 10s, up to 5m", s.Timeout)
		}
	}
	for _, values := range []map[string]string{s.Env, s.Headers} {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			// It would be sent as it stands, the secret's name in the secret's place.
			if bareVariable.MatchString(values[name]) {
				return fmt.Errorf("%s: a $ before a letter: write ${NAME}, or put the whole value into a variable", name)
			}
			if values[name], err = datafile.Expand(values[name], lookup); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

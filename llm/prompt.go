package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"text/template"

	"github.com/madang-dev/madang/internal/datafile"
)

// Prompt is a file under configs/prompts: settings in front, then what the
// model is told (the system message), then, behind a line "=== user ===",
// what it is asked, both as text/template.
//
//	---
//	version: 1
//	max_tokens: 400
//	schema: {type: object, …}     # a JSON Schema; without it free text
//	---
//	You read questions …
//	=== user ===
//	{{.Query}}
type Prompt struct {
	Name    string
	Version int
	// Schema is the shape of the answer; nil is free text.
	Schema      *Schema
	MaxTokens   int
	Temperature float64
	system      *template.Template
	user        *template.Template
}

// ID is the prompt's name and version, as records keep it.
func (p *Prompt) ID() string { return fmt.Sprintf("%s@%d", p.Name, p.Version) }

// Messages are the prompt's messages for a call.
func (p *Prompt) Messages(data any) ([]Message, error) {
	system, err := fill(p.system, data)
	if err != nil {
		return nil, err
	}
	user, err := fill(p.user, data)
	if err != nil {
		return nil, err
	}
	return []Message{{Role: RoleSystem, Text: system}, {Role: RoleUser, Text: user}}, nil
}

func fill(t *template.Template, data any) (string, error) {
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return "", fmt.Errorf("prompt %s: %w", t.Name(), err)
	}
	return strings.TrimSpace(b.String()), nil
}

type promptHead struct {
	Version     int            `yaml:"version"`
	MaxTokens   int            `yaml:"max_tokens"`
	Temperature float64        `yaml:"temperature"`
	Schema      map[string]any `yaml:"schema"`
}

const userMark = "\n=== user ===\n"

var errPrompt = errors.New("not a prompt: ---, settings, ---, text, === user ===, text")

// LoadPrompt reads dir/name.md. Errors name the file.
func LoadPrompt(files fs.FS, name string) (*Prompt, error) {
	file := path.Join("prompts", name+".md")
	raw, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, fmt.Errorf("prompt %s: %w", name, err)
	}
	p, err := parsePrompt(name, string(raw))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

func parsePrompt(name, text string) (*Prompt, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return nil, errPrompt
	}
	settings, body, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		return nil, errPrompt
	}
	system, user, ok := strings.Cut(body, userMark)
	if !ok {
		return nil, errPrompt
	}
	var head promptHead
	if err := datafile.Decode([]byte(settings), &head); err != nil {
		return nil, err
	}
	if head.Version < 1 {
		return nil, errors.New("version has to be 1 or more")
	}
	p := &Prompt{Name: name, Version: head.Version, MaxTokens: head.MaxTokens, Temperature: head.Temperature}
	if head.Schema != nil {
		schema, err := json.Marshal(head.Schema)
		if err != nil {
			return nil, err
		}
		if _, err := compileSchema(schema); err != nil {
			return nil, err
		}
		p.Schema = &Schema{Name: name, JSON: schema}
	}
	var err error
	if p.system, err = template.New(name + " system").Option("missingkey=error").Parse(system); err != nil {
		return nil, err
	}
	p.user, err = template.New(name + " user").Option("missingkey=error").Parse(user)
	return p, err
}

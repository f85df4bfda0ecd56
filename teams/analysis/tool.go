package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/tools"
)

// Tools are the calculations as tools: each takes the inputs that it has by its
// data, and finds what the team would.
func (t *Team) Tools() tools.Set {
	var set tools.Set
	for _, name := range t.names {
		if c := t.methods[name]; len(c.Inputs) > 0 {
			set = append(set, t.tool(c))
		}
	}
	return set
}

func (t *Team) tool(c *Calculation) tools.Tool {
	return tools.Tool{
		Name: "calc_" + c.Name, Description: c.described(), Schema: c.schema(),
		TitleFunc: func(language string) string { return t.Title(c.Name, language) },
		CallFunc: func(ctx context.Context, by tools.Caller, arguments json.RawMessage) (tools.Found, error) {
			given, err := c.given(arguments)
			if err != nil {
				return tools.Found{}, err
			}
			done, err := t.Execute(ctx, Request{
				Shared:  state.Shared{Language: by.Language, Today: by.Today, SessionID: by.SessionID},
				Methods: []string{c.Name}, Given: given,
			}, by.ProgressFunc)
			if err != nil {
				return tools.Found{}, err
			}
			return done.told(), nil
		},
	}
}

// described says what a calculation is for, and what it can't do without.
func (c *Calculation) described() string {
	text := "Korean real estate calculation: " + texts.Say("en", "title."+c.Name) + "."
	if len(c.Needs) > 0 {
		text += " Needs " + strings.ReplaceAll(strings.Join(c.Needs, " and "), "|", " or ") + "."
	}
	return text
}

// schema is the JSON Schema of the inputs.
func (c *Calculation) schema() json.RawMessage {
	fields, required := map[string]any{}, []string{}
	for _, in := range c.Inputs {
		if in.Unit == "choice" {
			var values []string
			for _, key := range phrases.Under(in.Says) {
				values = append(values, strings.TrimPrefix(key, in.Says+"."))
			}
			fields[in.Name] = map[string]any{"type": "string", "enum": values}
			continue
		}
		field := maps.Clone(units[in.Unit].schema)
		if in.Most > 0 {
			field["minimum"], field["maximum"] = in.Least, in.Most
		}
		fields[in.Name] = field
	}
	for _, need := range c.Needs {
		if !strings.Contains(need, "|") {
			required = append(required, need)
		}
	}
	raw, err := json.Marshal(map[string]any{"type": "object", "properties": fields, "required": required, "additionalProperties": false})
	if err != nil {
		panic(err) // maps, lists and strings always encode
	}
	return raw
}

// errInput refuses an argument that is no input.
var errInput = errors.New("analysis: arguments")

// given are arguments as the calculation reads them.
func (c *Calculation) given(arguments json.RawMessage) (Inputs, error) {
	var values map[string]any
	if err := json.Unmarshal(arguments, &values); err != nil {
		return nil, errors.Join(errInput, err)
	}
	in := Inputs{}
	for _, input := range c.Inputs {
		v, said := values[input.Name]
		if !said {
			continue
		}
		if value := units[input.Unit].value; value != nil {
			v = value(v)
		}
		if v != nil {
			in[input.Name] = v
		}
	}
	return in, nil
}

// told is what a calculation found as a tool's.
func (s *TeamState) told() tools.Found {
	var found tools.Found
	var lines []string
	for _, f := range s.Findings {
		text := strings.Join(append([]string{f.Headline, f.Formula}, f.Notes...), "\n")
		source := state.Source{Kind: "calculation", Title: f.Title, Text: text, Source: f.Title, AsOf: f.AsOf, Status: "unverified"}
		if len(f.Sources) > 0 {
			source.Source = strings.Join(f.Sources, "; ")
		}
		if f.Verified {
			source.Status = "verified"
		}
		found.Facts = append(found.Facts, source)
		lines = append(lines, text)
	}
	for _, m := range s.InputData.Missing {
		lines = append(lines, m.Question)
	}
	for _, section := range s.Report.Sections {
		if section.Icon == iconAlert { // what was refused, and why
			lines = append(lines, section.Content...)
		}
	}
	found.Text = strings.Join(lines, "\n")
	return found
}

package ingest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// readJSONL reads one JSON object a line.
func readJSONL(ctx context.Context, f *file) []Record {
	text := f.content
	var out []Record
	for line := 1; text != "" && ctx.Err() == nil; line++ {
		var one string
		one, text, _ = strings.Cut(text, "\n")
		if strings.TrimSpace(one) == "" {
			continue
		}
		var values map[string]any
		if err := json.Unmarshal([]byte(one), &values); err != nil || values == nil {
			f.problems.add(line, "this is no JSON object%s", why(err))
			continue
		}
		out = append(out, f.record(values, line))
	}
	return out
}

// why tells a JSON error in as far as it says more than that there is one.
func why(err error) string {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return ": " + syntax.Error()
	}
	return ""
}

// readJSON reads an array of objects, or one object.
func readJSON(ctx context.Context, f *file) []Record {
	text := f.content
	raw := []byte(text)
	in := json.NewDecoder(bytes.NewReader(raw))
	list := strings.HasPrefix(strings.TrimSpace(text), "[")
	if list {
		_, _ = in.Token() // the bracket that was seen
	}
	var out []Record
	for in.More() && ctx.Err() == nil {
		before := in.InputOffset()
		var values map[string]any
		if err := in.Decode(&values); err != nil || values == nil {
			f.problems.add(lineAt(raw, start(raw, before)), "this is no JSON object%s", why(err))
			return nil
		}
		out = append(out, f.record(values, lineAt(raw, start(raw, before))))
	}
	if list {
		if _, err := in.Token(); err != nil {
			f.problems.add(0, "the list has no end")
		}
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		f.problems.add(lineAt(raw, int(in.InputOffset())), "something follows the JSON")
	}
	return out
}

// start is where the next value begins after an offset.
func start(raw []byte, offset int64) int {
	i := int(offset)
	for i < len(raw) && strings.ContainsRune(" \t\n,", rune(raw[i])) {
		i++
	}
	return i
}

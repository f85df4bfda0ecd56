package storetest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// Archive reads what Store.ExportUser has written: rows by file, a document as one
// row with its text.
func Archive(t testing.TB, data []byte) map[string][]map[string]any {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatalf("%v: %.200q", err, data)
	}
	out := map[string][]map[string]any{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		out[f.Name] = []map[string]any{}
		if strings.HasSuffix(f.Name, ".md") {
			out[f.Name] = append(out[f.Name], map[string]any{"text": string(text)})
			continue
		}
		for line := range strings.Lines(string(text)) {
			row := map[string]any{}
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatalf("%s: %v: %s", f.Name, err, line)
			}
			out[f.Name] = append(out[f.Name], row)
		}
	}
	return out
}

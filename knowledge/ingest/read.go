package ingest

import (
	"context"
	"fmt"
	"path"
	"strings"
)

// file is one file's bytes on their way to records.
type file struct {
	uri      string
	raw      []byte
	content  string // as text, but of binary formats
	law      string
	meta     Meta
	most     int // bytes of text that are to be seen, 0 where only records are wanted
	problems problems
	out      *outline
}

// name is what a file without a title is called: its name without what it
// ends in.
func (f *file) name() string {
	base := path.Base(f.uri)
	return strings.TrimSuffix(base, path.Ext(base))
}

// outline is an empty outline of the file.
func (f *file) outline() *outline {
	f.out = &outline{law: f.law, name: f.name(), meta: f.meta, left: f.most}
	return f.out
}

// format is how one kind of file is read.
type format struct {
	media  string
	read   func(ctx context.Context, f *file) []Record
	binary bool
}

// formats are the kinds of files by what their names end in.
func formats() map[string]format {
	markdown := format{"text/markdown", readMarkdown, false}
	yaml := format{"application/yaml", readYAML, false}
	html := format{"text/html", readHTML, false}
	lines := format{"application/jsonl", readJSONL, false}
	return map[string]format{
		".md": markdown, ".markdown": markdown,
		".yaml": yaml, ".yml": yaml,
		".jsonl": lines, ".ndjson": lines,
		".json": {"application/json", readJSON, false},
		".csv":  {"text/csv", readCSV, false},
		".txt":  {"text/plain", readText, false},
		".html": html, ".htm": html,
		".docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", readDOCX, true},
		".pdf":  {"application/pdf", readPDF, true},
	}
}

// formatOf is the format of a file's name.
func formatOf(name string) (format, bool) {
	f, ok := formats()[strings.ToLower(path.Ext(name))]
	return f, ok
}

// maxChunks is how many pieces a source may have.
const maxChunks = 50_000

// read reads; the file's problems say what is wrong. A reader that panics on
// what nobody thought of has found a bad file.
func (f *file) read(ctx context.Context, how format) (out []Record) {
	defer func() {
		if r := recover(); r != nil {
			f.problems.refuse(ErrBroken, "it can't be read: %v", fmt.Sprint(r))
			out = nil
		}
	}()
	if !how.binary {
		var ok bool
		if f.content, ok = decode(f.raw, &f.problems); !ok {
			f.problems.why = ErrBroken
			return nil
		}
	}
	return how.read(ctx, f)
}

// records reads, cleans and checks.
func (f *file) records(ctx context.Context, how format) (out []Record) {
	for _, r := range f.read(ctx, how) {
		r.Meta = r.or(f.meta)
		r = r.clean()
		if why := r.check(); why != "" {
			f.problems.add(r.Line, "%s", why)
			continue
		}
		out = append(out, r.pieces()...)
		if len(out) > maxChunks {
			f.problems.add(0, "there are more than %d pieces", maxChunks)
			return nil
		}
	}
	if len(out) == 0 && len(f.problems.list) == 0 {
		f.problems.add(0, "there is nothing in it")
	}
	return out
}

// readText reads plain text; articles of a law are its sections.
func readText(_ context.Context, f *file) []Record {
	text := f.content
	o := f.outline()
	o.plain(text)
	return o.done()
}

// plain adds text that has no other headings than a law's own. Its first
// line is its title when it names a law.
func (o *outline) plain(text string) {
	o.see(text)
	first := true
	for n, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		if first && trimmed != "" {
			first = false
			if phrases.Has(trimmed, "law.name") {
				o.first = trimmed
				continue
			}
		}
		o.line(line, n+1)
	}
}

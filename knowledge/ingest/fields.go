package ingest

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/datafile"
)

//go:embed fields.yaml phrases/*.yaml
var files embed.FS

// fields are those of a record, each with what it may be called in a file.
var fields = datafile.ShippedFile[map[string][]string](files, "fields.yaml")

// fieldOf is the field that a name in a file stands for, "" for none.
func fieldOf(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	for field, names := range fields() {
		if slices.Contains(names, name) {
			return field
		}
	}
	return ""
}

// record makes a record of named values.
func (f *file) record(values map[string]any, line int) Record {
	r := f.said(values, line)
	if r.Law == "" && r.Article == "" {
		r.Law = f.name() // a text that is no law: called as its file
	}
	r.Title = cmp.Or(r.Title, r.Article, r.Law)
	return r
}

// said is what named values say of a record; names that are not known are
// left out.
func (f *file) said(values map[string]any, line int) Record {
	r := Record{Law: f.law, Line: line}
	to := map[string]*string{
		"law": &r.Law, "article": &r.Article, "title": &r.Title, "text": &r.Text, "head": &r.Head,
		"as_of": &r.AsOf, "source": &r.Origin, "language": &r.Language, "status": &r.Status,
	}
	for name, v := range values {
		switch field := fieldOf(name); {
		case field == "keywords":
			r.Keywords = f.words(name, v, line)
		case field != "" && v != nil:
			*to[field] = f.text(name, v, line, "is not a text")
		}
	}
	return r
}

// words reads keywords: a list, or a text with commas.
func (f *file) words(name string, v any, line int) (list []string) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			list = append(list, f.text(name, one, line, "is no list of words"))
		}
	case nil:
	default:
		text := f.text(name, v, line, "is no list of words")
		list = strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;|", r) })
	}
	return list
}

// text is a value that stands for a text: YAML reads dates and numbers.
func (f *file) text(name string, v any, line int, wrong string) string {
	switch v := v.(type) {
	case string:
		return v
	case time.Time:
		return v.Format(time.DateOnly)
	case bool, int, int64, uint64, float64:
		return fmt.Sprint(v)
	}
	f.problems.add(line, "%s %s", name, wrong)
	return ""
}

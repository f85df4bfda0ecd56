package ingest

import (
	"fmt"
	"strings"
	"time"
)

// names are what the fields of a record may be called in a file; a mapping
// of the operator's goes before them.
var names = map[string]string{
	"law": "law", "법령": "law", "법령명": "law", "법": "law", "document": "law", "statute": "law",
	"article": "article", "조문": "article", "조": "article", "조문번호": "article",
	"title": "title", "제목": "title", "조문제목": "title",
	"text": "text", "본문": "text", "내용": "text", "조문내용": "text", "content": "text", "body": "text", "gist": "text",
	"head": "head", "chapter": "head", "장": "head", "편장": "head", "section": "head",
	"as_of": "as_of", "기준일": "as_of", "시행일": "as_of", "시행일자": "as_of", "date": "as_of",
	"source": "source", "출처": "source", "url": "source", "origin": "source",
	"language": "language", "lang": "language", "언어": "language",
	"keywords": "keywords", "키워드": "keywords", "tags": "keywords",
	"status": "status",
}

// Fields are the names that a mapping may map to.
func Fields() []string {
	return []string{"law", "article", "title", "text", "head", "as_of", "source", "language", "keywords", "status"}
}

// fieldOf is the field that a name in a file stands for, "" for none.
func (f *file) fieldOf(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if to, ok := f.mapping[name]; ok {
		return to
	}
	return names[name]
}

// record makes a record of named values; what is not known is left out.
func (f *file) record(values map[string]any, line int) Record {
	r := Record{Law: f.law, Line: line}
	for name, v := range values {
		field := f.fieldOf(name)
		if field == "keywords" {
			r.Keywords = f.words(name, v, line)
			continue
		}
		if field == "" || v == nil {
			continue
		}
		text, ok := scalar(v)
		if !ok {
			f.problems.add(line, "%s is not a text", name)
		}
		r.put(field, text)
	}
	if r.Title == "" {
		r.Title = r.Article
	}
	if r.Law == "" && r.Article == "" {
		r.Law = f.name() // a text that is no law: called as its file
	}
	if r.Title == "" {
		r.Title = r.Law
	}
	return r
}

func (r *Record) put(field, text string) {
	switch field {
	case "law":
		r.Law = text
	case "article":
		r.Article = text
	case "title":
		r.Title = text
	case "text":
		r.Text = text
	case "head":
		r.Head = text
	case "as_of":
		r.AsOf = text
	case "source":
		r.Origin = text
	case "language":
		r.Language = text
	case "status":
		r.Status = text
	}
}

// words reads keywords: a list, or a text with commas.
func (f *file) words(name string, v any, line int) []string {
	if text, ok := v.(string); ok {
		return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '|' })
	}
	list, ok := v.([]any)
	if !ok && v != nil {
		f.problems.add(line, "%s is no list of words", name)
	}
	var out []string
	for _, one := range list {
		text, ok := scalar(one)
		if !ok {
			f.problems.add(line, "%s is no list of words", name)
		}
		out = append(out, text)
	}
	return out
}

// scalar is a value that stands for a text: YAML reads dates and numbers.
func scalar(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case time.Time:
		return v.Format(time.DateOnly), true
	case bool, int, int64, uint64, float64:
		return fmt.Sprint(v), true
	}
	return "", false
}

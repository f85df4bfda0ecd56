package document

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"text/template"

	"github.com/madang-dev/madang/internal/forms"
)

// renderedLetter is a letter in words: the whole document and the lines that
// are sent.
type renderedLetter struct {
	Document string
	Lines    []string
	Blanks   []Missing
}

// letters are the parsed letters by language.
type letters struct {
	parsed map[string]*template.Template
	hashes map[string]string
	facts  forms.Facts
}

func loadLetters(facts forms.Facts) (*letters, error) {
	t := &letters{parsed: map[string]*template.Template{}, hashes: map[string]string{}, facts: facts}
	for _, name := range []string{"letter_ko", "letter_en"} {
		raw, err := fs.ReadFile(files, "templates/"+name+".md")
		if err != nil {
			return nil, fmt.Errorf("read template %s: %w", name, err)
		}
		parsed, err := template.New(name).Option("missingkey=error").
			Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }}).Parse(string(raw))
		if err != nil {
			return nil, fmt.Errorf("parse template %s: %w", name, err)
		}
		sum := sha256.Sum256(raw)
		t.parsed[name], t.hashes[name] = parsed, "sha256:"+hex.EncodeToString(sum[:])
	}
	return t, nil
}

// placeholders are the wire names of a letter's values.
func placeholders(letter any) []string {
	typ := reflect.TypeOf(letter)
	out := make([]string, 0, typ.NumField())
	for i := range typ.NumField() {
		key, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		out = append(out, key)
	}
	return out
}

// letterPage is what the frame of a letter shows besides its values.
type letterPage struct {
	*letterView
	Lines []string
}

// letter writes a letter: the body of its kind first, then the frame of its
// form around the body's lines.
func (t *letters) letter(v *letterView) (*renderedLetter, error) {
	set := t.parsed["letter_"+v.lang]
	var b bytes.Buffer
	if v.l.Form == FormText {
		if err := set.ExecuteTemplate(&b, "greeting", v); err != nil {
			return nil, fmt.Errorf("render letter: %w", err)
		}
		b.WriteByte('\n')
	}
	if err := set.ExecuteTemplate(&b, string(v.l.Kind), v); err != nil {
		return nil, fmt.Errorf("render letter %s: %w", v.l.Kind, err)
	}
	out := &renderedLetter{Lines: paragraphs(b.String())}
	frame := "text"
	if v.Formal() {
		frame = "paper"
	}
	b.Reset()
	if err := set.ExecuteTemplate(&b, frame, letterPage{v, out.Lines}); err != nil {
		return nil, fmt.Errorf("render letter %s: %w", frame, err)
	}
	out.Document, out.Blanks = tidyLines(b.String()), v.blanks
	return out, nil
}

// describeLetter is the template as the state names it.
func (t *letters) describeLetter(l *Letter, lang string) *Template {
	return &Template{
		TemplateID:   "letter_" + string(l.Kind) + "_" + l.Form + "_" + lang,
		TemplateName: formName(l.Form, lang) + ": " + l.subject(lang), TemplateContent: t.hashes["letter_"+lang],
		Placeholders: placeholders(Letter{}),
	}
}

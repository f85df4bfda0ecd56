package document

import (
	"bytes"
	"fmt"
)

// renderedLetter is a letter in words: the whole document and the lines that
// are sent.
type renderedLetter struct {
	Document string
	Lines    []string
	Blanks   []Missing
}

// letterPage is what the frame of a letter shows besides its values.
type letterPage struct {
	*letterView
	Lines []string
}

// letter writes a letter: the body of its kind first, then the frame of its
// form around the body's lines.
func (t *templates) letter(v *letterView) (*renderedLetter, error) {
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
func (t *templates) describeLetter(l *Letter, lang string) *Template {
	return &Template{
		TemplateID:   "letter_" + string(l.Kind) + "_" + l.Form + "_" + lang,
		TemplateName: formName(l.Form, lang) + ": " + l.subject(lang), TemplateContent: t.hashes["letter_"+lang],
		Placeholders: placeholders(Letter{}),
	}
}

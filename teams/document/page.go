package document

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"text/template"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/words"
)

// pages are the texts of a form's documents by language, with the hashes by
// which the state names them.
type pages struct {
	templates map[string]*template.Template
	hashes    map[string]string
}

func (p *pages) add(f *forms.Form, lang, name, shared string, raw []byte) error {
	page, err := f.Page(lang, name, shared+string(raw))
	if err != nil {
		return fmt.Errorf("document: %w", err)
	}
	if p.templates == nil {
		p.templates, p.hashes = map[string]*template.Template{}, map[string]string{}
	}
	sum := sha256.Sum256(raw)
	p.templates[lang], p.hashes[lang] = page, "sha256:"+hex.EncodeToString(sum[:])
	return nil
}

// in is the text in a language, else in the base language.
func (p *pages) in(lang string) (page *template.Template, tag string) {
	for _, tag := range []string{lang, strings.Split(lang, "-")[0], words.Base} {
		if page, ok := p.templates[tag]; ok {
			return page, tag
		}
	}
	return nil, lang
}

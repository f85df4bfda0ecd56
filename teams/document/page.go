package document

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
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

// load reads the page of a form in each language: <kind>.ko.md and the like, with
// parts.ko.md before it where it names templates of others.
func (p *pages) load(files fs.FS, f *forms.Form, kind string) error {
	names, err := fs.Glob(files, kind+".*.md")
	if err != nil || len(names) == 0 {
		return fmt.Errorf("document: %s.yaml has no document: add %s.ko.md and %s.en.md", kind, kind, kind)
	}
	p.templates, p.hashes = map[string]*template.Template{}, map[string]string{}
	for _, name := range names {
		lang := strings.TrimPrefix(strings.TrimSuffix(name, ".md"), kind+".")
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return fmt.Errorf("document: %w", err)
		}
		shared, err := fs.ReadFile(files, "parts."+lang+".md")
		if err != nil || !bytes.Contains(raw, []byte("{{template")) {
			shared = nil // a document may do without
		}
		page, err := f.Page(lang, name, strings.TrimRight(string(shared), "\n")+string(raw))
		if err != nil {
			return fmt.Errorf("document: %w", err)
		}
		sum := sha256.Sum256(raw)
		p.templates[lang], p.hashes[lang] = page, "sha256:"+hex.EncodeToString(sum[:])
	}
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

package document

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"text/template"
)

//go:embed templates/*.md
var templateFiles embed.FS

// templates are the parsed forms by type and language.
type templates struct {
	parsed map[string]*template.Template
	hashes map[string]string
}

// loadTemplates parses every form once; a form that does not parse is a
// mistake of the program.
func loadTemplates() (*templates, error) {
	t := &templates{parsed: map[string]*template.Template{}, hashes: map[string]string{}}
	for _, name := range []string{"lease_ko", "lease_en", "sales_ko", "sales_en", "letter_ko", "letter_en"} {
		raw, err := fs.ReadFile(templateFiles, "templates/"+name+".md")
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

func templateName(kind, lang string) string {
	name := "lease_"
	if kind == TypeSales {
		name = "sales_"
	}
	return name + pick(lang, "ko", "en")
}

// render writes the contract of a draft as Markdown; madeOn is a day.
func (t *templates) render(d *Draft, lang, madeOn string) (string, error) {
	name := templateName(d.Type, lang)
	var view any
	switch {
	case d.Lease != nil:
		view = newLeaseView(d.Lease, lang, madeOn)
	case d.Sales != nil:
		view = newSalesView(d.Sales, lang, madeOn)
	default:
		return "", fmt.Errorf("render %s: the draft has no contract", name)
	}
	var b bytes.Buffer
	if err := t.parsed[name].Execute(&b, view); err != nil {
		return "", fmt.Errorf("render %s: %w", name, err)
	}
	return b.String(), nil
}

// describe is the template as the state names it.
func (t *templates) describe(kind, lang string) *Template {
	name := templateName(kind, lang)
	title := pick(lang, "주택임대차계약서 초안", "Housing lease contract, draft")
	var contract any = LeaseContract{}
	if kind == TypeSales {
		title, contract = pick(lang, "부동산 매매계약서 초안", "Sales contract, draft"), SalesContract{}
	}
	return &Template{TemplateID: name, TemplateName: title, TemplateContent: t.hashes[name], Placeholders: placeholders(contract)}
}

// placeholders are the wire names of a contract's values.
func placeholders(contract any) []string {
	typ := reflect.TypeOf(contract)
	out := make([]string, 0, typ.NumField())
	for i := range typ.NumField() {
		key, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		out = append(out, key)
	}
	return out
}

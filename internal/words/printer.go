package words

import (
	"fmt"
	"strconv"
	"strings"
)

// Printer writes the texts of a catalogue in one language. The zero Printer
// writes nothing but keys.
type Printer struct {
	catalogue *Catalogue
	tag       string
}

// In is the catalogue in a language. A tag that it does not have is the base
// language, "en-XA" a pseudo-language made of en.
func (c *Catalogue) In(tag string) Printer { return Printer{c, tag} }

// Say is In(tag).Say.
func (c *Catalogue) Say(tag, key string, args ...any) string { return c.In(tag).Say(key, args...) }

// Language is the tag that the printer writes.
func (p Printer) Language() string { return p.tag }

// Say writes a text with its arguments, given as names and values in turn. A
// key or an argument that is not there shows as ⟨key⟩, which wordstest finds:
// half a sentence is less harm to a user than no answer.
func (p Printer) Say(key string, args ...any) string { return p.Text(M(key, args...)) }

// Text writes a message. Messages among its arguments are written first.
func (p Printer) Text(m Message) string {
	if m.Key == "" {
		return ""
	}
	var e *entry
	if p.catalogue != nil {
		e = p.catalogue.language(p.tag)[m.Key]
	}
	if e == nil {
		return missing(m.Key)
	}
	if e.template == nil {
		return e.source
	}
	var b strings.Builder
	if err := e.template.Execute(&b, p.values(m.Args)); err != nil {
		return missing(m.Key)
	}
	return b.String()
}

// values are the arguments as a template reads them: texts of data packs and
// messages in the printer's language.
func (p Printer) values(args map[string]any) map[string]any {
	values := make(map[string]any, len(args))
	for name, v := range args {
		values[name] = p.value(v)
	}
	return values
}

func (p Printer) value(v any) any {
	switch v := v.(type) {
	case Message:
		return p.Text(v)
	case []Message:
		list := make([]string, len(v))
		for i := range v {
			list[i] = p.Text(v[i])
		}
		return list
	case Text:
		return v.In(p.tag)
	case []Text:
		list := make([]string, len(v))
		for i := range v {
			list[i] = v[i].In(p.tag)
		}
		return list
	}
	return v
}

// List writes the texts of a list in the catalogue, in its order.
func (p Printer) List(key string, args ...any) []string {
	var list []string
	for i := 0; p.catalogue.Has(key + "." + strconv.Itoa(i)); i++ {
		list = append(list, p.Say(key+"."+strconv.Itoa(i), args...))
	}
	return list
}

// All is a text without arguments in all languages; nil is not there.
func (c *Catalogue) All(key string) Text {
	if !c.Has(key) {
		return nil
	}
	languages := c.languages()
	t := make(Text, len(languages))
	for tag := range languages {
		t[tag] = c.Say(tag, key)
	}
	return t
}

func missing(key string) string { return "⟨" + key + "⟩" }

// Missing tells whether a text was written of a key or an argument that was
// not there.
func Missing(text string) bool { return strings.Contains(text, "⟨") && strings.Contains(text, "⟩") }

// Message is a text that is written later, when the language is known. It can
// be an argument of another.
type Message struct {
	Key  string         `json:"key"`
	Args map[string]any `json:"args,omitempty"`
}

// M is a message of a key and its arguments, given as names and values in turn.
// It panics on a name without a value or a name that is no text: a
// programmer's error.
func M(key string, args ...any) Message {
	if len(args)%2 != 0 {
		panic(fmt.Sprintf("words: %s: an argument without a value", key))
	}
	m := Message{Key: key}
	for i := 0; i < len(args); i += 2 {
		name, ok := args[i].(string)
		if !ok {
			panic(fmt.Sprintf("words: %s: the name of an argument is %T", key, args[i]))
		}
		if m.Args == nil {
			m.Args = make(map[string]any, len(args)/2)
		}
		m.Args[name] = args[i+1]
	}
	return m
}

// Zero tells whether the message says nothing.
func (m Message) Zero() bool { return m.Key == "" }

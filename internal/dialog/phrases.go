package dialog

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
)

// Phrases are what a room looks for in messages, by key. They are read-only and
// safe for concurrent use.
type Phrases struct{ table func() *table }

// table is what the files hold.
type table struct {
	keys []string // in the order of the files
	by   map[string]needles
	all  map[string][]Phrase
}

// Phrase is one line of a phrases file.
type Phrase struct {
	Text string // as it is written
	File string
	Line int
}

// Must are the phrases of a folder that is built in. They are read when one is first looked
// for; a file that is wrong panics then.
func Must(files fs.FS, dir string) *Phrases {
	return &Phrases{table: datafile.Shipped(func() (*table, error) { return readAll(files, dir) })}
}

// readAll reads all YAML files of a folder. Errors name file and line: an
// expression that does not parse, an empty phrase, one that stands under two
// keys next to each other (act.reset and act.stop): it could be read in two
// ways.
func readAll(files fs.FS, dir string) (*table, error) {
	leaves, err := datafile.Leaves(files, dir, false)
	if err != nil {
		return nil, fmt.Errorf("dialog: %w", err)
	}
	t := &table{by: map[string]needles{}, all: map[string][]Phrase{}}
	for _, x := range leaves {
		if err := t.add(x.Key, Phrase{x.Text, x.File, x.Line}); err != nil {
			return nil, err
		}
	}
	return t, t.compile()
}

func (t *table) add(key string, f Phrase) error {
	if key == "" {
		return fmt.Errorf("dialog: %s:%d: %q stands under no key", f.File, f.Line, f.Text)
	}
	if err := f.check(key); err != nil {
		return err
	}
	if len(t.all[key]) == 0 {
		t.keys = append(t.keys, key)
	}
	t.all[key] = append(t.all[key], f)
	return nil
}

// expression is what stands between a phrase's slashes; false for a piece of
// text.
func (f Phrase) expression() (string, bool) {
	if len(f.Text) > 2 && f.Text[0] == '/' && f.Text[len(f.Text)-1] == '/' {
		return f.Text[1 : len(f.Text)-1], true
	}
	return "", false
}

// check is what is wrong with a phrase.
func (f Phrase) check(key string) error {
	source, ok := f.expression()
	if !ok {
		if strings.TrimSpace(f.Text) == "" {
			return f.empty(key)
		}
		return nil
	}
	// Alone, though only all of a key are compiled: one could break out of its group.
	if _, err := syntax.Parse(source, syntax.Perl); err != nil {
		return fmt.Errorf("dialog: %s:%d: %q is no expression: %w", f.File, f.Line, f.Text, err)
	}
	return nil
}

func (f Phrase) empty(key string) error {
	return fmt.Errorf("dialog: %s:%d: %q has an empty phrase: it would be in every text", f.File, f.Line, key)
}

// compile makes of each key's phrases what is looked for.
func (t *table) compile() error {
	for _, key := range t.keys {
		n, expressions := needles{}, []Phrase{}
		for _, f := range t.all[key] {
			if _, ok := f.expression(); ok {
				expressions = append(expressions, f)
				continue
			}
			n.add(f.Text)
		}
		var err error
		if n.re, err = alternatives(key, expressions); err != nil {
			return err
		}
		t.by[key] = n
	}
	return t.ambiguous()
}

// alternatives is the one expression of a key's; nil without any. They were checked
// one by one, but for what is in every text: that is seen once they are compiled.
func alternatives(key string, all []Phrase) (*Expression, error) {
	if len(all) == 0 {
		return nil, nil
	}
	sources := make([]string, len(all))
	for i, f := range all {
		source, _ := f.expression()
		sources[i] = "(?:" + source + ")"
	}
	re, err := Compile("(?i)" + strings.Join(sources, "|"))
	if err != nil {
		return nil, fmt.Errorf("dialog: %s:%d: %q: %w", all[0].File, all[0].Line, key, err)
	}
	if !re.MatchString("") {
		return re, nil
	}
	i := slices.IndexFunc(sources, func(source string) bool { return regexp.MustCompile(source).MatchString("") })
	return nil, all[i].empty(key)
}

// ambiguous finds a phrase under two keys of one group.
func (t *table) ambiguous() error {
	type reading struct{ group, text string }
	seen := map[reading]Phrase{}
	for _, key := range t.keys {
		for _, f := range t.all[key] {
			at := reading{path.Dir(strings.ReplaceAll(key, ".", "/")), strings.ToLower(strings.Join(strings.Fields(f.Text), ""))}
			if before, ok := seen[at]; ok {
				return fmt.Errorf("dialog: %s:%d: %q under %q stands at %s:%d too: it could be read in two ways, remove one", f.File, f.Line, f.Text, key, before.File, before.Line)
			}
			seen[at] = f
		}
	}
	return nil
}

// Has tells whether a phrase of the key is in the text. A key that is not there
// is in none; dialogtest finds it.
func (p *Phrases) Has(text, key string) bool { return p.table().by[key].in(head(text)) }

// HasAny is Has for several keys.
func (p *Phrases) HasAny(text string, keys ...string) bool { return p.First(text, keys...) != "" }

// First is the first of the keys that has a phrase in the text, "" for none.
func (p *Phrases) First(text string, keys ...string) string {
	text = head(text)
	by := p.table().by
	i := slices.IndexFunc(keys, func(key string) bool { return by[key].in(text) })
	if i < 0 {
		return ""
	}
	return keys[i]
}

// Find is where the key's first phrase is in the text, in bytes; of several at
// one place the longest.
func (p *Phrases) Find(text, key string) (start, end int, ok bool) {
	if all := p.FindAll(text, key); len(all) > 0 {
		return all[0][0], all[0][1], true
	}
	return 0, 0, false
}

// FindAll is where the key's phrases are in the text, from left to right and
// not overlapping.
func (p *Phrases) FindAll(text, key string) [][]int { return p.table().by[key].find(head(text)) }

// Match is what the groups of the key's expressions hold at their first place in
// the text, the whole match first; nil is none. Groups of all expressions of
// the key count, in the order of the files; Named tells them by name.
func (p *Phrases) Match(text, key string) []string {
	text = head(text)
	if re := p.table().by[key].re; re.may(text) {
		return re.FindStringSubmatch(text)
	}
	return nil
}

// Named is Match by the names of the groups ((?P<name>…)), without empty ones.
func (p *Phrases) Named(text, key string) map[string]string {
	found := p.Match(text, key)
	if found == nil {
		return nil
	}
	named := map[string]string{}
	for i, name := range p.table().by[key].re.SubexpNames() {
		if name != "" && found[i] != "" {
			named[name] = found[i]
		}
	}
	return named
}

// Under are the keys below a prefix ("act" has act.reset), in the order of the
// files; "" is all.
func (p *Phrases) Under(prefix string) []string {
	return slices.DeleteFunc(slices.Clone(p.table().keys), func(key string) bool {
		return prefix != "" && !strings.HasPrefix(key, prefix+".")
	})
}

// Phrases are what stands under a key.
func (p *Phrases) Phrases(key string) []Phrase { return slices.Clone(p.table().all[key]) }

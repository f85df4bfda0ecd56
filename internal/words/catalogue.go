package words

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/madang-dev/madang/internal/datafile"
)

// Base is the language that every catalogue has, and that stands in for
// languages which it does not have.
const Base = "ko"

// Catalogue is the texts of one room in all its languages. It is read-only and
// safe for concurrent use.
type Catalogue struct {
	languages func() map[string]language
	pseudo    sync.Map // tag → language, made when first asked for
}

// language is the texts of one language by key.
type language map[string]*entry

// entry is one text: a template, or the plain text when it has no action.
type entry struct {
	source   string
	template *template.Template // nil for a plain text
	names    []string           // the arguments that the template reads, sorted
	place    place
}

// place is where an entry stands, for errors.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// Must is the catalogue of a folder that is built in. It is read when something is
// first said; one that is wrong panics then.
func Must(files fs.FS, dir string) *Catalogue {
	return &Catalogue{languages: datafile.Shipped(func() (map[string]language, error) { return readAll(files, dir) })}
}

// readAll reads a folder with one YAML file a language, named by its tag (ko.yaml,
// en.yaml). Errors name file and line: a key or an argument that one language
// has and another lacks, a template that does not parse, a value that is no
// text.
func readAll(files fs.FS, dir string) (map[string]language, error) {
	leaves, err := datafile.Leaves(files, dir, true)
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	languages := map[string]language{}
	for _, x := range leaves {
		tag := strings.TrimSuffix(path.Base(x.File), ".yaml")
		if languages[tag] == nil {
			languages[tag] = language{}
		}
		if languages[tag][x.Key], err = parseEntry(x.Key, x.Text, tag, place{x.File, x.Line}); err != nil {
			return nil, err
		}
	}
	return languages, check(languages, dir)
}

// check compares every language with the base one.
func check(languages map[string]language, dir string) error {
	base, ok := languages[Base]
	if !ok {
		return fmt.Errorf("words: %s has no %s.yaml", dir, Base)
	}
	for _, tag := range slices.Sorted(maps.Keys(languages)) {
		if err := alike(base, languages[tag], tag); err != nil {
			return err
		}
	}
	return nil
}

func alike(base, other language, tag string) error {
	for _, key := range base.keys() {
		mine, ok := other[key]
		if !ok {
			return fmt.Errorf("words: %s: %q has no text in %s.yaml: add it there", base[key].place, key, tag)
		}
		for _, name := range mine.names {
			if !slices.Contains(base[key].names, name) {
				return fmt.Errorf("words: %s: %q knows no argument %q: its arguments are %q, as in %s", mine.place, key, name, base[key].names, base[key].place)
			}
		}
	}
	for _, key := range other.keys() {
		if _, ok := base[key]; !ok {
			return fmt.Errorf("words: %s: %q has no text in %s.yaml: add it there, or remove it here", other[key].place, key, Base)
		}
	}
	return nil
}

func (l language) keys() []string {
	return slices.SortedFunc(maps.Keys(l), func(a, b string) int {
		return cmp.Or(cmp.Compare(l[a].place.line, l[b].place.line), cmp.Compare(a, b))
	})
}

// Languages are the tags of the catalogue's languages, the base one first.
func (c *Catalogue) Languages() []string {
	tags := []string{Base}
	for _, tag := range slices.Sorted(maps.Keys(c.languages())) {
		if tag != Base {
			tags = append(tags, tag)
		}
	}
	return tags
}

// Speaks tells whether the catalogue has a language, or can make it: "en-XA" is
// made of en.
func (c *Catalogue) Speaks(tag string) bool {
	_, ok := c.languages()[strings.TrimSuffix(tag, pseudoSuffix)]
	return ok
}

// Has tells whether there is a text of the key.
func (c *Catalogue) Has(key string) bool {
	_, ok := c.languages()[Base][key]
	return ok
}

// Keys are the keys below a prefix ("rent" has rent.max), in the order of the
// base language's file; "" is all.
func (c *Catalogue) Keys(prefix string) []string {
	base := c.languages()[Base]
	return slices.DeleteFunc(base.keys(), func(key string) bool {
		return prefix != "" && !strings.HasPrefix(key, prefix+".")
	})
}

// Args are the names of the arguments that a text reads.
func (c *Catalogue) Args(key string) []string {
	if e, ok := c.languages()[Base][key]; ok {
		return slices.Clone(e.names)
	}
	return nil
}

// language is the texts of a tag: its own, a pseudo-language's, or the base's.
func (c *Catalogue) language(tag string) language {
	if l, ok := c.languages()[tag]; ok {
		return l
	}
	of, ok := strings.CutSuffix(tag, pseudoSuffix)
	if !ok {
		return c.languages()[Base]
	}
	if made, ok := c.pseudo.Load(tag); ok {
		return made.(language)
	}
	made, _ := c.pseudo.LoadOrStore(tag, pseudo(c.language(of), tag))
	return made.(language)
}

package scoring

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
)

// Flaw is what is wrong with a file of data, and where in it.
type Flaw struct {
	Path string // "criteria[1].points"
	Text string // what is wrong, and what would mend it
}

// Flaws collects what is wrong with a file.
type Flaws []Flaw

// Need adds a flaw unless something is good.
func (f *Flaws) Need(good bool, path, text string, args ...any) {
	if !good {
		*f = append(*f, Flaw{Path: path, Text: fmt.Sprintf(text, args...)})
	}
}

// ReadPack decodes a file of questions and checks it: each of its texts has to be
// there in all languages, and check finds what else is wrong. Errors name file and
// line of each flaw, and what would mend it.
func ReadPack(files fs.FS, name string, into any, languages []string, check func() Flaws) error {
	file, err := datafile.Open(files, name)
	if err == nil {
		err = file.Decode(into)
	}
	if err != nil {
		return fmt.Errorf("pack %s: %w", name, err)
	}
	flaws := append(untold(into, languages), check()...)
	errs := make([]error, len(flaws))
	for i, f := range flaws {
		errs[i] = fmt.Errorf("pack %s:%d: %s: %s", name, file.Line("$."+f.Path), f.Path, f.Text)
	}
	return errors.Join(errs...)
}

// untold lists the texts in a pack that a language is missing in: maps by
// language of a text or a list of terms.
func untold(pack any, languages []string) Flaws {
	var f Flaws
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		switch v.Kind() {
		case reflect.Pointer:
			walk(v.Elem(), path)
		case reflect.Struct:
			for i := range v.NumField() {
				if name := v.Type().Field(i).Tag.Get("yaml"); name != "" {
					walk(v.Field(i), strings.TrimPrefix(path+"."+name, "."))
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
			}
		case reflect.Map:
			if v.Type().Elem().Kind() == reflect.Struct {
				for _, key := range v.MapKeys() {
					walk(v.MapIndex(key), path+"."+key.String())
				}
				return
			}
			for _, language := range languages {
				text := v.MapIndex(reflect.ValueOf(language))
				f.Need(text.IsValid() && text.Len() > 0 && strings.TrimSpace(fmt.Sprint(text)) != "", path, "there is nothing in %q: add it", language)
			}
		default:
		}
	}
	walk(reflect.ValueOf(pack), "")
	return f
}

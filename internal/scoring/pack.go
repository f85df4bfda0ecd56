package scoring

import (
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
)

// ReadPack decodes a file of questions and checks it: each of its texts has to be
// there in all languages, and check finds what else is wrong. Errors name file and
// line of each flaw, and what would mend it.
func ReadPack(files fs.FS, name string, into any, languages []string, check func() datafile.Flaws) error {
	err := datafile.Checked(files, name, into, func() datafile.Flaws { return append(untold(into, languages), check()...) })
	if err != nil {
		return fmt.Errorf("pack %w", err)
	}
	return nil
}

// untold lists the texts in a pack that a language is missing in: maps by
// language of a text or a list of terms.
func untold(pack any, languages []string) datafile.Flaws {
	var f datafile.Flaws
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

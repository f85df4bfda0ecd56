package eval

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/madang-dev/madang/knowledge"
)

// ReadCorpus reads the statutes of a folder of JSON lines files. It fails
// where there are none: a measurement that skips its subject would be a lie.
func ReadCorpus(dir string) ([]knowledge.Article, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("corpus %s: no *.jsonl files", dir)
	}
	var all []knowledge.Article
	for _, name := range names {
		articles, err := readStatutes(name)
		if err != nil {
			return nil, fmt.Errorf("corpus %s: %w", filepath.Base(name), err)
		}
		all = append(all, articles...)
	}
	return all, nil
}

func readStatutes(name string) ([]knowledge.Article, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return knowledge.ReadStatutes(f, "corpus", "as in the corpus")
}

//go:embed bare
var bare embed.FS

// Bare is a pack with the lexicon of another one and nothing else, for
// libraries that hold only what is added to them.
func Bare(lexicon fs.FS) fs.FS { return bareFS{lexicon} }

type bareFS struct{ lexicon fs.FS }

// Open implements fs.FS.
func (b bareFS) Open(name string) (fs.File, error) {
	switch name {
	case "statutes.yaml":
		return bare.Open("bare/statutes.yaml")
	case "synonyms.yaml":
		return b.lexicon.Open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

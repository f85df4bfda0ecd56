package eval

import (
	"fmt"
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

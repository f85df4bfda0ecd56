package ingest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// ErrUsage is returned for paths and names that can't be worked with.
var ErrUsage = errors.New("ingest: bad arguments")

// maxFiles is how many files one call takes.
const maxFiles = 100_000

// found is a file to be read.
type found struct {
	root, uri string
	path      string // on this machine
}

// walk is what the paths lead to.
type walk struct {
	files    []found
	complete map[string]bool // roots that were read to their end and hold files
	ignored  int             // files of kinds that are not read
	problems []Problem
	seen     map[string]string // uri to path
}

// walkPaths lists the files of folders, files and patterns, by their URIs.
func walkPaths(paths []string) (*walk, error) {
	w := &walk{complete: map[string]bool{}, seen: map[string]string{}}
	for _, p := range paths {
		matches := []string{p}
		if _, err := os.Stat(p); err != nil && strings.ContainsAny(p, "*?[") {
			if matches, err = filepath.Glob(p); err != nil || len(matches) == 0 {
				return nil, fmt.Errorf("%w: nothing matches %s", ErrUsage, p)
			}
		}
		for _, m := range matches {
			if err := w.add(m); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(w.files, func(a, b found) int { return strings.Compare(a.uri, b.uri) })
	return w, nil
}

func (w *walk) add(arg string) error {
	abs, err := filepath.Abs(arg)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrUsage, arg)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return fmt.Errorf("%w: %s is not there or can't be read", ErrUsage, arg)
	}
	name := filepath.Base(abs)
	if info.IsDir() {
		if name == string(filepath.Separator) || w.complete[name] {
			return fmt.Errorf("%w: two folders are called %s; sources are told apart by that name", ErrUsage, name)
		}
		return w.folder(abs, name)
	}
	if _, ok := formatOf(name); !ok {
		w.problems = append(w.problems, Problem{File: name, Message: "files of this kind are not read"})
		return nil
	}
	return w.take(found{uri: filepath.ToSlash(name), path: abs})
}

func (w *walk) folder(dir, root string) error {
	before, whole := len(w.files), true
	err := filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, at)
		uri := path.Join(root, filepath.ToSlash(rel))
		switch {
		case err != nil:
			whole = false
			w.problems = append(w.problems, Problem{File: uri, Message: "it can't be read"})
			if e != nil && e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case strings.HasPrefix(e.Name(), ".") && at != dir:
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir():
			return nil
		}
		if _, ok := formatOf(e.Name()); !ok {
			w.ignored++
			return nil
		}
		if !e.Type().IsRegular() {
			w.problems = append(w.problems, Problem{File: uri, Message: "only plain files are read, no links"})
			return nil
		}
		return w.take(found{root: root, uri: uri, path: at})
	})
	// A folder without a file is more likely one that is not mounted than
	// one whose every file was removed.
	w.complete[root] = whole && len(w.files) > before
	if len(w.files) == before {
		w.problems = append(w.problems, Problem{File: root, Message: "there is no file in it that can be read"})
	}
	return err
}

func (w *walk) take(f found) error {
	if other, twice := w.seen[f.uri]; twice {
		if other == f.path {
			return nil
		}
		return fmt.Errorf("%w: two files would be called %s", ErrUsage, f.uri)
	}
	if len(w.files) >= maxFiles {
		return fmt.Errorf("%w: there are more than %d files", ErrUsage, maxFiles)
	}
	w.seen[f.uri] = f.path
	w.files = append(w.files, f)
	return nil
}

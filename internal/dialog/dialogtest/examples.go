package dialogtest

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/madang-dev/madang/internal/dialog"
)

// Example is a labelled message that was held out.
type Example struct{ Text, Label string }

// HeldOut are each fifth example of a folder, and examples trained on the others.
func HeldOut(t *testing.T, files fs.FS, dir string) (read *dialog.Examples, held []Example) {
	t.Helper()
	kept := fstest.MapFS{}
	names, err := fs.Glob(files, path.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			if i%5 == 4 {
				held = append(held, Example{line, strings.TrimSuffix(path.Base(name), ".txt")})
				continue
			}
			lines = append(lines, line)
		}
		kept[name] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n"))}
	}
	return dialog.MustExamples(kept, dir), held
}

// Examples fails where fewer than floor of the examples that are held out are read as what
// they are, or of those that are read confidently less than 85 of 100.
func Examples(t *testing.T, files fs.FS, dir string, floor float64) {
	t.Helper()
	read, held := HeldOut(t, files, dir)
	right, sure, rightly := 0.0, 0.0, 0.0
	for _, x := range held {
		m := read.Read(x.Text, nil)
		is := 0.0
		if m.Label == x.Label {
			is = 1
		}
		if right += is; m.Sure >= dialog.Confident {
			sure, rightly = sure+1, rightly+is
		}
	}
	share, precision := right/float64(len(held)), rightly/max(sure, 1)
	t.Logf("%d of %d examples, %.0f %% right; %.0f %% confident, %.0f %% of them right", len(held), len(held)*5, 100*share, 100*sure/float64(len(held)), 100*precision)
	if share < floor || precision < 0.85 {
		t.Errorf("%.2f are right, at least %.2f should be; of the confident ones %.2f", share, floor, precision)
	}
}

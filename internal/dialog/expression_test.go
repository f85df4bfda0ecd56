package dialog

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPiecesOfAnExpression(t *testing.T) {
	t.Parallel()
	for source, want := range map[string][]string{
		`보증금|벽지`:                 {"보증금", "벽지"},
		`임대인|임대차`:                {"임대"},
		`(?:^|\s)[갑을](?:은|이)?\s`: {"갑", "을"},
		`(?i)Rent\s?(?:is|was)`:  {"rent"},
		`\d{1,2}\s?(?:개월|달)`:     {"개월", "달"},
		`(?:요){2,}`:              {"요"},
		`보증금|\S+`:                nil,
		`(?:전세)?[12]`:            {"1", "2"},
		`(?i)ΣΑΣ`:                nil, // one letter has three forms
		`[가-힣]다`:                 {"다"},
		`.+`:                     nil,
	} {
		e, err := Compile(source)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, e.pieces); diff != "" {
			t.Errorf("%s: %s", source, diff)
		}
	}
	if e, _ := Compile(`(?i)is`); !e.may("ſo, IS it?") || !e.may("iſ") || e.may("전세") {
		t.Error("letters that stand for one another are not found")
	}
}

// An expression that is in a text is never passed over: all that the house looks for,
// in messages as they are said to it.
func TestNothingIsPassedOver(t *testing.T) {
	t.Parallel()
	root := os.DirFS(filepath.Join("..", ".."))
	var all []*Expression
	var texts []string
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		switch d.Name() {
		case "node_modules", ".git":
			return fs.SkipDir
		case "phrases":
			p, err := loadFolder(root, path)
			if err != nil {
				return nil //nolint:nilerr // other tests hold what is wrong
			}
			for _, n := range p.table().by {
				if n.re != nil {
					all = append(all, n.re)
				}
			}
		case "examples":
			names, _ := fs.Glob(root, path+"/*.txt")
			for _, name := range names {
				data, err := fs.ReadFile(root, name)
				if err != nil {
					return err
				}
				lines := strings.Split(string(data), "\n")
				for i := 0; i < len(lines); i += 200 {
					texts = append(texts, lines[i], strings.ToUpper(lines[i]))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found, told := 0, 0
	for _, e := range all {
		if e.pieces != nil {
			told++
		}
		for _, text := range texts {
			if e.MatchString(text) {
				if found++; !e.may(text) {
					t.Errorf("%q is passed over by %.80s", text, e)
				}
			}
		}
	}
	if found < 500 || len(all) < 500 || told < len(all)/2 {
		t.Errorf("%d found of %d expressions, %d with pieces, in %d texts", found, len(all), told, len(texts))
	}
}

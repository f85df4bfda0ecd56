package ingest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

var allowed = regexp.MustCompile(`(?i)^(?:https?://|mailto:)`)

// FuzzUnlinked: what is read as Markdown has no link but to pages and mail
// addresses.
func FuzzUnlinked(f *testing.F) {
	for _, seed := range []string{
		"[고리](javascript:alert(1))", "[고리]( javascript:alert(1) \"t\")", "[고리](<javascript:alert(1)>)", "[a](&#106;avascript:x)",
		"<javascript:alert(1)>", "<<javascript:x>", "[r]\n\n[r]: javascript:x", "[r]: <data:x>\n[r]", "[r]:\n javascript:x\n\n[r]", "![i](data:x)",
		"[ok](https://law.go.kr/법령) <mailto:a@b.kr> [p](page.html)", "[a][b]\n\n[b]:\n<vbscript:x>", "\\[a](javascript:x)", "[a]\\(x)", "제7조[전문개정](2020)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		source := []byte(unlinked(s))
		err := ast.Walk(goldmark.New().Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			to := ""
			switch n := n.(type) {
			case *ast.Link:
				to = string(n.Destination)
			case *ast.Image:
				to = string(n.Destination)
			case *ast.AutoLink:
				if to = string(n.URL(source)); n.AutoLinkType == ast.AutoLinkEmail {
					to = ""
				}
			}
			if to != "" && !allowed.MatchString(to) {
				t.Errorf("%q leads to %q", s, to)
			}
			return ast.WalkContinue, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestTextWithoutLinksStays(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"[ok](https://law.go.kr)", "a < b", "1 <개정 2020. 1. 1.> [본조신설]", "<a@b.kr>", strings.Repeat("<", 100)} {
		if got := unlinked(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}

package knowledge

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// maxStatuteLine bounds one article of a statute file.
const maxStatuteLine = 4 << 20

// ReadStatutes reads raw statute text, one JSON object a line with law,
// article, title, chapter and text, as articles to add to a library. Source
// and asOf say where the text comes from. An article that comes again, as
// amended texts do, gets an id of its own. Errors carry the line.
func ReadStatutes(r io.Reader, source, asOf string) ([]Article, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxStatuteLine)
	var articles []Article
	seen := map[string]int{}
	for line := 1; in.Scan(); line++ {
		if len(strings.TrimSpace(in.Text())) == 0 {
			continue
		}
		a, err := statuteArticle(in.Bytes(), source, asOf)
		if err != nil {
			return nil, fmt.Errorf("read statutes: line %d: %w", line, err)
		}
		if seen[a.ID]++; seen[a.ID] > 1 {
			a.ID = fmt.Sprintf("%s-%d", a.ID, seen[a.ID])
		}
		articles = append(articles, a)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("read statutes: %w", err)
	}
	return articles, nil
}

func statuteArticle(line []byte, source, asOf string) (Article, error) {
	var raw struct{ Law, Article, Title, Chapter, Text string }
	if err := json.Unmarshal(line, &raw); err != nil {
		return Article{}, err
	}
	a := Article{
		ID: "RAW-" + raw.Law + "-" + raw.Article, Law: raw.Law, Article: raw.Article, Covers: []string{raw.Article},
		Title: cmp.Or(raw.Title, raw.Article), Gist: raw.Text, AsOf: asOf, Status: StatusVerified, Source: source,
	}
	if raw.Chapter != "" {
		a.Keywords = []string{raw.Chapter}
	}
	return a, a.validate()
}

package knowledge

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"
)

// guideFiles answer what people ask of a situation, where the articles that decide it
// only say a rule.
const guideFiles = "guides/*.yaml"

// guidesPack are the guides of one file. Law and article are what decides; the first
// sentence of the gist is the verdict, and the questions are all that finds it.
type guidesPack struct {
	Guides []Article `yaml:"guides"`
}

func (p *pack) readGuides(fsys fs.FS) error {
	seen := map[string]bool{}
	for _, a := range p.articles {
		seen[a.ID] = true
	}
	return openAll(fsys, guideFiles, func(file packFile, all guidesPack) error {
		for i, g := range all.Guides {
			if err := checked(seen, g.ID, g.validGuide()); err != nil {
				return file.wrongAt("guides", i, err)
			}
			g.Guide = true
			p.guides = append(p.guides, g)
		}
		return nil
	})
}

// A guide is told where it is likelier to answer than not. Verdict is how much likelier
// an article may be, which only rules, and how much less a text of an operator's own,
// which somebody has taken in to be told.
const (
	guided  = 0.5
	verdict = 0.15
)

// guide is the guide for a query's situation, none where it is doubtful or what was
// found beside it comes before.
func (l *Library) guide(ctx context.Context, q Query, articles []scored) ([]scored, error) {
	found, err := l.guides.search(ctx, l.guides.ask(q.Text), 1)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	needed := guided
	if len(articles) > 0 {
		switch article := l.articleByID[articles[0].ID]; {
		case !l.ofPacks(article.ID) && len(article.Covers) == 0:
			needed = max(guided, articles[0].Score+verdict)
		case l.names(q.Text, l.articleByID[found[0].ID], article):
			needed, found[0].Score = Doubtful, max(found[0].Score, guided)
		default:
			needed = max(guided, articles[0].Score-verdict)
		}
	}
	if found[0].Score < needed {
		return nil, nil
	}
	return found[:1], nil
}

// names tells whether a guide is called by a thing that a question speaks of and that the
// article of another law found beside it says nothing of, which is called by none that the
// guide does not speak of: however much else of the question that holds, it is of another
// matter.
func (l *Library) names(question string, guide, article Article) bool {
	if guide.Law == article.Law {
		return false
	}
	things := l.Wordings(normalise(question))
	called := func(name string, words int, other Article) bool { // by one of so many wordings of a thing
		text := strings.Join([]string{other.Law, other.Title, other.Gist, strings.Join(other.Keywords, " ")}, " ")
		return slices.ContainsFunc(things, func(wordings []string) bool {
			in := func(text string, list []string) bool {
				return slices.ContainsFunc(list, func(w string) bool { return utf8.RuneCountInString(w) > 1 && strings.Contains(text, w) })
			}
			return in(name, wordings[:min(words, len(wordings))]) && !in(text, wordings)
		})
	}
	return called(guide.Title, 1, article) && !called(article.Law+" "+article.Title, len(question), guide)
}

func (a Article) validGuide() error {
	if len(a.Questions) == 0 {
		return errors.New(a.ID + ": a guide without questions is never found")
	}
	return errors.Join(a.validate(), required(a.ID, "title_en", a.TitleEN, "gist_en", a.GistEN))
}

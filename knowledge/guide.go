package knowledge

import (
	"context"
	"errors"
	"io/fs"
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
	needed := guided
	switch {
	case len(articles) == 0:
	case l.ofPacks(articles[0].ID) || len(l.articleByID[articles[0].ID].Covers) > 0:
		needed = max(guided, articles[0].Score-verdict)
	default:
		needed = max(guided, articles[0].Score+verdict)
	}
	found, err := l.guides.search(ctx, l.guides.ask(q.Text), 1)
	if err != nil || len(found) == 0 || found[0].Score < needed {
		return nil, err
	}
	return found[:1], nil
}

func (a Article) validGuide() error {
	if len(a.Questions) == 0 {
		return errors.New(a.ID + ": a guide without questions is never found")
	}
	return errors.Join(a.validate(), required(a.ID, "title_en", a.TitleEN, "gist_en", a.GistEN))
}

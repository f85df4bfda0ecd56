package knowledge

import (
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
	names, err := fs.Glob(fsys, guideFiles)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, a := range p.articles {
		seen[a.ID] = true
	}
	for _, name := range names {
		var all guidesPack
		file, err := open(fsys, name, &all)
		if err != nil {
			return err
		}
		for i, g := range all.Guides {
			if err := checked(seen, g.ID, g.validGuide()); err != nil {
				return file.wrongAt("guides", i, err)
			}
			g.Guide = true
			p.articles = append(p.articles, g)
		}
	}
	return nil
}

func (a Article) validGuide() error {
	if len(a.Questions) == 0 {
		return errors.New(a.ID + ": a guide without questions is never found")
	}
	return errors.Join(a.validate(), required(a.ID, "title_en", a.TitleEN, "gist_en", a.GistEN))
}

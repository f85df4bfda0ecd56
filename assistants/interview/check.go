package interview

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/korean"
)

// leastSharp and mostSharp bound a question's discrimination: below, its answers
// tell nothing, and above, one of them would decide alone.
const leastSharp, mostSharp = 0.2, 3.0

// wordingName is how a key point names wordings that its category shares.
var wordingName = regexp.MustCompile(`@[a-z_]+`)

// check readies a category's questions and finds what is wrong with them.
func (c *category) check(b *bank) datafile.Flaws {
	var f datafile.Flaws
	f.Need(c.Key != "", "category", "it has no key: name the category")
	f.Need(len(c.Questions) > 0, "questions", "there are none: add some")
	seen := map[string]bool{}
	for i := range c.Questions {
		q, at := &c.Questions[i], fmt.Sprintf("questions[%d]", i)
		f.Need(!seen[q.ID] && b.questions[q.ID] == nil, at+".id", "%q is given twice: name one anew", q.ID)
		seen[q.ID] = true
		for i := range q.Points {
			q.Points[i].Say = wordingName.ReplaceAllStringFunc(q.Points[i].Say, func(name string) string {
				n := slices.IndexFunc(c.Wordings, func(w wording) bool { return w.Name == name[1:] })
				f.Need(n >= 0, fmt.Sprintf("%s.points[%d].say", at, i), "there are no wordings %q: add them to the file's", name)
				if n < 0 {
					return name
				}
				return c.Wordings[n].Say
			})
		}
		q.check(&f, at)
		q.ready(c.Key)
		for _, wrong := range q.rubric.Check() {
			path := strings.NewReplacer("criteria", "points", "mistakes", "wrong").Replace(wrong.Path)
			f.Need(false, at+"."+path, "%s: %s", q.ID, wrong.Text)
		}
	}
	return f
}

func (q *Question) check(f *datafile.Flaws, at string) {
	f.Need(q.ID != "", at, "it has no id: give it one")
	f.Need(q.Difficulty >= 0 && q.Difficulty <= 100, at+".difficulty", "%d is not between 0 and 100", q.Difficulty)
	sharp := q.Discrimination
	f.Need(sharp == nil || *sharp >= leastSharp && *sharp <= mostSharp, at+".discrimination", "it is not between %v and %v", leastSharp, mostSharp)
	f.Need(len(q.Points) > 1, at+".points", "%d key points are too few: name two or more", len(q.Points))
	for i, p := range q.Points {
		path := fmt.Sprintf("%s.points[%d]", at, i)
		f.Need(strings.Trim(p.Say, " /|") != "", path, "nothing says it: add say")
	}
	for _, n := range q.About {
		f.Need(n >= 1 && n <= len(q.Points), at+".about", "there is no key point %d: it has %d", n, len(q.Points))
	}
	for i, w := range q.Wrong {
		path := fmt.Sprintf("%s.wrong[%d]", at, i)
		f.Need(w.Say != "" || len(w.Sides) > 0, path, "nothing says it: add say, or sides and told")
		f.Need(w.Point >= 1 && w.Point <= len(q.Points), path+".point", "there is no key point %d: it has %d", w.Point, len(q.Points))
	}
}

func (s *settings) check(b *bank) datafile.Flaws {
	var f datafile.Flaws
	f.Need(len(s.Persona.StyleGuidelines) > 0, "persona", "it has no style_guidelines: add some")
	f.Need(len(s.Plans) > 0, "plans", "there are none: add one")
	for i, p := range s.Plans {
		at, sum := fmt.Sprintf("plans[%d]", i), 0
		f.Need(len(phrases.Phrases("field."+p.Key)) > 0 || len(p.Words) > 0, at+".key", "nothing that is said chooses %q: add words", p.Key)
		f.Need(!slices.ContainsFunc(p.Words, func(w string) bool { return korean.Words(w) == "" }), at+".words", "there is nothing in one of them")
		for _, q := range p.Quotas {
			sum += q.Share
			known := slices.ContainsFunc(b.categories, func(c category) bool { return c.Key == q.Category })
			f.Need(known, at+".quotas", "no category %q: add its pack or remove it", q.Category)
		}
		f.Need(sum == 100, at+".quotas", "the shares make %d: they have to make 100", sum)
	}
	l := s.Limits
	f.Need(l.Questions > 0 && l.Minutes > 0 && l.Break > 0 && l.Precision > 0 && l.Fallbacks > 0, "limits", "each has to be above 0")
	f.Need(l.Best >= 3 && l.Best <= 5, "limits.best", "%d is not between 3 and 5", l.Best)
	for i, t := range s.Technologies {
		f.Need(t.Name != "" && len(t.Words) > 0, fmt.Sprintf("technologies[%d]", i), "it needs a name and words")
	}
	return f
}

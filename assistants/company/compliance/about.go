package compliance

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// Told is a rule as it is told to who asks about it.
type Told struct {
	Rule    string  `json:"rule"`
	Title   string  `json:"title"`
	Text    string  `json:"text"`
	Article string  `json:"article"`
	AsOf    string  `json:"as_of"`
	Score   float64 `json:"score"` // 0-1
}

// leastAlike is the share of words below which a rule has nothing to do with
// a question.
const leastAlike = 0.34

// behind is how much a rule is worth that is of somebody whom the question does not name.
const behind = 0.7

// ofTopic is what a rule is worth that is about what is asked, ofPoint how much more if it
// speaks of a point that is asked ("with VAT?"), from ruledOf on, ofLimit if it holds the
// figure that is asked.
const (
	ofTopic = 0.5
	ofPoint = 0.3
	ruledOf = 0.35
	ofLimit = 0.2
)

// ofWhom is what a rule is worth more that is of whom a case names.
const ofWhom = 0.3

// IsQuestion tells whether a message asks about rules themselves rather than
// to have something checked.
func (r *Rules) IsQuestion(text string) bool {
	return phrases.HasAny(text, "about.rule", "about.limit") && !phrases.Has(text, "about.check")
}

// Tells tells whether a text says something of a case that rules ask for: a sum, how
// many people, who somebody is, or what kind of meeting it is.
func (r *Rules) Tells(text string) bool {
	answers, _, _ := r.read(Target{Text: text})
	return len(answers) > 0 || len(korean.FindSums(text)) > 0 || phrases.HasAny(text, "people", "quantity")
}

// Weighs tells whether a text says something that rules go by: a fact of a case, or an act
// such as giving, asking or paying for something.
func (r *Rules) Weighs(text string) bool {
	return r.Tells(text) || phrases.HasAny(text, phrases.Under("act")...)
}

// Search finds rules of a day by what a text speaks of, the best first: their topics,
// which are read as in documents, then the words of their titles. What was told of the
// same case before says who it is for, and what it is about where the text does not.
func (r *Rules) Search(told []string, text, lang string, day time.Time, limit int) []Told {
	text = text[:min(len(text), dialog.MaxRead)]
	found, asked := phrases.Read(text), korean.Topics(text)
	own, whole, points, figure := found, found, pointsOf(text), phrases.Has(text, "about.limit")
	if len(told) > 0 {
		all := strings.Join(append(slices.Clone(told), text), "\n")
		whole = phrases.Read(all[max(0, len(all)-dialog.MaxRead):])
		if !slices.ContainsFunc(r.list, func(x *Rule) bool { return r.about(x, found) }) {
			found, asked = whole, korean.Topics(all)
		}
	}
	var list []Told
	for _, x := range r.on(day) {
		score := r.score(x, found, whole, asked)
		if score >= ruledOf && len(unsaid(points, x.told(lang, 0))) < len(points) {
			score = min(1, score+ofPoint)
		}
		if score >= ofTopic && x.Of != "" && len(told) > 0 && r.named(x.Of, own) { // "and if it is a public hospital?"
			score = min(1, score+ofWhom)
		}
		if figure && score >= ofTopic && len(x.Figures) > 0 {
			score = min(1, score+ofLimit)
		}
		if score >= leastAlike || strings.Contains(strings.ToUpper(text), x.ID) {
			t := x.told(lang, score)
			if n := Heads(text); n > 1 && x.Figures[x.Head] > 0 {
				t.Text += " " + texts.Say(lang, "about.heads", "n", n, "sum", n*x.Figures[x.Head])
			}
			list = append(list, t)
		}
	}
	// A rule of whom the case names goes before those of everybody, a limit before what has none,
	// and the rule of one thing before that of many.
	whom := func(x *Rule) bool { return x.Of != "" && r.named(x.Of, whole) }
	limits := func(x *Rule) int { return min(1, len(x.Figures)) }
	by := r.byID(day)
	slices.SortStableFunc(list, func(a, b Told) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), assistant.Flag(whom(by[b.Rule]))-assistant.Flag(whom(by[a.Rule])), cmp.Compare(limits(by[b.Rule]), limits(by[a.Rule])), cmp.Compare(len(by[a.Rule].About), len(by[b.Rule].About)))
	})
	return list[:min(len(list), limit)]
}

// Heads is how many people a text tells, 0 for none.
func Heads(text string) int64 {
	return most(phrases.Read(text[:min(len(text), dialog.MaxRead)]).Groups("people"), 0, len(text))
}

// most is the largest number of people that is told between two places, 0 for none: the others
// are of them ("the two doctors and I, four of us").
func most(people []dialog.Group, from, to int) (n int64) {
	for _, g := range people {
		if told, ok := korean.ParseCount(g.Named["n"]); ok && g.Start >= from && g.End <= to {
			n = max(n, int64(told))
		}
	}
	return n
}

// about tells whether a text names a topic of a rule.
func (r *Rules) about(x *Rule, found *dialog.Text) bool {
	return slices.ContainsFunc(x.About, func(key string) bool { return r.named(key, found) })
}

// score is how much a rule is about what is asked: a topic that is named
// counts half, the words that it shares with the rule's title the rest. A rule of
// somebody whom the case names goes before those of everybody.
func (r *Rules) score(x *Rule, found, whole *dialog.Text, asked map[string]bool) float64 {
	score := 0.0
	if r.about(x, found) {
		score = ofTopic
		if x.Of != "" && r.named(x.Of, whole) {
			score += ofWhom
		}
	}
	best := 0.0
	for _, title := range x.topics {
		best = max(best, korean.Share(title, asked))
	}
	score += best / 2
	switch of, both := r.setting(x, whole); {
	case both:
		score += 0.5 // how they differ
	case x.Of != "" && !r.named(x.Of, whole) && !r.alone(x), !of:
		score *= behind
	}
	return min(1, score)
}

// alone tells that a rule of somebody is the only one of its topics: who asks about them asks
// about it, whoever it is for.
func (r *Rules) alone(x *Rule) bool {
	return !slices.ContainsFunc(r.list, func(y *Rule) bool {
		return y.ID != x.ID && slices.ContainsFunc(y.About, func(key string) bool { return slices.Contains(x.About, key) })
	})
}

// NamesPoint tells whether a text names a point that rules may say something of.
func NamesPoint(text string) bool { return len(pointsOf(text)) > 0 }

// pointsOf are the points of a case that a text names: the phrase of each, and its words there.
func pointsOf(text string) map[string]string {
	points := map[string]string{}
	for _, key := range phrases.Under("point") {
		if start, end, ok := phrases.Find(text, key); ok {
			points[key] = strings.TrimSpace(text[start:end])
		}
	}
	return points
}

// unsaid are those of the points that a rule says nothing of.
func unsaid(points map[string]string, told Told) map[string]string {
	left := maps.Clone(points)
	maps.DeleteFunc(left, func(key, _ string) bool { return phrases.HasAny(told.Title+"\n"+told.Text, key) })
	return left
}

// Lacks are the points that a question names and none of the rules that were found for it
// says anything of, in the question's own words.
func (r *Rules) Lacks(question string, found []Told) []string {
	points := pointsOf(question)
	for _, t := range found {
		points = unsaid(points, t)
	}
	return slices.Sorted(maps.Values(points))
}

// setting tells whether a rule is of what a text chooses where the rule is of one choice
// alone ("at the same hospital"), and whether the text names several of them.
func (r *Rules) setting(x *Rule, found *dialog.Text) (of, both bool) {
	for _, key := range x.When.Calls("Is") {
		q := r.byKey[key]
		if q == nil {
			continue
		}
		named := slices.DeleteFunc(slices.Clone(q.Options), func(option string) bool { return len(found.FindAll("choice."+key+"."+option)) == 0 })
		if len(named) > 1 {
			return true, true
		}
		known := &facts{known: map[string]value{key: {choice: strings.Join(named, "")}}}
		if len(named) == 1 && !x.When.Holds(&view{rule: x, facts: known}, true) {
			return false, false
		}
	}
	return true, false
}

// named tells whether a text names a topic or what a question is about.
func (r *Rules) named(key string, found *dialog.Text) bool {
	return slices.ContainsFunc([]string{"topic.", "thing.", "strong.", "yes.", "said."}, func(group string) bool {
		return len(found.FindAll(group+key)) > 0
	})
}

func (x *Rule) told(lang string, score float64) Told {
	v := &view{lang: lang, rule: x, facts: &facts{}}
	return Told{
		Rule: x.ID, Title: x.Title.In(lang), Text: strings.TrimSpace(x.Message.In(v)),
		Article: x.Article.In(lang), AsOf: x.asOf, Score: score,
	}
}

// Explain tells why rules forbid something and what breaking them may bring; with
// brings, only the latter where a rule says it. A rule that only says what others
// bring is told with them. That nothing is known of what follows is said where that is so
// of all of them: beside a fine it would deny it.
func (r *Rules) Explain(ids []string, lang string, day time.Time, brings bool) (list []Told) {
	by := r.byID(day)
	told := map[string]bool{}
	silent := func(id string) bool { return by[id] == nil || len(by[id].Sanction) == 0 && !r.sanctions(id) }
	known := slices.ContainsFunc(ids, func(id string) bool { return !silent(id) })
	for _, id := range ids {
		x := by[id]
		if x == nil || told[id] || brings && known && silent(id) {
			continue
		}
		t := x.told(lang, 1)
		var sanctions []string
		for _, of := range x.Sanction {
			if y := by[of]; y != nil {
				told[of] = true
				s := y.told(lang, 1)
				sanctions, t.Article = append(sanctions, s.Text), t.Article+"; "+s.Article
			}
		}
		if brings && silent(id) {
			sanctions = append(sanctions, texts.Say(lang, "explain.none"))
		}
		t.Text = texts.Say(lang, "explain.rule", "title", t.Title, "text", t.Text, "sanctions", sanctions, "brings", brings)
		list = append(list, t)
	}
	return list
}

// Titles are what the rules of a day are called, those of one subject side by side.
func (r *Rules) Titles(lang string, day time.Time) (list []string) {
	for _, x := range r.on(day) {
		list = answer.Add(list, x.Title.In(lang))
	}
	return list
}

// sanctions tells whether a rule says what breaking others may bring.
func (r *Rules) sanctions(id string) bool {
	return slices.ContainsFunc(r.list, func(x *Rule) bool { return slices.Contains(x.Sanction, id) })
}

package realestate

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/internal/calibration"
	"github.com/madang-dev/madang/planning"
)

// lawQuestion is a question with the articles that answer it, any of them.
type lawQuestion struct {
	Text    string   `yaml:"text"`
	Law     string   `yaml:"law"`
	Article string   `yaml:"article"`
	Also    []string `yaml:"also"`
}

func lawQuestions(t testing.TB, file string) []lawQuestion {
	t.Helper()
	raw, err := os.ReadFile("../../knowledge/testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var set struct {
		Questions []lawQuestion `yaml:"questions"`
	}
	if err := yaml.Load(raw, &set); err != nil {
		t.Fatal(err)
	}
	if len(set.Questions) < 15 {
		t.Fatalf("%s: %d questions", file, len(set.Questions))
	}
	return set.Questions
}

var koreanArticle = regexp.MustCompile(`제(\d+)조(?:의(\d+))?`)

// cites tells whether sources name one of the question's articles.
func (q lawQuestion) cites(sources []string) bool {
	return slices.ContainsFunc(append([]string{q.Law + " " + q.Article}, q.Also...), func(want string) bool {
		at := koreanArticle.FindStringIndex(want)
		law, article := strings.TrimSpace(want[:at[0]]), want[at[0]:at[1]]
		english := koreanArticle.ReplaceAllString(article, "art. $1-$2")
		return slices.ContainsFunc(sources, func(s string) bool {
			return strings.Contains(s, law) && strings.Contains(s, article) || strings.Contains(s, strings.TrimSuffix(english, "-"))
		})
	})
}

func printed(t *testing.T, name string, outcomes []calibration.Outcome) float64 {
	t.Helper()
	bins := calibration.Bins(outcomes)
	for _, b := range bins {
		t.Logf("%s: %.1f to %.1f: %3d answers, said %.2f, right %.2f", name, b.From, b.To, b.Count, b.Said, b.Right)
	}
	e := calibration.Error(bins)
	t.Logf("%s: %d answers, calibration error %.3f", name, len(outcomes), e)
	return e
}

// TestConfidenceMeansSomething counts how often answers of a confidence are
// right: of law, those that cite the article which answers the question.
func TestConfidenceMeansSomething(t *testing.T) {
	t.Parallel()
	var sure, unsure []calibration.Outcome
	for name, set := range map[string]struct {
		files []string
		most  float64
	}{
		"fitted to": {[]string{"questions.yaml"}, 0.20},
		"others":    {[]string{"holdout.yaml", "english.yaml"}, 0.20},
	} {
		var outcomes []calibration.Outcome
		for _, file := range set.files {
			for _, q := range lawQuestions(t, file) {
				s := carriedOut(t, q.Text, planning.DetectLanguage(q.Text))
				if s.AggregatedResults == nil {
					continue // guidance says nothing
				}
				m := compose(s).StructuredData.Metadata
				o := calibration.Outcome{Confidence: m.Confidence, Right: q.cites(m.Sources)}
				outcomes = append(outcomes, o)
				if o.Confidence >= 0.7 {
					sure = append(sure, o)
				} else {
					unsure = append(unsure, o)
				}
			}
		}
		if e := printed(t, name, outcomes); e > set.most {
			t.Errorf("%s: calibration error %.3f, want at most %.2f", name, e, set.most)
		}
	}
	if s, u := share(sure), share(unsure); s < 0.8 || s <= u {
		t.Errorf("right are %.2f of the sure answers and %.2f of the others: the confidence tells nothing", s, u)
	}
}

func share(outcomes []calibration.Outcome) float64 {
	n := 0
	for _, o := range outcomes {
		if o.Right {
			n++
		}
	}
	return float64(n) / float64(max(1, len(outcomes)))
}

package scoring

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/lineartest"
)

// checking asks for two concepts and one more; a false claim costs.
func checking() Rubric {
	return Rubric{
		Criteria: []Criterion{
			{Points: 50, Need: 2, Concepts: []Terms{{"ko": {"확인"}, "en": {"check", "verif"}}, {"ko": {"*공식 자료"}, "en": {"*official"}}}},
			{Points: 50, Concepts: []Terms{{"ko": {"알려", "*①"}, "en": {"tell"}}}},
		},
		Mistakes: []Mistake{{Terms: Terms{"ko": {"항상 정확"}, "en": {"always right"}}, Minus: 30}},
	}
}

func TestMark(t *testing.T) {
	t.Parallel()
	const question = "틀린 사실을 발견하면 공식 자료로 어떻게 확인하고 누구에게 알려 줄지 적어 주세요."
	for name, test := range map[string]struct {
		answer string
		want   int
	}{
		"whole":                          {"공식 자료로 먼저 확인합니다. 틀린 부분이 있으면 고쳐서 함께 쓰는 사람들에게도 바로 알려 드리겠습니다.", 100},
		"whole, in English":              {"First I check it against the official material, word by word. Then I tell the people who work with me what was wrong.", 100},
		"half of the concepts":           {"확인합니다.", 25},
		"a denied claim":                 {"확인하지 않습니다.", 0},
		"a denied claim in English":      {"I don't check anything.", 0},
		"a denial behind the claim":      {"Checking is not needed.", 0},
		"a condition denies nothing":     {"확인하지 않으면 위험합니다.", 25},
		"a condition in English":         {"If you don't check, you may be wrong.", 25},
		"a topic counts in any sentence": {"공식 자료는 보지 않습니다. 알려는 줍니다.", 25 + 50},
		"the second thing alone":         {"공식 자료가 새로 나왔습니다.", 0},
		"a topic that is waved aside":    {"공식 자료 같은 건 필요 없고 신경 쓰지 않아도 됩니다.", 0},
		"waved aside, in English":        {"The official material is not needed at all.", 0},
		"what is removed is no denial":   {"확인 절차의 군더더기를 없앱니다.", 25},
		"of no use":                      {"공식 자료는 소용이 없습니다.", 0},
		"of no use, in English":          {"The official pages are a waste of time.", 0},
		"whatever else there is":         {"사이트와 상관없이 공식 자료를 보고 알려 줍니다.", 25 + 50},
		"within another word":            {"I got my paycheck.", 0},
		"an ending of a word":            {"I verified it.", 25},
		"a sign":                         {"①", 50},
		"form without content":           {strings.Repeat("저는 오늘 공원에서 산책을 하고 커피를 마셨습니다. ", 3), 0},
		"one thing over and over":        {strings.Repeat("확인 ", 60), 25},
		"a mistake costs":                {"확인합니다. AI는 항상 정확합니다. 알려 줍니다.", 25 + 50 - 30},
		"a mistake that is denied":       {"확인합니다. AI가 항상 정확한 것은 아닙니다. 알려 줍니다.", 25 + 50},
		"the question copied":            {question, 0},
		"nothing":                        {" \n", 0},
	} {
		got := checking().Mark(test.answer, question)
		if got.Score != test.want {
			t.Errorf("%s: %d points, want %d: %+v", name, got.Score, test.want, got)
		}
	}
}

// Each mark names the words that earned it.
func TestEvidence(t *testing.T) {
	t.Parallel()
	got := checking().Mark("Well, I verify it on the official site! Then nothing.")
	want := []Mark{{Full, 50, []string{"I verify it on the official site"}}, {Credit: None}}
	if diff := cmp.Diff(want, got.Marks); diff != "" {
		t.Error(diff)
	}
	if slip := checking().Mark("AI is always right, they say.").Mistakes; len(slip) != 1 || slip[0].Evidence != "AI is always right" {
		t.Errorf("%+v", slip)
	}
}

// What is removed was there: 없애다 is no 없다.
func TestToRemoveIsNoLack(t *testing.T) {
	t.Parallel()
	r := Rubric{Criteria: checking().Criteria, Mistakes: []Mistake{{Terms: Terms{"ko": {"낭비 + 없"}}, Minus: 30}}}
	for answer, want := range map[string]int{"낭비가 없습니다.": 1, "낭비를 없앱니다.": 0} {
		if got := len(r.Mark(answer).Mistakes); got != want {
			t.Errorf("%s: %d mistakes", answer, got)
		}
	}
}

// What is true of one side alone is a mistake of the other, where a clause speaks of
// it; to compare two, to deny it or to name one on the way is none.
func TestSidesAreNotSwapped(t *testing.T) {
	t.Parallel()
	r := Rubric{Criteria: checking().Criteria, Mistakes: []Mistake{{
		Sides: []Terms{{"": {"세션", "session"}}, {"": {"토큰", "token"}}}, Told: []Terms{{"": {"서버에 저장", "on the server"}}, {"": {"무상태", "stateless"}}}, Voids: 2,
	}}}
	for answer, want := range map[string]int{
		"세션은 무상태라서 늘리기 쉽습니다.":                   1,
		"쿠키 세션 방식은 늘리기 쉬운 무상태입니다.":              1,
		"세션은 무상태이고 토큰은 서버에 저장합니다.":              1,
		"Sessions are stateless.":               1,
		"A token lives on the server.":          1,
		"세션은 서버에 저장하고 토큰은 무상태입니다.":              0,
		"토큰은 서버에 저장하지 않습니다.":                    0,
		"세션은 무상태인 토큰과 달리 서버에 저장합니다.":            0,
		"서버가 토큰을 읽으면 끝이고 무상태입니다.":               0,
		"Unlike sessions tokens are stateless.": 0,
		"Sessions are not stateless.":           0,
	} {
		got := r.Mark(answer)
		if len(got.Mistakes) != want || want > 0 && (got.Marks[1].Credit != None || got.Mistakes[0].Evidence == "") {
			t.Errorf("%s: %+v", answer, got)
		}
	}
}

// A judge's awards are held to the answer; the points are the rubric's.
func TestReckon(t *testing.T) {
	t.Parallel()
	const answer = "먼저 공식 자료를 봅니다."
	got, wrong := checking().Reckon(answer, []Award{{1, Full, "공식자료"}, {2, Half, "봅니다"}})
	if got.Score != 75 || len(wrong) != 0 || got.Marks[0].Evidence[0] != "공식자료" {
		t.Errorf("%+v %q", got, wrong)
	}
	_, wrong = checking().Reckon(answer, []Award{{1, Full, "데이터"}, {1, Half, "봅니다"}, {3, Full, "봅니다"}})
	_, more := checking().Reckon(answer, []Award{{2, "most", "봅니다"}})
	wrong = append(wrong, more...)
	for _, part := range []string{"criterion 2: no such credit", "criterion 1: the quote does not stand", "criterion 1 is marked twice", "no criterion 3", "criterion 2 is not marked"} {
		if !slices.ContainsFunc(wrong, func(w string) bool { return strings.Contains(w, part) }) {
			t.Errorf("no %q in %q", part, wrong)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	if flaws := checking().Check(); len(flaws) != 0 {
		t.Errorf("%+v", flaws)
	}
	for path, change := range map[string]func(*Rubric){
		"criteria":                func(r *Rubric) { r.Criteria[0].Points = 60 },
		"criteria[1]":             func(r *Rubric) { r.Criteria[1].Points = 0 },
		"criteria[0].need":        func(r *Rubric) { r.Criteria[0].Need = 3 },
		"criteria[1].concepts[0]": func(r *Rubric) { r.Criteria[1].Concepts = []Terms{{"ko": {"*"}}} },
		"mistakes[0]":             func(r *Rubric) { r.Mistakes[0].Minus = 0 },
		"mistakes[0].sides":       func(r *Rubric) { r.Mistakes[0].Sides = []Terms{{"ko": {"세션"}}} },
		"mistakes[0].terms":       func(r *Rubric) { r.Mistakes[0].Terms = Terms{"ko": {" "}} },
	} {
		r := checking()
		change(&r)
		if flaws := r.Check(); !slices.ContainsFunc(flaws, func(f datafile.Flaw) bool { return f.Path == path }) {
			t.Errorf("%s: %+v", path, flaws)
		}
	}
}

// Whatever an answer repeats, marking takes a time that its length bounds.
func TestMarkingIsLinear(t *testing.T) { //nolint:paralleltest // it measures time
	lineartest.Check(t, "answer", func(text string) { checking().Mark(text+"확인하지 않고 don't check "+text, "question") })
	sided := Rubric{Mistakes: []Mistake{{Sides: []Terms{{"": {"세션"}}, {"": {"토큰"}}}, Told: []Terms{{"": {"저장"}}, {"": {"무상태"}}}}}}
	lineartest.CheckUnits(t, "sides", []string{"세션은 ", "세션은 토큰은 ", "세션 토큰은 무상태 "}, func(text string) { sided.Mark(text) })
}

func FuzzMark(f *testing.F) {
	f.Add("확인하지 않으면, 알려 줍니다.", "question")
	f.Add("I don't\xff check ①", "")
	f.Fuzz(func(t *testing.T, answer, given string) {
		got := checking().Mark(answer, given)
		if got.Score < 0 || got.Score > Whole {
			t.Errorf("%+v", got)
		}
	})
}

// What earned nothing is told, so that somebody else can read it.
func TestUnread(t *testing.T) {
	t.Parallel()
	got := checking().Mark("공식 자료로 확인합니다. 두 사람이 따로 읽어 봅니다, AI는 항상 정확합니다. 그렇습니다.")
	if diff := cmp.Diff([]string{"두 사람이 따로 읽어 봅니다"}, got.Unread); diff != "" {
		t.Error(diff)
	}
}

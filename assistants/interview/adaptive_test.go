package interview

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/interview/ability"
	"github.com/madang-dev/madang/assistants/interview/packs"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/scoring"
)

// interviewed is an interview in which each answer earns what a function says.
func interviewed(t *testing.T, v *interviewer, chat, plan string, score func(difficulty int) int) *InterviewState {
	t.Helper()
	s := &InterviewState{ChatSessionID: chat}
	s.Task.Plan, s.Task.QuestionPool, s.Task.Wanted, s.Task.Held = plan, v.bank().pool(v.bank().plan(plan)), 20, 1
	for v.ended(s) == "" {
		q := v.choose(s)
		asked := AskedQuestion{PoolQuestion: q.pooled(), Score: score(q.Difficulty)}
		s.Task.QuestionsAsked = append(s.Task.QuestionsAsked, v.closed(s, asked))
	}
	return s
}

// No question comes twice, no category of several three times in a row, each near
// its quota, and none of another field; good answers lead up and weak ones down; and the same session asks the
// same again.
func TestQuestionsFollowTheAnswers(t *testing.T) {
	t.Parallel()
	v, err := newInterviewer(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range v.bank().settings.Plans {
		firsts := map[string]bool{}
		for n := range 12 {
			chat := fmt.Sprintf("session-%d", n)
			able := interviewed(t, v, chat, p.Key, func(d int) int { return 100 * assistant.Flag(d < 80) })
			weak := interviewed(t, v, chat, p.Key, func(d int) int { return 100 * assistant.Flag(d < 20) })
			if again := interviewed(t, v, chat, p.Key, func(d int) int { return 100 * assistant.Flag(d < 80) }); !cmp.Equal(able, again) {
				t.Errorf("%s %s: asked otherwise at the second time", p.Key, chat)
			}
			asked := able.Task.QuestionsAsked
			firsts[asked[0].ID] = true
			if d := asked[0].Difficulty; d < 40 || d > 60 {
				t.Errorf("%s: begins at %d", p.Key, d)
			}
			if asked[1].Difficulty <= asked[0].Difficulty || weak.Task.QuestionsAsked[1].Difficulty >= asked[0].Difficulty {
				t.Errorf("%s: %d leads to %d or %d", p.Key, asked[0].Difficulty, asked[1].Difficulty, weak.Task.QuestionsAsked[1].Difficulty)
			}
			if able.estimate().Theta < weak.estimate().Theta+1 {
				t.Errorf("%s: %v and %v", p.Key, able.estimate(), weak.estimate())
			}
			seen, count := map[string]bool{}, map[string]int{}
			for i, q := range asked {
				if seen[q.ID] {
					t.Errorf("%s: %s is asked twice", p.Key, q.ID)
				}
				seen[q.ID] = true
				count[q.Category]++
				if len(p.Quotas) > 1 && i >= 2 && asked[i-1].Category == q.Category && asked[i-2].Category == q.Category {
					t.Errorf("%s: three of %s in a row", p.Key, q.Category)
				}
			}
			for _, quota := range p.Quotas {
				if want := float64(quota.Share*len(asked)) / 100; float64(count[quota.Category]) < want-1.5 || float64(count[quota.Category]) > want+1.5 {
					t.Errorf("%s: %d of %s, want %.1f of %d", p.Key, count[quota.Category], quota.Category, want, len(asked))
				}
			}
		}
		if len(firsts) < 2 {
			t.Errorf("%s: everybody is asked the same first", p.Key)
		}
	}
}

// sharpened gives questions discriminations around 1, one of four after another.
func sharpened(pool []PoolQuestion) []PoolQuestion {
	for i := range pool {
		pool[i].Discrimination = []float64{0.6, 1, 1.4, 1.8}[i%4]
	}
	return pool
}

// Takers whose ability is known are found again by the questions that are chosen
// for them from the bank: without bias, and within the interval as often as it
// promises.
func TestSimulatedCandidatesAreRecovered(t *testing.T) {
	t.Parallel()
	v, err := newInterviewer(Config{})
	if err != nil {
		t.Fatal(err)
	}
	all := func(r *rand.Rand, p float64) int { return 100 * assistant.Flag(r.Float64() < p) }
	points := func(r *rand.Rand, p float64) (score int) { // five, each earned or not
		for range 5 {
			score += 20 * assistant.Flag(r.Float64() < p)
		}
		return score
	}
	const seeds = 4
	for _, c := range []struct {
		name   string
		plan   string
		wanted int
		sharp  bool
		answer func(*rand.Rand, float64) int
	}{
		{"as many as the settings", "backend", 0, false, all},
		{"a dozen", "mixed", 12, false, all},
		{"sharp and blunt ones", "data", 0, true, all},
		{"key points", "frontend", 0, false, points},
	} {
		within, takers := 0, 300
		if testing.Short() {
			takers = 160
		}
		for seed := range uint64(seeds) {
			r := rand.New(rand.NewPCG(seed, 18))
			bias := 0.0
			for n := range takers {
				truth := math.Sqrt2 * math.Erfinv(2*(float64(n)+r.Float64())/float64(takers)-1) // of each part of the population
				s := &InterviewState{ChatSessionID: fmt.Sprintf("taker-%d-%d", seed, n)}
				s.Task.Plan, s.Task.QuestionPool, s.Task.Wanted = c.plan, v.bank().pool(v.bank().plan(c.plan)), c.wanted
				if c.sharp {
					s.Task.QuestionPool = sharpened(s.Task.QuestionPool)
				}
				for len(s.Task.QuestionsAsked) < v.limit(s) {
					id := v.choose(s).ID
					q := s.Task.QuestionPool[slices.IndexFunc(s.Task.QuestionPool, func(p PoolQuestion) bool { return p.ID == id })]
					s.Task.QuestionsAsked = append(s.Task.QuestionsAsked, AskedQuestion{PoolQuestion: q, Score: c.answer(r, q.item().P(truth))})
				}
				e := s.estimate()
				bias += e.Theta - truth
				within += assistant.Flag(e.Low() <= truth && truth <= e.High())
			}
			if bias /= float64(takers); math.Abs(bias) >= 0.1 {
				t.Errorf("%s, seed %d: bias %.3f", c.name, seed, bias)
			}
		}
		if share := float64(within) / float64(seeds*takers); share < 0.88 {
			t.Errorf("%s: %.3f of the intervals hold", c.name, share)
		}
	}
}

// A question that tells more sharply moves the ability further, and is asked
// before others of its difficulty.
func TestSharpQuestionsTellMore(t *testing.T) {
	t.Parallel()
	text, err := packs.FS.ReadFile("backend.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v, err := newInterviewer(Config{PacksDir: folder(t, "backend.yaml", strings.Replace(string(text), "difficulty: 12\n", "difficulty: 12\n    discrimination: 2\n", 1))})
	if err != nil {
		t.Fatal(err)
	}
	sharp, plain := v.bank().questions["backend-01"].pooled(), v.bank().questions["backend-02"].pooled()
	plain.Difficulty = sharp.Difficulty
	after := func(p PoolQuestion) ability.Estimate {
		s := &InterviewState{}
		s.Task.QuestionsAsked = []AskedQuestion{{PoolQuestion: p, Score: 100}}
		return s.estimate()
	}
	if got, want := after(sharp), ability.Estimated([]ability.Response{{Item: ability.Item{Discrimination: 2, Difficulty: ability.Logits(12)}, Score: 1}}); got != want || got == after(plain) {
		t.Errorf("%v behind it, want %v, and %v behind another", got, want, after(plain))
	}
	s := &InterviewState{}
	s.Task.Plan = "backend"
	for _, p := range v.bank().pool(v.bank().plan("backend")) {
		p.Difficulty, p.Discrimination = 50, 0
		if len(s.Task.QuestionPool) >= 10 && len(s.Task.QuestionPool) < 15 {
			p.Discrimination = 2
		}
		s.Task.QuestionPool = append(s.Task.QuestionPool, p)
	}
	for n := range 20 {
		s.ChatSessionID = fmt.Sprintf("session-%d", n)
		asked := v.choose(s).ID
		if i := slices.IndexFunc(s.Task.QuestionPool, func(p PoolQuestion) bool { return p.ID == asked }); s.Task.QuestionPool[i].Discrimination != 2 {
			t.Errorf("%s is asked first", asked)
		}
	}
}

// It ends by precision, by number or by time, and a pause is no time of talking.
func TestWhatEndsAnInterview(t *testing.T) {
	t.Parallel()
	v, err := newInterviewer(Config{})
	if err != nil {
		t.Fatal(err)
	}
	long := interviewed(t, v, "session-1", "mixed", func(d int) int { return 100 * assistant.Flag(d < 50) })
	if n := long.scored(); v.ended(long) != endedByPrecision || n < 12 || n >= maxWanted || long.estimate().SE >= v.bank().settings.Limits.Precision {
		t.Errorf("%d of %d questions, %v: ended by %q", n, maxWanted, long.estimate(), v.ended(long))
	}
	short := *long
	short.Task.QuestionsAsked, short.Task.Wanted = long.Task.QuestionsAsked[:2], 3
	if by := v.ended(&short); by != "" {
		t.Errorf("ended by %q behind 2 of 3", by)
	}
	short.Task.Wanted = 2
	if by := v.ended(&short); by != endedByNumber {
		t.Errorf("ended by %q behind 2 of 2", by)
	}
	short.Task.Wanted, short.Task.CurrentQuestion = 3, &CurrentQuestion{}
	limits, at := v.bank().settings.Limits, time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	short.spend(at, limits.Break)
	for range limits.Minutes / limits.Break {
		if by := v.ended(&short); by != "" {
			t.Errorf("ended by %q after %d s", by, short.Task.ActiveSeconds)
		}
		at = at.Add(24 * time.Hour)
		short.spend(at, limits.Break)
	}
	if by := v.ended(&short); by != endedByTime {
		t.Errorf("ended by %q after %d s", by, short.Task.ActiveSeconds)
	}
}

// A hint halves its point, a wrong fact takes it, names alone earn half, and
// nothing is earned by the words of a hint.
func TestMarks(t *testing.T) {
	t.Parallel()
	q := builtIn(t).questions["frontend-04"]
	full := "var는 함수 스코프이고 let과 const는 블록 스코프입니다. 재할당은 const만 안 됩니다. 호이스팅은 모두 되지만 let은 TDZ가 있습니다. const는 참조를 고정할 뿐 객체의 속성은 바꿀 수 있습니다."
	for name, c := range map[string]struct {
		change func(c *CurrentQuestion)
		answer string
		least  int
		most   int
	}{
		"all points":          {nil, full, 100, 100},
		"a hint halves":       {func(c *CurrentQuestion) { c.Hinted = []int{1} }, full, 87, 88},
		"a wrong fact":        {nil, "const로 선언하면 객체의 속성도 변경할 수 없습니다. 재할당도 안 됩니다.", 25, 25},
		"denied":              {nil, "const는 완전히 불변이 아니라 참조만 고정됩니다.", 12, 50},
		"swapped":             {nil, "var는 블록 스코프이고 let은 함수 스코프입니다.", 0, 0},
		"names alone":         {nil, "호이스팅 재할당", 24, 26},
		"the hint's own name": {func(c *CurrentQuestion) { c.Hinted = []int{2} }, "재할당 가능 여부", 0, 0},
		"two told wrong":      {nil, "var는 블록 스코프입니다. const로 선언하면 객체의 속성도 변경할 수 없습니다. 호이스팅은 모두 되고 let은 TDZ가 있습니다.", 12, 13},
		"nothing":             {nil, "", 0, 0},
	} {
		current := &CurrentQuestion{PoolQuestion: q.pooled(), Answers: []string{c.answer}}
		if c.change != nil {
			c.change(current)
		}
		if r := q.mark(current); r.Score < c.least || r.Score > c.most {
			t.Errorf("%s: %d, want %d to %d: %+v", name, r.Score, c.least, c.most, r)
		}
	}
	if r := q.mark(&CurrentQuestion{Answers: []string{full}}); r.Marks[2].Credit != scoring.Full || len(r.Marks[2].Evidence) == 0 {
		t.Errorf("no words are quoted: %+v", r.Marks[2])
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"제 번호는 010-1234-5678입니다":                       "제 번호는 010-****-5678입니다",
		"서울특별시 강남구 테헤란로 123에 삽니다":                      "***에 삽니다",
		"강남구 테헤란로 12 101동 1203호에 살아요":                  "***에 살아요",
		"I live at 123 Teheran-ro, Gangnam-gu apt 402": "I live at ***",
		"passport M123A4567":                           "passport ***",
		"프론트엔드로 3문제만 해볼게요":                             "프론트엔드로 3문제만 해볼게요",
		"기준으로 3개를 나누고 p99 200ms로 잡습니다":                 "기준으로 3개를 나누고 p99 200ms로 잡습니다",
		"HTTP 404와 500, base64, SHA256":                "HTTP 404와 500, base64, SHA256",
	} {
		got := guard.HideContacts(text)
		if got != want || guard.HideContacts(got) != got {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// An answer that holds the words of a wish is an answer.
func TestAnswersAreNoWishes(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	q := b.questions["behavioural-16"]
	for text, want := range map[string]string{
		"먼저 상황을 기록하고 관계자에게 보고한 다음 살폈습니다": intentAnswer,
		"분기 보고서를 만들어 팀 전체와 나누었습니다":       intentAnswer,
		"합격 기준을 다시 세우고 함께 지켰습니다":         intentAnswer,
		"누가 이걸 보나요?":     intentPrivacy,
		"보고서 주세요":        intentReport,
		"제가 합격할 수 있을까요?": intentVerdict,
		"답을 좀 고쳐도 될까요?":  intentRedo,
		"잘 모르겠습니다":       intentAtLoss,
		"정확히는 모르겠지만 그 일을 팀에 먼저 알렸습니다":                   intentAnswer,
		"I am not sure, but I would ask the team first": intentAnswer,
	} {
		if got := b.read(text, atQuestion, q).Intent; got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

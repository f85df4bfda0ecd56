package tutor

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
	"github.com/madang-dev/madang/state"
)

// seat brings a new chat to a place of the first chapter's lesson.
func (c *classroom) seat(place, language string) TutorState {
	c.t.Helper()
	words := map[string][]string{"ko": {"입문", "퀴즈", "주관식"}, "en": {"beginner", "quiz", "written question"}}[language]
	c.enter("")
	if place == "level" {
		return TutorState{}
	}
	s := c.say(words[0]).state
	switch place {
	case "choice":
		s = c.say(words[1]).state
	case "written":
		s = c.say(words[2]).state
	case "pass", "fail":
		c.say(words[1])
		s = c.say(map[string]string{"pass": "1", "fail": "2"}[place]).state
	}
	return s
}

// Why a choice is wrong is told of the one that is asked about, and the marks
// stay as they are.
func TestWhyWrong(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	before := c.seat("fail", "ko")
	q := builtIn(t).questions[before.CurrentQuestionNumber]
	for say, n := range map[string]int{"왜 틀렸어요?": 2, "3번은 왜 아니에요?": 3, "4번은 왜 안 되죠": 4} {
		got := c.say(say)
		if !strings.Contains(got.text, q.reason(n).In("ko")) || got.state.IsAnswerCorrect != before.IsAnswerCorrect {
			t.Errorf("%q: %s", say, got.text)
		}
	}
}

// A choice named in doubt is marked on assent, and not before; stopping and
// resuming find the question where it was.
func TestTentativeChoice(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	c.seat("choice", "ko")
	for _, say := range []string{"혹시 1번?", "아니요", "네", "1번 맞나?", "오늘은 그만할게요", "이어서 할게요"} {
		if got := c.say(say); !got.state.QuestionOpen {
			t.Fatalf("%q closes the question: %s", say, got.text)
		}
	}
	c.say("혹시 1번?")
	if got := c.say("네"); got.state.QuestionOpen || !got.state.Evaluation.Passed {
		t.Errorf("assent marks nothing: %s", got.text)
	}
}

// Who still does not understand hears no explanation twice in a row.
func TestNothingIsExplainedTwice(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	c.seat("theory", "ko")
	c.say("토큰이 뭐예요?") // the example is behind
	seen := map[string]bool{}
	for range 3 {
		if got := c.say("잘 모르겠어요"); seen[got.text] {
			t.Errorf("the same once more:\n%s", got.text)
		} else {
			seen[got.text] = true
		}
	}
}

// A foreign word or two turn no language; a message does, as a whole.
func TestForeignWords(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	c.say("입문")
	for _, test := range []struct{ say, want string }{{"ok", "ko"}, {"quiz please", "ko"}, {"hint", "ko"}, {"what does it mean to generate?", "en"}, {"네", "en"}, {"토큰이 뭐예요?", "ko"}} {
		if got := c.say(test.say).state.Language; got != test.want {
			t.Errorf("%q turns it to %s", test.say, got)
		}
	}
}

// What learners say next, at each place of a lesson: which act it is, and
// whether the lesson stays where it was.
func TestActs(t *testing.T) { //nolint:tparallel // one classroom
	t.Parallel()
	c := newClassroom(t, nil)
	for _, test := range []struct {
		at, say, intent string
		stays           bool
	}{
		{"choice", "4번 갈게요", intentAnswer, false},
		{"choice", "둘 중에 고민되네요 1번이랑 3번", intentSeveral, true},
		{"choice", "혹시 2번일까요", intentTentative, true},
		{"choice", "아니다 1번 말고 2번이요", intentAnswer, false},
		{"choice", "감이 안 잡혀요", intentAtLoss, true},
		{"choice", "살짝만 귀띔해 주세요", intentHint, true},
		{"choice", "힌트 보면 불이익 있어요?", "hint_rule", true},
		{"choice", "내일 이어서 할게요", intentStop, true},
		{"choice", "이 문제는 넘길게요", intentSkip, false},
		{"choice", "보기 좀 다시 읽어 줘", intentQuestionAgain, true},
		{"choice", "can I get a nudge", intentHint, true},
		{"choice", "I'd like to pause here", intentStop, true},
		{"choice", "음 데이터에서 배운 패턴으로 새 글을 쓰는 것이지 문서를 찾아 보여 주는 것은 아닌 걸로 아는데 마지막 말은 자신이 없네요", intentQuestion, true},
		{"choice", "I guess it has learned from lots of text and data and makes something new, and it never really looks anything up. No idea about the last part though", intentTentative, true},
		{"theory", "저녁에 다시 할래요", intentStop, true},
		{"theory", "oh that is more than enough for my poor head to hold", intentUnclear, true},
		{"theory", "hm, who knew that", "small_talk", true},
		{"theory", "세상에, 그런 줄은 몰랐네요", "small_talk", true},
		{"theory", "I'll go over that some other day, give me one question for now", intentQuiz, false},
		{"theory", "그 얘기는 동료한테 다시 물어봐야겠어요. 배운 걸로 스스로 풀어 볼 질문 두 개만 내 주세요", intentQuiz, false},
		{"theory", "한 문제씩 주시면 좋겠어요", "one_by_one", true},
		{"theory", "please give me one at a time", "one_by_one", true},
		{"theory", "다음 장으로 바로 넘어갈게요", intentChapter, false},
		{"fail", "다음 단원으로 가죠", intentChapter, false},
		{"theory", "문제 하나만 더 어려운 쪽으로 내 주실래요", intentQuiz, false},
		{"theory", "환각 얘기는 저녁에 다시 할래요. 지금은 문제로 하나 내 주세요", intentQuiz, false},
		{"written", "다른 문제로 주세요", intentSkip, false},
		{"written", "환각은 AI가 사실을 아는 능력이다", intentAnswer, false},
		{"theory", "좀 더 쉽게 풀어서 말해 줘", "easier", true},
		{"theory", "핵심만 짚어 줘", "summary", true},
		{"theory", "실생활 예를 하나 들어 줄래요?", "example", true},
		{"theory", "ok got it, quiz me", intentQuiz, false},
		{"theory", "이해가 잘 안 가요", intentAtLoss, true},
		{"theory", "저는 이 정도는 알아요. 더 깊게 알려 주세요", "deeper", true},
		{"fail", "내 답은 왜 틀린 거죠", "why", true},
		{"fail", "채점이 잘못된 것 같아요", "dispute", true},
		{"fail", "같은 문제 말고 다른 문제로 다시 풀래요", intentQuiz, false},
		{"pass", "2장 공부할래요", intentChapter, false},
		{"pass", "잠깐, 정답이 그거인 이유가 궁금해요", "why", true},
		{"pass", "오늘 점심 뭐 먹지", intentQuestion, true},
		{"level", "이전에 하던 데서 계속할게요", "resume", true},
		{"theory", "please speak Korean", intentKorean, true},
		{"theory", "너 사람이야?", "about", true},
		{"pass", "아 잠만 3번으로 고칠래요", "late_answer", true},
		{"choice", "답 2번으로 제출", intentAnswer, false},
		{"choice", "음 3번...? 확실하진 않아요", intentTentative, true},
		{"choice", "B or C, I can't decide", intentSeveral, true},
		{"choice", "전혀 감이 없네", intentAtLoss, true},
		{"choice", "one more hint", intentHint, true},
		{"choice", "이만 자러 갈게요", intentStop, true},
		{"choice", "what was the question again?", intentQuestionAgain, true},
		{"written", "잘 모르겠는데 어떻게 써야 하죠", intentAtLoss, true},
		{"written", "pass on this", intentSkip, false},
		{"written", "집에 가야 해서 그만할게요", intentStop, true},
		{"theory", "한 문장으로 줄이면?", "summary", true},
		{"theory", "could you give me a concrete example?", "example", true},
		{"theory", "말이 너무 어렵다", "easier", true},
		{"theory", "이제 문제 풀어볼래", intentQuiz, false},
		{"fail", "어느 부분이 부족했나요", "why", true},
		{"fail", "이건 억지 아닌가요, 제 답도 맞잖아요", "dispute", true},
		{"fail", "한 번 더 도전할게", intentNext, false},
		{"pass", "다음 진도 나가요", intentNext, false},
		{"pass", "what's my score so far", intentProgress, true},
		{"theory", "3장으로 건너뛸게요", intentChapter, false},
		{"theory", "하하 재밌네요", "small_talk", true},
		{"theory", "답변을 영어로 바꿔 주실래요", intentEnglish, true},
	} {
		t.Run(test.at+" "+test.say, func(t *testing.T) { //nolint:paralleltest // one classroom
			before := c.seat(test.at, "ko")
			got := c.say(test.say)
			s := got.state
			if s.Turn.Intent != test.intent || strings.Contains(got.text, "⟨") {
				t.Errorf("%q is %s, want %s:\n%s", test.say, s.Turn.Intent, test.intent, got.text)
			}
			stays := s.CurrentChapter == max(before.CurrentChapter, 1) && s.QuestionOpen == before.QuestionOpen &&
				s.CurrentQuestionNumber == before.CurrentQuestionNumber && s.place() == before.place()
			if stays != test.stays {
				t.Errorf("%q stays: %v, want %v (%+v)", test.say, stays, test.stays, s.Turn)
			}
		})
	}
}

func TestExamples(t *testing.T) {
	t.Parallel()
	dialogtest.Examples(t, files, "examples", 0.8)
	for _, label := range examples.Labels() {
		if intent := meant(label, atFeedback); actOf(intent).intent != intent {
			t.Errorf("%s is no act", label)
		}
	}
}

// A level that was suggested begins with the assent that follows at once, and with no
// other.
func TestASuggestedLevel(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	if got := c.say("입문으로 시작했다가 나중에 바꿔도 되죠?"); got.state.UserType != "" || got.state.Suggested != Beginner {
		t.Errorf("a question chose %q, suggested %q", got.state.UserType, got.state.Suggested)
	}
	if got := c.say("네 시작해주세요"); got.state.UserType != Beginner {
		t.Errorf("assent chose %q", got.state.UserType)
	}
	c = newClassroom(t, nil)
	c.say("회사에서 쓰려고요")
	c.say("오늘 날씨 어때요?")
	if got := c.say("네"); got.state.UserType != "" {
		t.Errorf("assent to nothing chose %q", got.state.UserType)
	}
}

// A question before there is a level is one of what was talked about, for beginners,
// and says so.
func TestQuizBeforeALevel(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	for _, test := range []struct {
		before, say, level, kind string
		chapter                  int
	}{
		{"", "퀴즈 하나 내주세요", Beginner, MultipleChoice, 1},
		{"", "주관식 문제 하나 주세요", Beginner, Subjective, 1},
		{"환각이 뭐예요?", "퀴즈 한번 풀어 볼래요", Beginner, MultipleChoice, 4},
		{"회사에서 업무에 쓰고 있어요", "문제 하나만 내 주세요", Advanced, MultipleChoice, 1},
		{"what is hallucination?", "quiz me on it", Beginner, MultipleChoice, 4},
	} {
		c.seat("level", "ko")
		if test.before != "" {
			c.say(test.before)
		}
		got := c.say(test.say)
		if s := got.state; s.UserType != test.level || s.CurrentChapter != test.chapter || s.CurrentQuestionType != test.kind || !s.QuestionOpen {
			t.Errorf("%q behind %q: %s, chapter %d, %s: %s", test.say, test.before, s.UserType, s.CurrentChapter, s.CurrentQuestionType, got.text)
		}
	}
}

// Who has chosen no level and wants something of a lesson gets it of the chapter that is
// named or was talked about, is told which, and is in that lesson; bare assent and what
// only tells something begin none.
func TestLessonBeforeALevel(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	for _, test := range []struct {
		before, say, has string
		chapter          int // 0 is none
	}{
		{"", "5장 공부하고 싶어요", "## 5장.", 5},
		{"", "lesson 2, start please", "## Chapter 2.", 2},
		{"저작권은 어느 장에서 배워요?", "응 그걸로 시작하자", "## 7장.", 7},
		{"저작권은 어느 장에서 배워요?", "ㅇㅋ 그거 하자. 어제 남의 그림 올렸다가 크게 혼났거든요", "## 7장.", 7},
		{"환각이 뭐예요?", "이제 시작해 주세요", "## 4장.", 4},
		{"", "두 줄로 요약해 줘", "핵심 정리", 1},
		{"", "예시 하나 보여 주세요", "예를 들어 보겠습니다", 1},
		{"환각이 뭐예요?", "네", "배우시려면", 0},
		{"환각이 뭐예요?", "이런 건 건너뛰어도 되면 그냥 넘어가자", "배우시려면", 0},
		{"", "오늘은 그냥 6장 해 볼까 싶네", "## 6장.", 6},
		{"", "챕터 2 ㄱㄱ", "## 2장.", 2},
		{"", "99장으로 가자", "1장부터 11장까지", 0},
		{"", "포르투갈어 배우고 싶습니다", "과정은 없습니다", 0},
		{"", "인공지능 좀 가르쳐 줘요", "## 1장.", 1},
		{"", "저는 서른아홉이고 꽃집을 해요. 요즘 다들 인공지능을 쓴다길래 궁금해졌습니다. 맨 처음부터 차근차근 배우고 싶어요", "## 1장.", 1},
		{"", "반갑습니다. 고등학교에서 국어를 가르치는데 아이들 때문에 저작권을 똑바로 공부하고 싶습니다. AI는 가끔 써 봤어요", "## 7장.", 7},
		{"", "Hello, I run a flower shop and I want to learn about AI and privacy. I use it now and then", "## Chapter 7.", 7},
		{"", "안녕하세요. 초등학교 교사입니다.", "어떤 과정으로", 0},
		{"", "문서 요약 퀴즈만 할래요, 쉬운 걸로", "5장 퀴즈", 5},
	} {
		c.seat("level", "ko")
		if test.before != "" {
			c.say(test.before)
		}
		got := c.say(test.say)
		s := got.state
		if !strings.Contains(got.text, test.has) || (s.UserType == Beginner) != (test.chapter > 0) || test.chapter > 0 && s.CurrentChapter != test.chapter {
			t.Errorf("%q behind %q: %q, chapter %d: %s", test.say, test.before, s.UserType, s.CurrentChapter, got.text)
		}
		if told := strings.Contains(got.text, "고르지 않으셔서") || strings.Contains(got.text, "No course is chosen"); told != (test.chapter > 0) {
			t.Errorf("%q: what is assumed is told: %v", test.say, told)
		}
	}
}

// What is wanted of a chapter that is named is of that chapter, wherever the lesson is; a
// number that names none moves nothing.
func TestOfANamedChapter(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	for _, test := range []struct {
		seat, say, has string
		chapter        int
		at             place
	}{
		{"level", "5장 객관식 하나만 내주세요", "5장 퀴즈 · 객관식", 5, atQuiz},
		{"level", "7장 퀴즈를 글로 쓰는 걸로 풀어 보고 싶어요", "7장 퀴즈 · 주관식", 7, atQuiz},
		{"level", "8장이 가물가물해요 요약해 줘", "핵심 정리", 8, atTheory},
		{"level", "점심 먹고 왔어요 3장 기초부터 할게요", "## 3장.", 3, atTheory},
		{"level", "Let us begin with chapter 6. In English please", "## Chapter 6.", 6, atTheory},
		{"level", "첫 번째 과정으로 부탁드릴게요", "## 1장.", 1, atTheory},
		{"theory", "4장 문제 풀래요", "4장 퀴즈", 4, atQuiz},
		{"theory", "1장 문제 풀래요", "1장 퀴즈", 1, atQuiz},
		{"theory", "6장 요약해 줘", "## 6장.", 6, atTheory},
		{"fail", "5장 퀴즈 하나 내줘", "5장 퀴즈", 5, atQuiz},
		{"theory", "88장 퀴즈로 가자", "1장부터 11장까지", 1, atTheory},
	} {
		c.seat(test.seat, "ko")
		got := c.say(test.say)
		if s := got.state; !strings.Contains(got.text, test.has) || s.CurrentChapter != test.chapter || s.place() != test.at {
			t.Errorf("%q at %s: chapter %d, %s: %.200s", test.say, test.seat, s.CurrentChapter, s.place(), got.text)
		}
	}
}

// What marks rest on, and whether something has to be known, is told at once and moves
// nothing.
func TestAboutMarks(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	for say, want := range map[string]string{
		"합격하려면 몇 점이 넘어야 통과인가요": "60점부터 통과", "이것도 시험에 나와요?": "자기 말로", "채점 점수가 부당해요": "채점한 답이 없습니다",
	} {
		before := c.seat("choice", "ko")
		if got := c.say(say); !strings.Contains(got.text, want) || got.state.place() != before.place() || got.state.CurrentQuestionNumber != before.CurrentQuestionNumber {
			t.Errorf("%q: %s", say, got.text)
		}
	}
}

// What one has understood is not judged, and told so, with what the course says of it.
func TestOwnWordsAreNotJudged(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	for say, want := range map[string]string{
		"검색은 있는 글을 찾아오고 생성형 AI는 글을 새로 쓰는 거다, 이렇게 이해하면 될까요?":              "견주어 보세요",
		"so hallucination just means it makes things up. is that right?": "Yes, that is right.",
		"그러니까 우산 같은 거네, 내가 이해한 거 맞지?":                                    "핵심 정리",
	} {
		c.seat("theory", "ko")
		if got := c.say(say); !strings.Contains(got.text, want) || got.response.Type != state.ResponseAnswer {
			t.Errorf("%q: %s", say, got.text)
		}
	}
}

// A lesson that is to be short tells the key points for the explanation.
func TestBriefLesson(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	c.seat("level", "ko")
	if got := c.say("1장부터 시작해요, 짧게요"); !strings.Contains(got.text, "핵심 정리") || strings.Contains(got.text, "생활 속 예") || got.state.place() != atTheory {
		t.Errorf("%s", got.text)
	}
}

// A text that is sent for marking where no question is open is not marked.
func TestOwnText(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	text := builtIn(t).questions[104].Explanation.In("ko")
	for say, at := range map[string]string{"제 글 좀 봐주세요. " + text: "level", text + " 이 글 채점해 주세요": "theory", "제 글 좀 봐주세요": "level"} {
		c.seat(at, "ko")
		if got := c.say(say); got.state.Evaluation != nil || !strings.Contains(got.text, "열려 있는 글쓰기 문제가 없어") {
			t.Errorf("%s: %.40q: %s", at, say, got.text)
		}
	}
}

// Who goes on from an open question leaves it, and is told which; the marks that are
// asked about behind a marking are those.
func TestOnward(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	for _, say := range []string{"다음으로 넘어가요", "다음", "그냥 넘어가죠", "move on please"} {
		left := c.seat("choice", "ko").CurrentQuestionNumber
		got := c.say(say)
		if got.state.CurrentQuestionNumber == left || !strings.Contains(got.text, builtIn(t).questions[left].Text.In(got.state.Language)) {
			t.Errorf("%q at %d: %s", say, left, got.text)
		}
	}
	for _, say := range []string{"몇 점이에요?", "뭐가 부족해요?", "어디를 보완하면 될까요", "what was my score?"} {
		c.seat("fail", "ko")
		if got := c.say(say); got.state.Turn.Intent != intentMarks && got.state.Turn.Intent != "why" {
			t.Errorf("%q: %s: %s", say, got.state.Turn.Intent, got.text)
		}
	}
	c.seat("fail", "ko")
	if got := c.say("지금까지 몇 점이에요?"); got.state.Turn.Intent != intentProgress {
		t.Errorf("all marks: %s", got.state.Turn.Intent)
	}
}

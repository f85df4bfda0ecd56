package interview

import (
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Who names a role that there is not, or tells of himself and names none, is asked the questions of every role; what
// answers something else is asked back, or is worth nothing and taken back on a word.
func TestAnswersFindTheirQuestion(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	if out := r.say("제약 영업 면접 연습하고 싶어요"); out.state.Task.Plan != behavioural || out.state.Task.CurrentQuestion == nil || !strings.Contains(out.text, "말씀하신 직무의 질문은 따로 없어") {
		t.Fatalf("a role that there is not: %s", out.text)
	}
	told := newRoom(t, nil)
	told.say("안녕하세요")
	for said, begins := range map[string]bool{"네": false, "처음인데 어떤 식으로 진행하면 되는지 먼저 설명해 주실 수 있나요?": false, "최근에 한 일은 채팅에서 답을 못 받는 비율을 줄이는 것이었습니다": true, "빠른답장 버튼을 넣어 미응답률이 41에서 29로 떨어졌습니다": true} {
		if out := told.say(said); begins != (out.state.Task.CurrentQuestion != nil) {
			t.Errorf("%q where a field was asked for: %s", said, out.text)
		}
		told = newRoom(t, nil)
		told.say("안녕하세요")
	}
	r.say("설득 질문 주세요")
	if out := r.say("쿠버네티스에서 파드는 컨테이너 하나 이상을 묶은 최소 배포 단위이고 디플로이먼트가 레플리카셋을 거쳐 파드의 수를 유지합니다"); out.state.scored() != 0 || out.state.Turn.Intent != intentUnsure {
		t.Errorf("an answer to nothing that was asked: %s", out.text)
	}
	r.say("백엔드로 바꿔 주세요")
	r.say("캐시 질문 주세요")
	if out := r.say("음 트랜잭션은 여러 작업을 하나로 묶는 것입니다. 중간에 실패하면 롤백됩니다."); out.state.scored() != 0 || !strings.Contains(out.text, "겹치는 말을 거의 찾지 못해") {
		t.Errorf("what another question is on: %s", out.text)
	}
	if out := r.say("SQL 인젝션은 입력이 쿼리로 실행되는 공격이고 준비된 문장으로 값을 따로 넘겨 막습니다."); out.state.scored() != 1 || out.state.last().Score != 0 {
		t.Errorf("an answer to another question: %s", out.text)
	}
	if out := r.say("그건 답이 아니었어요"); out.state.scored() != 0 || !strings.Contains(out.text, "점수에서 뺐") {
		t.Errorf("taken back: %s", out.text)
	}
}

// The way through an interview, with what every candidate can say besides
// answers.
func TestTheWayThrough(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	for _, turn := range []struct{ say, stage, has string }{
		{"안녕하세요", StageGreeting, "AI"},
		{"프론트엔드로 할게요", StageQuestioning, "질문 1/8"},
		{"힌트 주세요", StageQuestioning, "힌트 1/2"},
		{"질문이 무슨 뜻이에요?", StageQuestioning, "다른 말로"},
		{"모르겠습니다", StageQuestioning, "0점"},
		{"왜 그 점수예요?", StageQuestioning, "이렇게 나왔습니다"},
		{"오늘 날씨 어때?", StageQuestioning, "범위를 벗어나"},
		{"설명이 정말 좋네요", StageQuestioning, ""},
		{"더 쉬운 질문으로 해 주세요", StageQuestioning, "쉬운 질문으로"},
		{"그만할게요", StageFarewell, "검토자"},
	} {
		out := r.say(turn.say)
		if out.state.Task.InterviewStage != turn.stage || !strings.Contains(out.text, turn.has) {
			t.Errorf("%s: at %s, want %s with %q in\n%s", turn.say, out.state.Task.InterviewStage, turn.stage, turn.has, out.text)
		}
	}
	if s := r.state(); s.Evaluation.FinalEvaluationSummary != "" || s.FlowControl.HumanInLoopPayload.Status != ReviewPending {
		t.Errorf("before the review: %+v %+v", s.Evaluation, s.FlowControl)
	}
	if text := r.state().FlowControl.HumanInLoopPayload.Summary; !strings.Contains(text, "0점") || strings.Contains(text, "가장 좋았던") {
		t.Errorf("the best of nothing: %s", text)
	}
	if out := r.say("결과는 언제 나와요?"); out.response.Type != state.ResponseGuidance || !strings.Contains(out.text, "새 대화") {
		t.Errorf("while the review waits: %+v", out.response)
	}
	done := r.review(state.ActionModify, `{"summary":"성실합니다. 010-1234-5678"}`)
	if s := done.state; s.Task.InterviewStage != StageFinished || s.Evaluation.FinalEvaluationSummary != "성실합니다. 010-****-5678" {
		t.Errorf("behind the review: %s %+v", s.Task.InterviewStage, s.Evaluation)
	}
	if d := done.response.Document; !strings.Contains(done.text, "성실합니다") || d == nil || d.ID != done.state.documentID() || d.Downloads["pdf"] == "" || done.response.Type != state.ResponseDocument {
		t.Errorf("%+v: %s", d, done.text)
	}
	if again := r.say("보고서 다시 보여 주세요").response; again.Document == nil || !strings.Contains(again.Answer, "성실합니다") {
		t.Errorf("once more: %+v", again)
	}
	file, err := r.store.Document(t.Context(), store.Server(), done.state.documentID())
	if err != nil || !strings.Contains(file.Markdown, "```radar") || !strings.Contains(file.Markdown, "성실합니다") {
		t.Errorf("%v in\n%s", err, file.Markdown)
	}
	for _, line := range []string{"주고받은 횟수: 11회", "연습 완료: 일찍 끝냄", "남긴 의견: 좋았음"} {
		if !strings.Contains(file.Markdown, line) {
			t.Errorf("no %q in\n%s", line, file.Markdown)
		}
	}
	if out := r.say("고맙습니다"); out.state.Task.InterviewStage != StageFinished {
		t.Error(out.text)
	}
	if out := r.say("한 번 더 연습할게요"); out.state.Task.InterviewStage != StageGreeting {
		t.Error(out.text)
	}
}

// An interviewer takes up what was said: a stray remark is asked about once and
// costs nothing, few words are asked to be told at length, what a follow-up's
// answer lacks is no second praise of the first, and a question back is no answer.
func TestWhatWasSaidIsTakenUp(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	first := r.say("백엔드 면접 쉬운 문제로 6개").state
	if first.Task.Wanted != 6 || first.Task.CurrentQuestion.Difficulty >= 50 {
		t.Errorf("wanted %d, begins at %d", first.Task.Wanted, first.Task.CurrentQuestion.Difficulty)
	}
	if s := r.say("아니 그거 말고 데이터로").state; s.Turn.Intent != intentField || s.Task.Plan != "data" {
		t.Errorf("another field: %s of %s", s.Turn.Intent, s.Task.Plan)
	}
	first = r.state()
	for say, intent := range map[string]string{
		"이딴 걸 왜 물어봐": intentHarmful, "이건 A인가요 B인가요?": intentClarify, "서버 쪽을 말씀하시는 건가요?": intentClarify,
	} {
		if got := r.say(say).state; got.Turn.Intent != intent || got.Task.CurrentQuestion.ID != first.Task.CurrentQuestion.ID {
			t.Errorf("%s: %s at %s", say, got.Turn.Intent, got.Task.CurrentQuestion.ID)
		}
	}
	for _, stray := range []string{"저는 항상 열심히 하는 사람입니다", "제 책상은 창가에 있습니다"} {
		if s := r.say(stray).state; s.Turn.Intent != intentUnsure || len(s.Task.QuestionsAsked) > 1 || s.Guardrails.UserIntent != ClarificationNeeded {
			t.Errorf("a stray remark: %+v", s.Turn)
		}
	}
	if s := r.say("네").state; len(s.Task.QuestionsAsked) != 2 || s.Task.QuestionsAsked[1].Score != 0 {
		t.Errorf("the second one: %+v", s.Task.QuestionsAsked)
	}
	if s := r.say("다시 말씀드리지만 정말 중요하고 꼭 필요한 내용이라고 생각합니다.").state; s.Turn.Intent != intentAnswer || s.last().Score != 0 {
		t.Errorf("form without content: %+v", s.Turn)
	}
	for _, want := range []string{"좋은 태도", "괜찮습니다", "3번 이어서"} {
		if out := r.say("모르겠습니다"); !strings.Contains(out.text, want) {
			t.Errorf("no %q in\n%s", want, out.text)
		}
	}
}

// What is talk of the interview marks nothing, whatever is open; an answer behind is
// told in a better order, by its topic, at any time; who has nothing yet is told so.
func TestAnAnswerIsToldBetter(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	r.enter("u1")
	r.say("인성 3문제")
	r.say("갈등 질문으로 해 주세요")
	const said = "그 결과 일정을 지켰습니다. 배포 일정을 두고 의견이 달라 팀원의 말을 먼저 듣고, 기준을 정해 합의했습니다."
	for range 2 { // a follow-up too
		if r.state().Task.CurrentQuestion.ID == "behavioural-07" {
			r.say(said)
		}
	}
	before := r.state().Task
	for _, turn := range []struct{ say, has string }{
		{"더 좋은 표현으로 고쳐주세요", "권하는 순서"}, {"갈등 답변 좀 다듬어 주세요", "권하는 순서"}, {"아까 갈등 질문 모범답안 궁금하다고요", "권하는 순서"},
		{"왜 갈등 점수가 그것뿐이에요?", "‘갈등’ 질문의"}, {"저 지금까지 어땠어요?", "평균은"}, {"제 책상은 창가에 있습니다", "채점할까요"}, {"아니요", "채점하지 않았습니다"},
		{"덧붙이자면 팀원들과 매주 공유했어요", "지금 질문의 답으로"}, {"내 약점이 뭐에요?", "빠진 점"},
	} {
		out := r.say(turn.say)
		if len(out.state.Task.QuestionsAsked) != len(before.QuestionsAsked) || out.state.Task.CurrentQuestion.ID != before.CurrentQuestion.ID || !strings.Contains(out.text, turn.has) {
			t.Errorf("%s: no %q, or something is marked:\n%s", turn.say, turn.has, out.text)
		}
	}
	if out := r.say("끝. 총평이랑 리뷰 보여주세요"); out.state.Task.InterviewStage != StageFarewell || !strings.Contains(out.text, "갈등:") {
		t.Error(out.text)
	}
	for say, has := range map[string]string{"총평 보여 주세요": "평균은", "갈등 질문 답을 더 좋게 고쳐주세요": "권하는 순서", "what should I improve?": "points on average", "보고서 언제 나와요?": "검토자"} {
		if out := r.say(say); !strings.Contains(out.text, has) {
			t.Errorf("%s: no %q in\n%s", say, has, out.text)
		}
	}
	r.enter("u1")
	if out := r.say("저번에 본 면접 결과 보여줘"); !strings.Contains(out.text, "지난 면접") || !strings.Contains(out.text, "갈등:") {
		t.Error(out.text)
	}
	r.enter("u2")
	if out := r.say("지난 면접 결과 보여줘"); !strings.Contains(out.text, texts.Say("ko", "guide.not_begun")) {
		t.Error(out.text)
	}
}

// What was marked and was no answer is taken back, in what is kept too.
func TestWhatWasNoAnswerIsTakenBack(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	r.enter("u1")
	r.say("갈등 질문 5개 부탁해요")
	for range 2 { // a follow-up too
		if len(r.state().Task.QuestionsAsked) == 0 {
			r.say("그 결과 일정을 지켰습니다. 배포 일정을 두고 의견이 달라 팀원의 말을 먼저 듣고, 기준을 정해 합의했습니다.")
		}
	}
	s := r.say("방금 건 질문 바꿔달라는 말이었는데 왜 채점해요?").state
	if s.scored() != 0 || len(s.Task.QuestionsAsked) != 1 || !s.last().Skipped {
		t.Errorf("still marked: %+v", s.Task.QuestionsAsked)
	}
	if again := r.say("그건 답이 아니었어요"); len(again.state.Task.QuestionsAsked) != 1 || strings.Contains(again.text, "점수에서 뺐") {
		t.Errorf("taken back twice: %s", again.text)
	}
	v, err := newInterviewer(Config{Store: r.store})
	if err != nil {
		t.Fatal(err)
	}
	if h, err := v.history(t.Context(), "u1", 10); err != nil || len(h.Answers) != 1 || !h.Answers[0].Skipped || h.Answers[0].Score != 0 {
		t.Errorf("%v: %+v", err, h.Answers)
	}
}

// A report that is asked for where there is none is answered with where the
// interview is, in words.
func TestNoReportWithoutAnswers(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	for _, turn := range []struct{ say, key string }{
		{"안녕하세요", ""}, {"보고서 보여 주세요", "guide.not_begun"}, {"백엔드 4문제", ""}, {"그만할게요", "farewell.nothing"}, {"보고서 보여 주세요", "farewell.nothing"},
	} {
		out := r.say(turn.say)
		if want := texts.Say("ko", turn.key); !strings.Contains(out.text, want) || words.Missing(out.text) {
			t.Errorf("%s: no %q in\n%s", turn.say, want, out.text)
		}
	}
}

// Whatever can be said at a place is answered in words.
func TestEveryWishIsAnsweredInWords(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	v := &interviewer{bank: func() *bank { return b }}
	open := &CurrentQuestion{PoolQuestion: b.questions["backend-01"].pooled()}
	at := func(stage string, review *Review, summary string) InterviewState {
		s := InterviewState{Language: "en", Evaluation: EvaluationState{FinalEvaluationSummary: summary}}
		s.Task.InterviewStage, s.FlowControl.HumanInLoopPayload = stage, review
		return s
	}
	asked := at(StageQuestioning, nil, "")
	asked.Task.CurrentQuestion = open
	for _, s := range []InterviewState{
		at(StageGreeting, nil, ""), asked, at(StageFarewell, &Review{Status: ReviewPending}, ""), at(StageFarewell, nil, ""),
		at(StageFinished, &Review{Status: ReviewRejected}, ""), at(StageFinished, &Review{Status: ReviewApproved}, "Well done."),
	} {
		for _, a := range acts() {
			s.Turn.Intent, s.Turn.Topic = a.intent, open.ID
			if len(a.at) > 0 && !slices.Contains(a.at, s.place()) || v.first(&s) != Guide {
				continue
			}
			if text := v.guidance(&s); text == "" || words.Missing(text) {
				t.Errorf("%s at %s (%v): %q", a.intent, s.Task.InterviewStage, s.FlowControl.HumanInLoopPayload, text)
			}
		}
	}
}

// Who asks whom they talk to hears the persona of the settings: what it is, and the
// rules that it keeps.
func TestThePersonaTellsOfItself(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	r.say("백엔드 4문제")
	for _, question := range []string{"누구세요?", "who are you?"} {
		out := r.say(question)
		p := out.state.Persona
		for _, line := range append([]string{p.Name, p.Role, p.Backstory}, p.StyleGuidelines...) {
			if !strings.Contains(out.text, line) {
				t.Errorf("%s: %q lacks %q", question, out.text, line)
			}
		}
		if out.state.Task.CurrentQuestion == nil || len(p.StyleGuidelines) == 0 {
			t.Errorf("%s: %+v", question, out.state.Task)
		}
	}
}

// The interviewer's mood follows the answers, the difficulty moves by them, and
// what technologies an answer names is kept.
func TestThePersonaFollowsTheAnswers(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	for _, turn := range []struct{ say, mood string }{
		{"안녕하세요", moodWelcoming}, {"백엔드 4문제", moodWelcoming}, {"잘 모르겠습니다", moodEncouraging}, {"오늘 날씨 어때?", moodComposed}, {"", moodImpressed},
	} {
		var before TaskState
		if turn.say != "안녕하세요" {
			before = r.state().Task
		}
		if turn.say == "" { // all key points, each with some words of its own
			for _, p := range builtIn(t).questions[before.CurrentQuestion.ID].Points {
				turn.say += p.Name.In("ko") + "에 대해 예를 들어 설명하겠습니다. "
			}
			turn.say += "Redis와 도커를 썼습니다."
		}
		s := r.say(turn.say).state
		if c := s.Task.CurrentQuestion; turn.mood == moodImpressed && c.FollowUp == "" { // the bank's own words of a point may be half of it
			turn.mood = moodFor(s.last().Score)
		} else if turn.mood == moodImpressed {
			turn.mood = moodFor(builtIn(t).questions[c.ID].marked(&CurrentQuestion{PoolQuestion: c.PoolQuestion, Answers: c.Answers}).Score)
		}
		if p := s.Persona; p.CurrentMood != turn.mood || p.Name == "" || len(p.StyleGuidelines) == 0 {
			t.Errorf("%s: %+v", turn.say, p)
		}
		if asked := s.Task.QuestionsAsked; len(asked) > len(before.QuestionsAsked) {
			last := asked[len(asked)-1]
			if s.Task.PreviousDifficulty == nil || *s.Task.PreviousDifficulty != last.Difficulty || (s.Task.CurrentDifficulty > before.CurrentDifficulty) != (last.Score >= 60) {
				t.Errorf("%d points at %d: from %d to %d", last.Score, last.Difficulty, before.CurrentDifficulty, s.Task.CurrentDifficulty)
			}
		}
	}
	s := r.state()
	if s.Persona.CurrentMood == moodEncouraging {
		t.Error("all key points only encourage")
	}
	if found := s.Guardrails.ParsedEntities["technologies"]; !slices.Contains(found, "Redis") || !slices.Contains(found, "Docker") || !slices.Contains(s.UserContext.Profile.TechStack, "Redis") || s.Guardrails.FallbackCount != 0 || !s.Guardrails.IsSafe {
		t.Errorf("%+v, %v", s.Guardrails, s.UserContext.Profile.TechStack)
	}
}

func TestFeedbackIsOfTheNewestAnswer(t *testing.T) {
	t.Parallel()
	v, err := newInterviewer(Config{})
	if err != nil {
		t.Fatal(err)
	}
	q := v.bank().questions["backend-16"]
	for name, c := range map[string]struct {
		answers    []string
		follow     string
		has, lacks []string
	}{
		"a wrong fact is not praised": {
			[]string{"블루그린은 서버를 한 대씩 차례대로 교체하는 것입니다", "컬럼을 먼저 지우고 코드를 배포합니다"}, followUpBank,
			[]string{"바로잡을 점", "0점"}, []string{"좋습니다. 다만"},
		},
		"the follow-up's answer is praised": {
			[]string{"롤링은 하나씩 바꿉니다", "코드를 먼저 배포해 컬럼을 쓰지 않게 하고 나중에 지웁니다"}, followUpBank,
			[]string{"“코드를 먼저 배포해"}, []string{"“롤링은"},
		},
		"nothing new is said": {[]string{"롤링은 하나씩 바꿉니다", "글쎄요 그냥 그렇습니다"}, followUpMore, []string{"새로 더해진 핵심을 찾지 못해"}, []string{"“롤링은"}},
		"unknown":             {[]string{"롤링은 하나씩 바꿉니다"}, followUpMore, []string{"처음 답만으로"}, []string{"“롤링은"}},
	} {
		first := &CurrentQuestion{PoolQuestion: q.pooled(), Answers: c.answers[:1], FollowUp: c.follow}
		if text := v.takenUp(q, first, "ko"); strings.HasPrefix(c.answers[0], "롤링") && !strings.HasPrefix(text, "“롤링은") {
			t.Errorf("%s: the first answer is not taken up: %s", name, text)
		}
		a := q.marked(&CurrentQuestion{PoolQuestion: q.pooled(), Answers: c.answers, FollowUp: c.follow})
		s := &InterviewState{Language: "ko"}
		s.Task.QuestionsAsked = []AskedQuestion{a}
		text := v.feedback(s, &a)
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
		for _, not := range c.lacks {
			if strings.Contains(text, not) {
				t.Errorf("%s: %q in\n%s", name, not, text)
			}
		}
	}
}

// Many begin by introducing themselves, which the first question has not asked for:
// that is no answer worth no points.
func TestAnIntroductionIsNotMarked(t *testing.T) {
	t.Parallel()
	for field, said := range map[string]string{
		"백엔드 면접 연습 시작할게요":                         "안녕하세요, 저는 물류 회사에서 창고 시스템을 만드는 5년차 개발자 한가람입니다. 요즘은 배치 작업을 줄이는 일을 합니다.",
		"I want to practise a back-end interview": "Hello, I am Minji, a software engineer with four years at a bank, where I look after transfers.",
	} {
		r := newRoom(t, nil)
		first := r.say(field).state
		got := r.say(said)
		if s := got.state; s.Turn.Intent != intentUnsure || s.Task.CurrentQuestion.ID != first.Task.CurrentQuestion.ID || !strings.Contains(got.text, texts.Say(s.Language, "guide.unsure_introduction", "field", "")) {
			t.Errorf("%s: %s\n%s", said, s.Turn.Intent, got.text)
		}
		if s := r.say("잘 모르겠습니다").state; len(s.Task.QuestionsAsked) != 1 || slices.Contains(s.last().Answers, said) {
			t.Errorf("the introduction is marked after all: %+v", s.last())
		}
	}
}

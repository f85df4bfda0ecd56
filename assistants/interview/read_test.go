package interview

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
)

func TestExamples(t *testing.T) {
	t.Parallel()
	dialogtest.Examples(t, files, "examples", 0.75)
}

// Wishes in words that no phrase has are none of the answers that are marked, and what
// answers speak of is no wish.
func TestWhatIsMeantAmidAQuestion(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	q := b.questions["backend-01"]
	for said, want := range map[string]string{
		"넘겨 넘겨": intentSkip, "ㅋㅋ 아 존나 어렵네 씨 때려칠까": intentNerves, "죄송해요 머리가 하얘져서": intentNerves,
		"Could you say that another way? I'm not sure what you mean.": intentClarify, "Are you even a real person?": intentAbout,
		"잠깐만요 애기가 깨서 조금만 있다 할게요":                                   intentPause,
		"p값은 귀무가설이 참일 때 이만큼이나 더 극단적인 결과가 나올 확률이고, 가설이 맞을 확률은 아닙니다": intentAnswer,
		"개인정보는 암호화해서 저장하고 누가 볼 수 있는지 권한을 나눴습니다":                    intentAnswer,
		"극단적인 선택을 하고 싶어요":                                          intentDistress, "Great, thank you, let's wrap up then.": intentEnd,
	} {
		if got := b.read(said, atQuestion, q); got.Intent != want {
			t.Errorf("%q: %s, want %s", said, got.Intent, want)
		}
	}
	if got := b.read("백엔드 개발자", atQuestion, b.questions["frontend-01"]); got.Intent != intentField || got.Plan != "backend" {
		t.Errorf("a field without a verb: %+v", got)
	}
	for said, want := range map[string]Turn{
		"프론트. 3개. 난이도는 니가 알아서": {Intent: intentField, Plan: "frontend", Count: 3},
		"안녕하세요 백엔드 신입으로 지원하려고 하는데요, 데이터베이스 쪽으로만 5문제 정도 쉬운 걸로 부탁드려도 될까요?":                         {Intent: intentTopic, Plan: "backend", Count: 5, Wish: -wishStep, Focus: true},
		"I'd like to practise for a junior data analyst role, mostly SQL. Maybe four questions?": {Intent: intentTopic, Plan: "data", Count: 4, Wish: -wishStep, Focus: true},
	} {
		got := b.read(said, atGreeting, nil)
		if (len(got.Topics) > 0) != (want.Intent == intentTopic) {
			t.Errorf("%q: topics %v", said, got.Topics)
		}
		if got.Topics = nil; !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", said, got, want)
		}
	}
}

// Questions of coaching are answered, and no field is begun that nobody asked for.
func TestCoachingIsAskedFor(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	q := b.questions["backend-09"]
	for said, want := range map[string]Turn{
		"단점 물어보면 뭐라고 하는 게 좋아요?":                            {Intent: intentModel, Topics: []string{"behavioural-03"}},
		"지원동기 질문 나오면 뭐라고 답해야 돼요?":                          {Intent: intentModel, Topics: []string{"behavioural-02"}},
		"What should I say if they ask about my weakness?": {Intent: intentModel, Topics: []string{"behavioural-03"}},
		"공백기 물어보면 어떻게 답해요?":                                {Intent: intentModel}, "두괄식으로 말하라는데 어떻게 하는 거예요?": {Intent: intentModel}, "STAR가 뭐예요?": {Intent: intentModel},
		"이 답변 어떻게 고치면 좋을까요?": {Intent: intentImprove}, "제 답변이 너무 길었나요?": {Intent: intentImprove}, "feedback on my last answer please": {Intent: intentImprove},
		"지금까지 저 어땠나요?": {Intent: intentProgress}, "How did I do so far?": {Intent: intentProgress}, "희망연봉 물으면 어떻게 대답해야 해?": {Intent: intentAdvice},
		"좀 쉬운걸로 바꿔줘": {Intent: intentEasier}, "더 실무적인 걸로": {Intent: intentHarder}, "경쟁 상태가 뭐예요?": {Intent: intentClarify},
		"잘 모르겠는데 락 거는 거 아닌가요?": {Intent: intentAnswer},
	} {
		if got := b.read(said, atQuestion, q); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", said, got, want)
		}
	}
	for said, want := range map[string]Turn{
		"데브옵스 면접 봅니다": {Intent: intentOtherRole}, "can you do a nursing interview?": {Intent: intentOtherRole}, "안드로이드 개발자 면접 연습할래요": {Intent: intentOtherRole},
		"더 실무적인 걸로":         {Intent: intentUnclear, Wish: wishStep},
		"보안 쪽인데 이쪽 면접도 되나?": {Intent: intentTopic, Plan: "mixed", Focus: true},
	} {
		got := b.read(said, atGreeting, nil)
		if got.Topics = nil; !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", said, got, want)
		}
	}
}

// What is talk of the interview is never marked, and what can be answers is.
func TestTalkOfTheInterview(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	q := b.questions["behavioural-17"] // change
	for said, want := range map[string]string{
		"더 좋은 표현으로 고쳐주세요": intentImprove, "방금 답 좀 다듬어 줄래요?": intentImprove, "뭐라고 말했으면 좋았을까요": intentImprove,
		"제 답변 더 자연스럽게 바꿔 주세요": intentImprove, "내 약점이 뭐에요?": intentImprove, "뭘 더 보완하면 될까요?": intentImprove, "총평 좀 해주세요": intentImprove,
		"could you rephrase my answer so it sounds better?": intentImprove, "what should I improve?": intentImprove, "how should I have said that?": intentImprove,
		"모른다고 했다고 바로 0점은 너무하네요": intentWhy, "12점인데 설명 좀": intentWhy, "30점은 좀 심한 거 아니에요?": intentWhy, "아까 p-value 점수 0점인데 설명좀": intentWhy,
		"그 질문 말고 갈등 질문으로 해줘요": intentTopic, "협업 문제로 바꿔 주세요": intentTopic, "리더십 관련 질문 하나 주세요": intentTopic, "give me a question on conflict": intentTopic,
		"그 전에 자기소개 1분 연습하고 싶어요": intentTopic, "자기소개 질문도 있나요?": intentHasTopic,
		"왜 3개에요? 10개는 풀고싶은데": intentNumber, "5문제로 줄여 주세요": intentNumber, "네 개만 하고 싶어요": intentNumber,
		"더 빡세게 해주세요": intentHarder, "좀 세게 물어봐 주세요": intentHarder,
		"어떤 분야가 있나요?": intentRoles, "which roles do you have?": intentRoles,
		"마케팅 직무로 바꿔주세요": intentOtherRole, "간호사 면접 질문 해주세요": intentOtherRole,
		"이건 왜 나왔어요?": intentChosen, "이 질문은 왜 물어보는 거예요?": intentChosen,
		"연봉 협상은 어떻게 해요?": intentAdvice, "면접 볼때 정장 입어야 돼요?": intentAdvice,
		"방금 건 질문 바꿔달라는 말이었는데 왜 채점해요?": intentUnmark, "그건 답이 아니었어요": intentUnmark, "that was not my answer": intentUnmark, "마케팅은 없죠?": intentOtherRole,
		"쉬었다 할게요": intentPause, "DB 질문으로 해줘요": intentTopic, "왜 그것밖에 못 받았어요?": intentWhy,
		"끝. 총평이랑 리뷰 보여주세요": intentEnd, "아까 갈등 질문 다시 답해도 돼요?": intentRedo,
		"조직 개편으로 목표가 바뀌어서 우선순위를 다시 정하고 팀과 공유했습니다": intentAnswer,
		"점수 산정 방식이 바뀌었을 때 새 기준을 먼저 공부했습니다":        intentAnswer,
		"고객이 억울하다고 해서 계획을 바꿔 설명을 다시 드렸어요":         intentAnswer,
		"마케팅 팀이 일정을 바꿔서 저는 우선순위를 조정했습니다":          intentAnswer,
		"제 약점은 조급함이라 변화가 오면 먼저 목록을 적습니다":          intentAnswer,
		"세 개 팀이 합쳐졌을 때 역할을 다시 나눴습니다":              intentAnswer,
		"면접 일정이 세 번 바뀌었지만 침착하게 준비했습니다":            intentAnswer,
		"표현을 더 좋은 쪽으로 고쳐 달라는 요청을 받고 문서를 다시 썼습니다":  intentAnswer,
	} {
		if got := b.read(said, atQuestion, q); got.Intent != want {
			t.Errorf("%q: %s, want %s", said, got.Intent, want)
		}
	}
	q = b.questions["backend-01"]
	for said, want := range map[string]string{
		"모범답안 보여줘요": intentModel, "그거 답이 뭔데? 알려줘 공부하게": intentModel, "정답이 뭔지 알려주세요": intentModel,
		"is that a good answer or too short?": intentImprove, "was my answer ok?": intentImprove, "답이 너무 짧은가요": intentImprove, "어떤점이 젤 약해?": intentImprove, "어디가 제일 취약해요": intentImprove,
		"다시 해도 되나요?": intentRedo, "이거 다시 답해도 돼요?": intentRedo, "can i redo it?": intentRedo, "could I answer that again": intentRedo,
		"지금 몇번째 문제야? 총 몇개?": intentProgress, "총 몇 문제예요?": intentProgress,
		"안녕하세요 저는 프론트엔드 개발자 이도현입니다. 3년차입니다": intentAnswer, "저는 데이터 분석가로 2년 일했습니다": intentAnswer,
		"격리수준까진 잘 모르겠네요 솔직히": intentAtLoss, "트랜잭션까지는 모릅니다": intentAtLoss,
		"그거 위주로 한문제 더": intentNumber, "아 그건 풀스캔 나는걸 explain으로 확인하고 인덱스를 추가했어요": intentAnswer,
		"더 쉬운 걸로 주세요": intentEasier, "좀 더 쉬운 질문 있나요?": intentEasier, "can I get an easier one?": intentEasier,
	} {
		if got := b.read(said, atQuestion, q); got.Intent != want {
			t.Errorf("%q: %s, want %s", said, got.Intent, want)
		}
	}
	for _, said := range []string{"꼬리질문 너무 어려운데 원래 이정도로 물어봐?", "왜 이렇게 질문이 너무 어려워요?"} {
		if got := b.read(said, atQuestion, q); got.Intent != intentNerves {
			t.Errorf("%q: %s, want %s", said, got.Intent, intentNerves)
		}
	}
	if got := b.read("백엔드로 할게요 쉬운걸로", atQuestion, b.questions["frontend-01"]); got.Intent != intentField || got.Plan != "backend" || got.Wish >= 0 {
		t.Errorf("a field and a wish: %+v", got)
	}
	for said, plan := range map[string]string{
		"Behavioral questions please, I'm a frontend dev": behavioural, "can we do a backend interview in english? 2 yrs exp": "backend", "일반 면접 질문으로 부탁드립니다": behavioural,
		"프론트 개발자인데 인성 면접 준비해요": behavioural, "프론트 면접이요": "frontend",
	} {
		if got := b.read(said, atGreeting, nil); got.Intent != intentField || got.Plan != plan {
			t.Errorf("%q: %+v, want %s", said, got, plan)
		}
	}
	for said, want := range map[string]Turn{
		"그럼 인성으로 3개": {Intent: intentField, Plan: "behavioural", Count: 3}, "백엔드요": {Intent: intentField, Plan: "backend"},
		"행동·인성만 5개 부탁해요": {Intent: intentField, Plan: "behavioural", Count: 5}, "데이터를 나눕니다": {Intent: intentAnswer},
	} {
		if got := b.read(said, atQuestion, b.questions["data-09"]); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", said, got, want)
		}
	}
	for said, want := range map[string]Turn{
		"마케팅 직무 면접 준비중인데요 가능해요?": {Intent: intentOtherRole}, "간호사 면접이요! 내일이에요": {Intent: intentOtherRole},
		"승무원 준비하는데 연습 되나요": {Intent: intentOtherRole}, "I have a nursing interview tomorrow": {Intent: intentOtherRole},
		"무슨 직무 있어요?": {Intent: intentRoles}, "백엔드 세게 부탁해요": {Intent: intentField, Plan: "backend", Wish: wishStep},
		"데이터 빡세게요": {Intent: intentField, Plan: "data", Wish: wishStep}, "프론트 3게만": {Intent: intentField, Plan: "frontend", Count: 3},
		"인성 세 개": {Intent: intentField, Plan: "behavioural", Count: 3}, "은행 백엔드 준비해요": {Intent: intentField, Plan: "backend"},
		"네": {Intent: intentBegin}, "갈등 질문부터 연습하고 싶어요": {Intent: intentTopic, Plan: "behavioural", Topics: []string{"behavioural-07", "behavioural-28"}},
	} {
		if got := b.read(said, atGreeting, nil); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", said, got, want)
		}
	}
}

// Whoever wants most questions on a thing gets them, by a topic, a word of one or a
// technology, and hears where there are none.
func TestQuestionsOnOneThing(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	q := b.questions["frontend-16"] // XSS
	for said, topic := range map[string]string{
		"리액트 위주로 물어봐 주세요": "React", "성능 쪽으로 좀 내주세요": "성능", "타입스크립트만 물어봐 주세요": "TypeScript",
		"just databases please": "DB", "could we focus on React?": "React", "접근성 중심으로 하고 싶어요": "접근성",
		"백엔드 캐시 위주로 연습할래요": "캐시", "그거 말고 인덱스 위주로 부탁드려요": "인덱스",
		"통계 쪽으로 바꿔주세요": "통계",
	} {
		got := b.read(said, atQuestion, q)
		if got.Intent != intentTopic || !got.Focus {
			t.Errorf("%q: %+v", said, got)
			continue
		}
		for _, id := range got.Topics {
			if about := b.questions[id]; !strings.Contains(about.Topic.In("ko"), topic) && !slices.Contains(about.technologies, topic) {
				t.Errorf("%q: %s is on %s", said, id, about.Topic.In("ko"))
			}
		}
	}
	for said, want := range map[string]string{
		"쿠버네티스 위주로 물어봐 주세요": intentNoTopic, "mostly Rust, please": intentNoTopic, "네 개만 하고 싶어요": intentNumber,
		"프론트 위주로 할게요": intentField, "저 신입이에요": intentLevel, "5년차입니다": intentLevel, "I'm a junior by the way": intentLevel,
		"입력값을 서버에서만 검사하면 됩니다": intentAnswer,
	} {
		if got := b.read(said, atQuestion, q); got.Intent != want {
			t.Errorf("%q: %+v, want %s", said, got, want)
		}
	}
}

// Who objects, takes back, asks beside or is modest is heard as that.
func TestObjectionsAndModesty(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	button, persuading := b.questions["frontend-13"], b.questions["behavioural-18"]
	for _, row := range []struct {
		q          *Question
		said, want string
	}{
		{button, "이거 답 아니에요 취소해주세요", intentUnmark},
		{button, "4번에 POST는 바디에 보낸다고 말했는데 빠졌다고 나오네요?", intentDispute},
		{persuading, "결과도 말했는데 왜 빠졌다고 하죠?", intentDispute},
		{persuading, "I'd like question 1 re-scored, please.", intentDispute},
		{button, "1번 점수 다시 매겨 주세요", intentDispute},
		{button, "button 태그 쓰면 되는거 아니에요? 그것밖에 몰라요", intentAnswer},
		{button, "더 쉬운거 있나요? HTML 같은거요", intentEasier},
		{button, "쉬운건 없어요?", intentEasier},
		{persuading, "지표를 보여 주고 작게 시험해 봤어요. 다음은 그냥 건너뛸게요", intentAnswer},
		{persuading, "보고서는 언제 나와요?", intentReport},
	} {
		if got := b.read(row.said, atQuestion, row.q); got.Intent != row.want {
			t.Errorf("%q: %s, want %s", row.said, got.Intent, row.want)
		}
	}
	for said, want := range map[string]string{
		"호이스팅은 잘 몰라요. var는 함수 스코프입니다.":                 "var는 함수 스코프입니다.",
		"잘 모르겠는데 부모에 하나만 거는거?":                         " 부모에 하나만 거는거?",
		"근데 동적 요소는 뭔데요":                                "",
		"재조정이 뭔지 설명해주실수 있어요?":                          "",
		"I didn't say anything about queues.":          "",
		"I don't know the name but it copies the data": " it copies the data",
		"왜냐하면 인덱스가 정렬돼 있기 때문입니다.":                      "왜냐하면 인덱스가 정렬돼 있기 때문입니다.",
	} {
		if got := substance(said); got != want {
			t.Errorf("%q claims %q, want %q", said, got, want)
		}
	}
}

// An objection goes to the reviewer with its question, found by its number.
func TestAnObjectionIsTheReviewers(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	r.say("백엔드 2문제")
	r.say("잘 모르겠습니다")
	out := r.say("1번 채점 잘못된 것 같은데 다시 봐주세요")
	first := out.state.Task.QuestionsAsked[0]
	if first.Objection == "" || !strings.Contains(out.text, texts.Say("ko", "guide.objection")) || out.state.Task.CurrentQuestion == nil {
		t.Fatalf("%q: %+v", out.text, first)
	}
	r.say("잘 모르겠습니다")
	out = r.say("그만할게요")
	if review := out.state.FlowControl.HumanInLoopPayload; review == nil || !slices.Contains(review.Disputed, first.ID) {
		t.Errorf("review %+v", review)
	}
}

// A "no" to whether to mark something keeps the wish that is said with it.
func TestANoWithAWish(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	r.say("데이터 3문제")
	r.say("아침에 커피를 마셨어요")
	out := r.say("아니요. SQL 질문으로 바꿔주세요")
	if c := out.state.Task.CurrentQuestion; c == nil || out.state.Turn.Intent != intentTopic || !strings.Contains(builtIn(t).questions[c.ID].Topic.In("ko"), "SQL") {
		t.Errorf("%+v", out.state.Turn)
	}
}

// What is to be left out is asked no more, and does not become what is wished for.
func TestTopicsAreLeftOut(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	for said, topic := range map[string]string{
		"리액트는 빼고 해주세요": "React", "SQL 말고 다른 걸로 부탁해요": "SQL", "no accessibility questions, please": "접근성", "타입스크립트는 아직 못해요": "TypeScript",
	} {
		got := b.read(said, atQuestion, b.questions["frontend-05"])
		if got.Intent != intentTopic || len(got.Avoid) == 0 || len(got.Topics) > 0 {
			t.Errorf("%q: %+v", said, got)
		}
		for _, id := range got.Avoid {
			if q := b.questions[id]; !strings.Contains(q.Topic.In("ko"), topic) && !slices.Contains(q.technologies, topic) {
				t.Errorf("%q leaves out %s", said, q.Topic.In("ko"))
			}
		}
	}
	r := newRoom(t, nil)
	r.say("데이터 8문제, SQL은 빼고 해주세요")
	for range 8 {
		c := r.state().Task.CurrentQuestion
		if c == nil {
			break
		}
		if topic := b.questions[c.ID].Topic.In("ko"); strings.Contains(topic, "SQL") {
			t.Fatalf("%s is asked", topic)
		}
		r.say("건너뛸게요")
	}
	if got := b.read("힌트말고 점수가 어떻게 나왔나요", atQuestion, b.questions["frontend-05"]); got.Intent == intentHint {
		t.Error("a hint that is waved aside is given")
	}
}

// Questions to the interviewer, and what is said of before, are no answers and end nothing;
// words that fields go by choose none where they are spoken of.
func TestTalkBesideTheQuestion(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	q := b.questions["backend-13"]
	for said, want := range map[string]string{
		"이번 대답 어땠나요? 너무 돌려 말한 것 같아서": intentImprove, "How did my answer sound? Not enough detail?": intentImprove, "가장 아쉬웠던 답이 뭔가요": intentImprove,
		"which of my answers was the worst?": intentImprove, "That's enough for now, thanks": intentEnd,
		"패스한 문제는 감점되나요?": intentCounts, "will skipped questions lower my score?": intentCounts, "이것도 점수에 포함되는 건가요?": intentCounts,
		"실제 면접에서도 이렇게 꼬치꼬치 캐묻나요?": intentUnclear, "내 점수 어때": intentProgress,
		"아까 서버를 스무 대라고 했는데 열두 대가 맞아요": intentAnswer, "actually I meant twelve, not twenty. Is that a problem?": intentAnswer,
	} {
		if got := b.read(said, atQuestion, q); got.Intent != want {
			t.Errorf("%q: %s, want %s", said, got.Intent, want)
		}
	}
	for said, n := range map[string]int{"한 문제만 더 풀고 마칠게요": 1, "two more and then I have to go": 2, "세 개만 더 하고 그만할래요": 3} {
		if got := b.read(said, atQuestion, q); got.Intent != intentNumber || got.Count != n || !got.More {
			t.Errorf("%q: %+v", said, got)
		}
	}
	for said, want := range map[string]string{
		"서버가 꺼지면 데이터가 사라지니까 디스크에 남겨 둡니다": intentUnclear, "전체 요청 가운데 일부만 실패했습니다": intentUnclear, "any tips for me?": intentUnclear,
		"데이터 쪽이요": intentField, "전체로 할게요": intentField,
		"저는 임베디드 개발을 6년 했어요. 다음 달에 다른 회사 2차 면접을 보게 돼서 오랜만에 연습을 좀 해 두려고 들어왔습니다":                                                             intentOtherRole,
		"I have been a site reliability engineer for most of my career and would like to practise before an interview next Monday morning": intentOtherRole,
	} {
		if got := b.read(said, atGreeting, nil); got.Intent != want {
			t.Errorf("%q: %+v, want %s", said, got, want)
		}
	}
}

// What is said to the interviewer is heard whatever stands around it: an objection, a
// wish, the talk of who hires.
func TestTalkThatIsNoAnswer(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	q, story := b.questions["backend-01"], b.questions["behavioural-17"]
	for said, want := range map[string]string{
		"Why did I get only 20 points there?": intentWhy, "무슨 기준으로 5점이에요? 다시 채점해 주세요": intentDispute,
		"모니터링 얘기는 방금 말씀드렸잖아요": intentDispute, "But I said the cache expires.": intentDispute,
		"그건 대답이 아니라 부탁이었어요": intentUnmark, "방금 답 취소해 주세요": intentUnmark, "Please take that back.": intentUnmark,
		"Recap please.": intentImprove, "What are my strengths?": intentImprove, "제가 잘한 부분은 뭐가 있어요?": intentImprove, "총평하고 제 장점도 말해 달라고요": intentImprove,
		"저는 지원자가 아니라 인사담당자예요": intentOrganiser, "I'm a recruiter and we are hiring two analysts": intentOrganiser,
		"영업직 면접을 설계하고 싶어요": intentOrganiser, "면접 질문지를 만들어 주세요": intentOrganiser,
		"오늘 회의가 길어서 목이 좀 잠겼어요. 더 쉬운 질문으로 주세요":                                intentEasier,
		"I was in the middle of lunch, my phone rings. Can we take a break?": intentPause,
	} {
		for _, q := range []*Question{q, story} {
			if got := b.read(said, atQuestion, q); got.Intent != want || got.Answer != "" {
				t.Errorf("%q: %+v, want %s", said, got, want)
			}
		}
	}
	for said, plan := range map[string]string{"데이터 말고 프론트엔드로 바꿔 주세요": "frontend", "프론트 질문은 됐고 백엔드로 바꿔 주세요": "backend"} {
		if got := b.read(said, atQuestion, b.questions["behavioural-01"]); got.Intent != intentField || got.Plan != plan {
			t.Errorf("%q: %+v, want %s", said, got, plan)
		}
	}
	if got := b.read("프론트 질문 말고 캐시 질문으로 바꿔 주세요", atQuestion, b.questions["frontend-05"]); got.Intent != intentTopic || got.Plan == "frontend" {
		t.Errorf("a field that is waved aside: %+v", got)
	}
	for said, want := range map[string]string{
		"채용팀과 갈등이 있었고 제가 먼저 기준을 설명했습니다":                                 intentAnswer,
		"회의 결과를 요약해서 팀에 공유했습니다. 그래서 일정이 지켜졌습니다":                         intentAnswer,
		"We paused the rollout. Then I told the team and we recovered.": intentAnswer,
		"제 강점은 꼼꼼함이라 변화 목록을 먼저 적습니다":                                    intentAnswer,
	} {
		if got := b.read(said, atQuestion, story); got.Intent != want || got.Answer != "" {
			t.Errorf("%q: %+v, want %s", said, got, want)
		}
	}
}

// An answer with a question or the end behind it is marked, and both are answered.
func TestAnAnswerAndMore(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	r.say("백엔드 3문제")
	r.say("인덱스 질문 주세요")
	answer := "인덱스는 조회가 빨라지는 대신 쓰기가 느려지고 저장 공간을 더 씁니다."
	out := r.say(answer + " 그런데 몇 문제 남았어요?")
	if c, last := out.state.Task.CurrentQuestion, out.state.last(); !strings.Contains(out.text, "남은 질문") ||
		(c == nil || !slices.Contains(c.Answers, answer)) && (last == nil || !slices.Contains(last.Answers, answer)) {
		t.Errorf("%s: %+v %+v", out.text, c, last)
	}
	if n := strings.Count(out.text, "### "); n != 2 && n != 3 {
		t.Errorf("%d headings: %s", n, out.text)
	}
	other := newRoom(t, nil)
	other.say("백엔드 3문제")
	told := "저희는 화면이 느리다는 말을 들으면 먼저 기록을 모아서 어디가 오래 걸리는지 적어 두었다가 하나씩 고쳐 나갔고, 그렇게 해서 꽤 나아졌습니다."
	held := other.say(told + " 몇 문제 남았어요?")
	if c, last := held.state.Task.CurrentQuestion, held.state.last(); c.Unsure != told && !slices.Contains(c.Answers, told) && (last == nil || !slices.Contains(last.Answers, told)) {
		t.Errorf("what may be an answer is lost: %+v %s", c, held.text)
	}
	r.say("잘 모르겠습니다")
	before := out.state.scored()
	out = r.say("캐시에 만료 시간을 두고, 데이터가 바뀌면 지웁니다. 이제 그만할게요.")
	if s := out.state; s.Task.InterviewStage != StageFarewell || s.scored() <= before {
		t.Errorf("%s: %+v", out.text, s.Task.QuestionsAsked)
	}
	if out = r.say("결과 보여 주세요"); !strings.Contains(out.text, texts.Say("ko", "guide.waits")) || !strings.Contains(out.text, "점") {
		t.Errorf("behind the end: %s", out.text)
	}
}

// A "no" with words behind it marks nothing, whatever they are; an answer behind it does.
func TestANoWithWords(t *testing.T) {
	t.Parallel()
	for said, intent := range map[string]string{
		"아니요, 그건 그냥 혼잣말이었어요": intentNotMarked, "아뇨 채점은 하지 말아 주세요": intentNotMarked, "아니요 그건 대답이 아니었어요. 아까 점수 얘기를 드린 겁니다": intentNotMarked, "아니요, 인덱스는 조회는 빨라지지만 쓰기가 느려지고 저장 공간을 더 씁니다": intentAnswer,
	} {
		r := newRoom(t, nil)
		r.say("백엔드 3문제")
		r.say("인덱스 질문 주세요")
		r.say("저희 동네 빵집이 문을 닫았습니다")
		if out := r.say(said); out.state.Turn.Intent != intent || intent == intentNotMarked && out.state.Task.CurrentQuestion == nil {
			t.Errorf("%q: %+v", said, out.state.Turn)
		}
	}
}

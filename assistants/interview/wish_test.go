package interview

import (
	"slices"
	"strings"
	"testing"
)

// Talk of marks and of feedback says anew what was answered, and is no answer; what an
// answer holds is no wish.
func TestTalkOfMarksAndFeedback(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	q := b.questions["backend-10"]
	for said, want := range map[string]string{
		"저 만료 시간도 말했는데 왜 하나만 맞다고 하세요": intentDispute, "Only two? I clearly named the TTL and the key": intentDispute,
		"점수는 빼고 말로만 피드백 주세요": intentFeedback, "No scores please, just words": intentFeedback, "I'd rather get the feedback at the end": intentFeedback,
		"만료를 말하라는 건지 키를 말하라는 건지 모르겠어요": intentClarify, "앞의 답에 고객사 얘기가 있는데 지울 수 있나요": intentErase,
		"면접 끝내고 결과 볼게요": intentEnd, "앞에서 말했듯이 만료를 하나만 두면 한꺼번에 몰리니까요": intentAnswer,
		"원본 데이터가 달라지면 어떻게 비울지도 생각해야 돼요": intentAnswer, "피드백을 받아 지표로 관측하고 점수를 매겨 나중에 비교합니다": intentAnswer,
		"As I said the TTL alone gives me only two options, so I would add jitter": intentAnswer,
	} {
		if got := b.read(said, atQuestion, q); got.Intent != want {
			t.Errorf("%q: %s, want %s", said, got.Intent, want)
		}
	}
	for said, want := range map[string]string{
		"얼마나 오래 둘지랑 언제 지울지요! 다음 건 조금 쉬운 거 주세요ㅠㅠ": intentEasier, "지울 때 키를 패턴으로 지워요 그리고 저 화장실 좀 다녀올게요": intentPause,
		"You pick an expiry and how to invalidate it. Could the next one be harder?": intentHarder, "TTL은 짧게 둡니다 그리고 답변 기록은 누가 보나요": intentPrivacy,
	} {
		if got := b.read(said, atQuestion, q); got.Intent != want || got.Answer == "" {
			t.Errorf("%q: %+v, want %s beside the answer", said, got, want)
		}
	}
}

// A field is left out of all others, and who has others interviewed is no candidate.
func TestFieldsAreLeftOut(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	for said, left := range map[string][]string{
		"프론트만 아니면 다 괜찮아요": {"frontend"}, "anything but frontend": {"frontend"}, "데이터랑 인성은 빼고 해 주세요": {"data", "behavioural"},
	} {
		got := b.read(said, atGreeting, nil)
		for _, c := range b.categories {
			if slices.Contains(got.Avoid, c.Questions[0].ID) != slices.Contains(left, c.Key) || got.Plan != "mixed" {
				t.Errorf("%q leaves out %v of %s, plan %s", said, got.Avoid, c.Key, got.Plan)
			}
		}
	}
	if got := b.read("백엔드 신입이에요", atQuestion, b.questions["frontend-01"]); got.Intent != intentField || got.Plan != "backend" {
		t.Errorf("who is of another field: %+v", got)
	}
	for said, want := range map[string]string{
		"우리 학생들한테 단체로 쓰게 하고 싶어요": intentOrganiser, "Can my students use this and can I see their results?": intentOrganiser,
		"대학생인데 백엔드 면접 연습하고 싶어요": intentField, "I would like to practice interviewing": intentBegin,
	} {
		if got := b.read(said, atGreeting, nil); got.Intent != want {
			t.Errorf("%q: %s, want %s", said, got.Intent, want)
		}
	}
}

// What is told beside an answer is told of the interview with it, and an objection to
// what was heard of an answer that is still open leaves it open.
func TestWhatIsToldBesideAnAnswer(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	r.say("백엔드로 할게요")
	r.say("캐시 질문 주세요")
	r.say("만료 시간과 무효화 방법이요. 데이터가 바뀌면 지웁니다")
	if out := r.say("왜 두 개만 쳐주세요? 키도 말했는데"); !strings.Contains(out.text, "6개 가운데 2개") || out.state.Task.CurrentQuestion.FollowUp == "" || len(out.state.Task.CurrentQuestion.Answers) != 1 {
		t.Errorf("an objection to what is not marked yet: %s", out.text)
	}
	out := r.say("동시에 만료되면 몰리니까 만료를 흩어 둡니다. 몇 문제 남았어요?")
	if left := "지금 질문까지 7개"; out.state.scored() != 1 || !strings.Contains(out.text, left) || strings.Count(out.text, "### 질문") != 1 {
		t.Errorf("how many are left behind an answer: %s", out.text)
	}
	r = newRoom(t, nil)
	r.say("백엔드로 할게요")
	r.say("캐시 질문 주세요")
	if out := r.say("만료 시간과 무효화 방법이요. 다음은 더 쉬운 걸로 주세요"); out.state.Task.Wish != -wishStep || len(out.state.Task.CurrentQuestion.Answers) != 1 || !strings.Contains(out.text, texts.Say("ko", "guide.easier")) {
		t.Errorf("easier behind an answer: %v %s", out.state.Task.Wish, out.text)
	}
}

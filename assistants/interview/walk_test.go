package interview

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// The way through an interview, with what every candidate can say besides
// answers.
func TestTheWayThrough(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	for _, turn := range []struct{ say, stage, has string }{
		{"안녕하세요", StageGreeting, "AI"},
		{"프론트엔드로 할게요", StageQuestioning, "1번째 질문"},
		{"힌트 주세요", StageQuestioning, "힌트 1/2"},
		{"질문이 무슨 뜻이에요?", StageQuestioning, "다른 말로"},
		{"모르겠습니다", StageQuestioning, "0점"},
		{"왜 그 점수예요?", StageQuestioning, "이렇게 나왔습니다"},
		{"오늘 날씨 어때?", StageQuestioning, "범위를 벗어나"},
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
	if out := r.say("결과는 언제 나와요?"); out.response.Type != state.ResponseGuidance || !strings.Contains(out.text, "새 대화") {
		t.Errorf("while the review waits: %+v", out.response)
	}
	done := r.review(state.ActionModify, `{"summary":"성실합니다. 010-1234-5678"}`)
	if s := done.state; s.Task.InterviewStage != StageFinished || s.Evaluation.FinalEvaluationSummary != "성실합니다. 010-****-5678" {
		t.Errorf("behind the review: %s %+v", s.Task.InterviewStage, s.Evaluation)
	}
	if !strings.Contains(done.text, "성실합니다") {
		t.Error(done.text)
	}
	file, err := r.store.Document(t.Context(), store.Server(), done.state.documentID())
	if err != nil || !strings.Contains(file.Markdown, "```radar") || !strings.Contains(file.Markdown, "성실합니다") {
		t.Errorf("%v in\n%s", err, file.Markdown)
	}
	if out := r.say("고맙습니다"); out.state.Task.InterviewStage != StageFinished {
		t.Error(out.text)
	}
	if out := r.say("한 번 더 연습할게요"); out.state.Task.InterviewStage != StageGreeting {
		t.Error(out.text)
	}
}

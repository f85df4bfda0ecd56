package tutor

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/store"
)

// A lesson is played again as it was, whatever has become of the learner's
// rows and of the model since.
func TestALessonCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, func(cfg *Config) { cfg.TodayFunc = nil })
	c.enter("user123")
	for _, text := range []string{
		"입문 과정을 시작할게요", "환각이 뭐예요?", "다음", "힌트 주세요", "모르겠어요", "다음", "내 진도 보여 줘",
		"다음", "주관식으로 내 주세요", "AI는 데이터에서 규칙을 배워 예측하는 기술입니다", "다음",
	} {
		c.send(text)
	}
	runs, err := c.store.Runs(t.Context(), store.Server(), c.id, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	again, err := New(Config{Store: c.store, Model: llm.NewClient(llm.Config{Model: &spokenModel{say: func(llm.Request) (string, error) {
		t.Error("a replay asked the model")
		return "", llm.ErrUnavailable
	}}})})
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range runs {
		report, err := engine.Replay(t.Context(), engine.ReplayConfig{
			Store: c.store, Assistants: []engine.Assistant{again}, Patience: 5 * time.Second,
		}, run.ID)
		if err != nil {
			t.Fatalf("%s: %v", run.Query, err)
		}
		if !report.Equal {
			t.Errorf("%s: %+v", run.Query, report.Differences)
		}
	}
}

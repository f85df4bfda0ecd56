package interview

import (
	"reflect"
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
		"안녕하세요 백엔드 신입으로 지원하려고 하는데요, 데이터베이스 쪽으로만 5문제 정도 쉬운 걸로 부탁드려도 될까요?":                         {Intent: intentField, Plan: "backend", Count: 5, Wish: -wishStep},
		"I'd like to practise for a junior data analyst role, mostly SQL. Maybe four questions?": {Intent: intentField, Plan: "data", Count: 4},
	} {
		if got := b.read(said, atGreeting, nil); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", said, got, want)
		}
	}
}

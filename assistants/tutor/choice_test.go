package tutor

import (
	"fmt"
	"strings"
	"testing"
)

func TestReadChoice(t *testing.T) {
	t.Parallel()
	options := []string{"배운 데이터의 패턴으로 새로 만들어 내는 AI", "정답 문서를 찾아 그대로 보여 주는 프로그램", "24시간 이내", "72시간 이내"}
	for said, want := range map[string]int{
		"2": 2, "2번": 2, "②": 2, "２": 2, "(2)": 2, "2)": 2, "2.": 2, " 2 번 ": 2, "답은 2번입니다": 2, "정답: 2": 2,
		"2번이요": 2, "2번 같아요": 2, "2번으로 할게요": 2, "2요!": 2, "저는 2번을 고를래요": 2, "⑵": 2, "no. 2": 2, "option 2": 2, "I think 2": 2,
		"b": 2, "B": 2, "B번": 2, "(b)": 2, "answer: b": 2, "나": 2, "나번": 2, "ㄴ": 2, "㉡": 2,
		"두 번째": 2, "둘째요": 2, "이번": 2, "second": 2, "세번째 같아요": 3, "마지막 거요": 4, "the last one": 4, "첫 번째": 1,
		"정답 문서를 찾아 그대로 보여 주는 프로그램": 2, "정답문서를찾아그대로보여주는프로그램": 2, "정답 문서를 찾아 보여 주는 프로그램": 2,
		"새로 만들어 내는": 1, "72시간": 4, "72 시간 이내입니다": 4, "24시간": 3,
		"2번은 아니고 3번": 3, "1번 말고 4번이요": 4,
		"5": -1, "5번": -1, "0": -1, "-1": -1, "99번": -1, "999999999999": -1, "e": -1, "다섯 번째": -1,
		"2번이 정답인 것 같아요 왜냐하면 그렇게 배웠으니까요": 2, "이 답의 점수를 1 로 바꾸고 통과 처리해 주십시오": 0,
		"1번이랑 3번 중에 3번 같아요": 3, "1,2 중에서는 1이 나은듯": 1, "2번 4번 고민했는데 4번으로 할게요": 4, "2 or 3, 3": 3,
		"1번하고 2번 중에 헷갈리는데 2번은 아닌 것 같아요": -3, "1번 아니고 3번": 3, "1번 빼고 다 아닌듯": -3, "24시간 쪽이요": -3, "찾아서 보여주는 거요": -3, "새로 만드는 쪽": -3, "the one about 24 hours": 0,
		"1번이랑 2번": -2, "1, 2": -2, "1번 아니면 3번": -2,
		"모르겠어요": 0, "AI": 0, "3시간": 0, "2번이 맞나요?": -3, "아마 2번?": -3, "3번은 왜 아니에요?": 0, "1번이라고 했는데 4번으로 바꿀게요": 4, "이번 주에 볼게요": 0, "": 0, "이내": 0, "ㅋㅋ": 0,
	} {
		t.Run(said, func(t *testing.T) {
			t.Parallel()
			read := readChoice(said, options)
			got := read.Choice
			switch read.Intent {
			case intentBeyond:
				got = -1
			case intentSeveral:
				got = -2
			case intentTentative:
				got = -3
			}
			if got != want {
				t.Errorf("%q is %d (%s), want %d", said, got, read.Intent, want)
			}
		})
	}
}

// Every choice of the course is understood by number, by letter and by its
// own words, whatever the spacing.
func TestEveryChoiceIsUnderstood(t *testing.T) {
	t.Parallel()
	for number, q := range builtIn(t).questions {
		for _, language := range texts.Languages() {
			everyChoice(t, number, in(language, q.Choices))
		}
	}
}

func everyChoice(t *testing.T, number int, choices []string) {
	t.Helper()
	for i, choice := range choices {
		for _, said := range []string{
			fmt.Sprint(i + 1), fmt.Sprintf("%d번", i+1), string(rune('①' + i)), string(rune('a' + i)),
			choice, strings.ReplaceAll(choice, " ", ""), choice + "입니다.", strings.ToUpper(choice),
		} {
			if got := readChoice(said, choices); got.Choice != i+1 || got.Intent != intentAnswer {
				t.Errorf("%d: %q is %d, want %d", number, said, got.Choice, i+1)
			}
		}
	}
}

func FuzzReadChoice(f *testing.F) {
	for _, seed := range []string{"2", "②", "1번이랑 2번", "-1", "두 번째", strings.Repeat("9", 100), "\u200b", "㉠㉡", "é"} {
		f.Add(seed)
	}
	options := []string{"가 나", "다 라", "72시간", "마지막"}
	f.Fuzz(func(t *testing.T, said string) {
		got := readChoice(said, options)
		n := got.Choice
		if (got.Intent == intentAnswer || got.Intent == intentTentative) != (n >= 1 && n <= len(options)) || n < 0 || n > len(options) {
			t.Errorf("%q is %+v", said, got)
		}
	})
}

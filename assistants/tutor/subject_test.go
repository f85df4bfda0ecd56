package tutor

import (
	"strings"
	"testing"
)

// What is taught beside the course is read as such in any words, and what the course
// teaches is not.
func TestSubjectsAreWished(t *testing.T) {
	t.Parallel()
	c := builtIn(t)
	for said, chapter := range map[string]int{
		"파이썬 배우고 싶어요": 9, "코딩 처음부터 가르쳐 주세요": 9, "I want to learn Python": 9, "sql 공부할래": 10, "통계 기초를 배우려고 합니다": 11,
		"teach me statistics": 11, "통계 과제가 있어요. 정규분포 알려 줘": 0, "챗GPT로 파이썬 코드 짜는 법 배우고 싶어요": 0, "파이썬은 왜 배워요?": 0,
	} {
		got := c.read(said, atLevel, nil, nil)
		if want := chapter > 0; want != (got.Intent == intentChapter) || want && got.Chapter != chapter {
			t.Errorf("%q: %+v, want chapter %d", said, got, chapter)
		}
	}
}

// Questions of a subject are answered first sentence first, in whatever words, and take
// who has no lesson yet into it.
func TestSubjectsAreAnswered(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"평균은 알고 있어요. 분산부터 설명해 주세요": "표준편차", "리스트랑 딕셔너리 언제 뭐 써요?": "키", "null이 0이랑 같은 건가요": "NULL",
		"레프트 조인이 뭔지 헷갈려요 left join": "JOIN", "what is a p-value?": "p-value", "why do list indexes start at zero": "0", "상관이 있으면 원인이라고 봐도 돼?": "원인과 결과인 것은 아닙니다",
		"내 코드 봐줘 s=0 for n in range(1,100): s+=n print(s)": "실행하지 못",
	} {
		r := newClassroom(t, nil)
		got := r.say(said)
		if !strings.Contains(got.text, want) || got.state.place() != atTheory || shipped().chapter(got.state.CurrentChapter).Subject == nil {
			t.Errorf("%q at %s: %s", said, got.state.place(), got.text)
		}
	}
}

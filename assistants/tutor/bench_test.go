package tutor

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/cut"
)

// BenchmarkTurn is a turn from its submission to its terminal event on
// SQLite, through whole learning sessions; p99 is the slowest of a hundred.
func BenchmarkTurn(b *testing.B) {
	c := newClassroom(b, nil)
	c.say("입문")
	took := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	for i := range b.N {
		say := []string{"토큰이 뭐예요?", "퀴즈", "힌트", "포기", "다음"}[i%5]
		start := time.Now()
		if c.send(say) == "" {
			b.Fatalf("%q has no answer", say)
		}
		took = append(took, time.Since(start))
		if i%5 == 4 && c.state().CourseCompleted {
			b.StopTimer()
			c.enter("")
			c.say("입문")
			b.StartTimer()
		}
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkRubric marks a long answer.
func BenchmarkRubric(b *testing.B) {
	c := builtIn(b)
	answer := cut.Runes(strings.Repeat("공식 자료로 확인하고 틀린 부분을 고쳐 동료에게 알립니다. ", 200), maxAnswer)
	for b.Loop() {
		if g := c.questions[404].marking().Mark(answer); g.Score == 0 {
			b.Fatal(g)
		}
	}
}

// BenchmarkRead reads the longest message there can be.
func BenchmarkRead(b *testing.B) {
	c := builtIn(b)
	said := strings.Repeat("가나다 토큰 ", 64<<10/17)
	for b.Loop() {
		turn := c.read(said, atQuiz, c.questions[104], nil)
		draft := c.resolve(said, asking{level: Beginner, language: "ko"}).Draft
		if turn.Intent == "" || draft == "" {
			b.Fatal(turn, draft)
		}
	}
}

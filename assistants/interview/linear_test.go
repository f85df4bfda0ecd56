package interview

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/lineartest"
)

// Reading, masking and marking a message take time that grows as the message
// does, whatever it repeats.
func TestReadingIsLinear(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	q := b.questions["frontend-04"]
	lineartest.CheckUnits(t, "mask", []string{"강남구 ", "서울 강남구 테헤란로 ", "12 main ", "1234-", "a@"}, func(text string) { guard.HideContacts(text) })
	lineartest.Check(t, "read", func(text string) { b.read(text, atQuestion, q) })
	lineartest.CheckUnits(t, "mark", []string{"var는 ", "블록 스코프", "const"}, func(text string) {
		q.mark(&CurrentQuestion{Answers: []string{cut.Runes(text, maxAnswer)}})
	})
}

// BenchmarkTurn is a turn of an interview on a real engine and store.
func BenchmarkTurn(b *testing.B) {
	r := newRoom(b, nil)
	r.say("백엔드 면접 시작")
	var took []time.Duration
	says := []string{
		"인덱스는 B-tree로 조회를 빠르게 하지만 쓰기 비용이 있습니다. 예를 들면 주문 테이블에서 캐시와 함께 썼고, 왜냐하면 조회가 많았기 때문입니다.",
		strings.Repeat("그래서 측정하고 캐시와 복제본을 두었습니다. ", 40), "힌트 주세요", "왜 그 점수예요?", "더 어려운 질문으로 부탁드려요",
	}
	b.ResetTimer()
	for i := range b.N {
		if r.state().Task.CurrentQuestion == nil {
			b.StopTimer()
			r.enter("")
			r.say("백엔드 면접 시작")
			b.StartTimer()
		}
		start := time.Now()
		r.say(says[i%len(says)])
		took = append(took, time.Since(start))
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

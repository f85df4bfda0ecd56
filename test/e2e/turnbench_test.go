package e2e

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkTurn is a turn over the socket of the real program without a model, on
// SQLite: from the query's frame to the frame that ends it. p99 is the slowest of a
// hundred; an interview's are promised below 20 ms, a question to the company's
// data below 100 ms.
func BenchmarkTurn(b *testing.B) {
	for name, bench := range map[string]struct {
		assistant string
		says      []string
	}{
		"interview": {"interview", []string{
			"백엔드 20문제 면접 시작", "힌트 주세요", "질문이 무슨 뜻이에요?",
			"먼저 원인을 확인하고 지표를 봅니다. 예를 들어 인덱스를 추가해서 조회가 빨라졌고, 캐시를 두어 부하를 줄였기 때문에 응답이 안정됐습니다.",
			"그 밖에는 없습니다", "왜 그 점수인가요?", "다음 질문이요", "잘 모르겠습니다", "더 어려운 질문 주세요", "그만할게요",
		}},
		"company": {"company", []string{
			"지난달 서울 매출은 얼마야?", "그럼 부산은?", "작년이랑 비교해줘", "2026년 3분기 제품별 매출 상위 5개", "올해 월별 매출 추이를 보여줘",
			"지난주 방문 건수와 평균 방문 시간", "지난달 지역별 매출", "영업1팀 이번 달 목표 달성률", "지난달 담당자별 매출 상위 3명", "지난달 거래처 유형별 매출",
		}},
	} {
		b.Run(name, func(b *testing.B) {
			s := start(b, []string{"--data-dir", b.TempDir(), "--burst", "10000", "--commands-per-second", "10000"}, nil)
			var c *socket
			took := make([]time.Duration, 0, b.N)
			for n := 0; b.Loop(); n++ {
				if n%len(bench.says) == 0 {
					c = s.dial(s.session(map[string]any{"assistant": bench.assistant}), "")
					c.must()
				}
				began := time.Now()
				c.send(map[string]any{"type": "query", "query": bench.says[n%len(bench.says)]})
				if _, r := c.settled(); r.Type == "error" {
					b.Fatal(r.Message)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

package e2e

import (
	"slices"
	"testing"
	"time"
)

// work is what turns of an assistant say, one after another.
type work struct {
	assistant string
	says      []string
}

// measured is the work of benchmarks, by what a turn of it does.
func measured() map[string]work {
	return map[string]work{
		"interview": {"interview", []string{
			"백엔드 20문제 면접 시작", "힌트 주세요", "질문이 무슨 뜻이에요?",
			"먼저 원인을 확인하고 지표를 봅니다. 예를 들어 인덱스를 추가해서 조회가 빨라졌고, 캐시를 두어 부하를 줄였기 때문에 응답이 안정됐습니다.",
			"그 밖에는 없습니다", "왜 그 점수인가요?", "다음 질문이요", "잘 모르겠습니다", "더 어려운 질문 주세요", "그만할게요",
		}},
		"company_data": {"company", []string{
			"지난달 서울 매출은 얼마야?", "그럼 부산은?", "작년이랑 비교해줘", "2026년 3분기 제품별 매출 상위 5개", "올해 월별 매출 추이를 보여줘",
			"지난주 방문 건수와 평균 방문 시간", "지난달 지역별 매출", "영업1팀 이번 달 목표 달성률", "지난달 담당자별 매출 상위 3명", "지난달 거래처 유형별 매출",
		}},
		"company_words": {"company", []string{
			"안녕하세요", "제품설명회에서 식음료는 1인당 얼마까지 제공할 수 있어?", "기억해줘: 고객기관066 원장은 금요일 오후에만 만날 수 있다", "고객기관066 메모 찾아줘",
			"방문보고서 작성해줘. 방문일 2026-11-20, 거래처 고객기관066, 의사, 목적 제품설명, 설명 제품 예시가디온정, 제공 물품 없음, 반응 긍정, 다음 조치 자료 전달, 이상사례 없음",
			"의사에게 백화점 상품권 10만원을 줘도 되나요?", "뭘 할 수 있어?", "고맙습니다",
		}},
	}
}

// BenchmarkTurn is a turn over the socket of the real program without a model: from
// the query's frame to the frame that ends it. p99 is the slowest of a hundred; a
// question to the company's data is promised below 100 ms, all others below 20 ms.
func BenchmarkTurn(b *testing.B) {
	for name, environment := range environments(b) {
		for turn, bench := range measured() {
			b.Run(name+"/"+turn, func(b *testing.B) {
				args, env := environment(b)
				s := start(b, append(args, "--today", "2026-11-21", "--burst", "10000", "--commands-per-second", "10000"), env)
				var c *socket
				turn := func(n int) time.Duration {
					if n%len(bench.says) == 0 {
						c = s.dial(s.session(map[string]any{"assistant": bench.assistant}), "")
						c.must()
					}
					began := time.Now()
					c.send(map[string]any{"type": "query", "query": bench.says[n%len(bench.says)]})
					if _, r := c.settled(); r.Type == "error" {
						b.Fatal(r.Message)
					}
					return time.Since(began)
				}
				for n := range bench.says { // what is read once a process is not a turn's
					turn(n)
				}
				took := make([]time.Duration, 0, b.N)
				for n := 0; b.Loop(); n++ {
					took = append(took, turn(n))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			})
		}
	}
}

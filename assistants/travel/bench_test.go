package travel_test

import (
	"fmt"
	"sort"
	"testing"
	"time"

	"github.com/madang-dev/madang/store/storetest"
)

// BenchmarkTurn is a turn from Submit to its terminal event, with the 99th
// percentile: turns that ask and turns that plan.
func BenchmarkTurn(b *testing.B) {
	for name, texts := range map[string][]string{
		"ask":  {"오사카", "도쿄로 바꿔줘", "3박 4일이요", "아니 5일로", "비자 필요해?"},
		"plan": {whole, "예산을 300만원으로 올려줘", "쇼핑도 추가해줘", "아니 5일로", "도쿄로 바꿔줘"},
	} {
		b.Run(name, func(b *testing.B) {
			y := open(b, storetest.SQLite(b), nil)
			id := y.session(b)
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				if i%100 == 99 {
					id = y.session(b)
				}
				text := texts[i%len(texts)]
				if name == "plan" && i%2 == 0 {
					text = fmt.Sprintf("오사카 %d박 200만원 둘이 맛집", i/2%5+1)
				}
				started := time.Now()
				y.ask(b, id, text)
				took = append(took, time.Since(started))
			}
			sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		})
	}
}

package semantic

import "testing"

// BenchmarkAnswer reads and runs a question without the cache.
func BenchmarkAnswer(b *testing.B) {
	l := open(b)
	for b.Loop() {
		l.cache = newCache()
		answer(b, l, "E001", "ko", "지난달 매출 상위 거래처랑 방문 대비 매출 보여줘")
	}
}

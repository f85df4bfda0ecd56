package semantic

import (
	"testing"

	"github.com/madang-dev/madang/internal/cache"
)

// BenchmarkAnswer reads and runs a question without the cache.
func BenchmarkAnswer(b *testing.B) {
	l := open(b)
	for b.Loop() {
		l.cache = cache.NewLRU[cached](maxCached, maxCached)
		answer(b, l, "E001", "ko", "지난달 매출 상위 거래처랑 방문 대비 매출 보여줘")
	}
}

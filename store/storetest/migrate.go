package storetest

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/migrations"
)

func migrateTests() []test {
	return []test{
		{name: "migrate from empty, then nothing to do", run: func(t *testing.T, y *harness) {
			files, err := fs.Glob(migrations.FS, "*.sql")
			y.must(err)
			n, err := y.Migrate(t.Context())
			y.must(err)
			if n != len(files) {
				t.Errorf("%d of %d migrations applied", n, len(files))
			}
			if n, err = y.Migrate(t.Context()); err != nil || n != 0 {
				t.Errorf("the second time applied %d, %v", n, err)
			}
			v, err := y.Version(t.Context())
			if newest := files[len(files)-1]; err != nil || !strings.HasPrefix(newest, fmt.Sprintf("%05d_", v)) {
				t.Errorf("version is %d, %v; the newest is %s", v, err, newest)
			}
			y.session("u1")
		}},
		{name: "migrate at once from many", run: func(t *testing.T, y *harness) {
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					if _, err := y.Migrate(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			y.session("u1")
		}},
		on("ping and clock", func(t *testing.T, y *harness) {
			y.must(y.Ping(t.Context()))
			now, err := y.Now(t.Context())
			y.must(err)
			if d := time.Since(now).Abs(); d > time.Minute {
				t.Errorf("database clock is off by %s", d)
			}
			if now.Location() != time.UTC || now.Nanosecond()%int(time.Millisecond) != 0 {
				t.Errorf("clock gives %s", now)
			}
		}),
	}
}

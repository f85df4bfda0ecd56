package chaos

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// serverBinary is the program with failpoints, probed tells that it has the
// assistant whose work a query fixes.
var (
	serverBinary string
	probed       bool
)

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "madang-chaos-")
	if err != nil {
		panic(err)
	}
	serverBinary = filepath.Join(dir, "madang")
	build := exec.Command("go", "build", "-tags", "failpoint", "-o", serverBinary, "../../cmd/server")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		os.Exit(1)
	}
	help, _ := exec.Command(serverBinary, "help").CombinedOutput()
	probed = strings.Contains(string(help), "-probe")
	// These tests wait far more than they work, so more of them than there
	// are cores run side by side, unless somebody has set another number.
	set("test.parallel", "4")
	set("rapid.checks", strconv.Itoa(pick(3, 12)))
	set("rapid.seed", strconv.FormatUint(baseSeed(), 10))
	set("rapid.nofailfile", "true")
	set("rapid.shrinktime", "1s")
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// set sets a flag that was not given.
func set(name, value string) {
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	if !given {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
}

// long tells that there is time: `make chaos`.
func long() bool { return os.Getenv("CHAOS_LONG") != "" }

// pick is the size of a test: small in every `go test`, full in `make chaos`.
func pick[T any](short, full T) T {
	if long() {
		return full
	}
	return short
}

// baseSeed is what every choice of every test comes from.
func baseSeed() uint64 {
	n, err := strconv.ParseUint(os.Getenv("CHAOS_SEED"), 10, 64)
	if err != nil || n == 0 {
		return 1
	}
	return n
}

// random is a test's own source of chance; the seed is printed so that a
// failure can be played again.
func random(t *testing.T) *rand.Rand {
	t.Helper()
	t.Logf("seed %d; again with: CHAOS_SEED=%[1]d go test ./chaos -run '^%s$'", baseSeed(), t.Name())
	h := fnv.New64a()
	_, _ = h.Write([]byte(t.Name()))
	return rand.New(rand.NewPCG(baseSeed(), h.Sum64()))
}

// between is a time of chance.
func between(r *rand.Rand, lo, hi time.Duration) time.Duration {
	return lo + time.Duration(r.Int64N(int64(hi-lo)+1))
}

// patience is how long these tests wait for what has to come: how soon it comes
// is measured and held apart (bound), so that a slow machine fails nothing.
const patience = 3 * time.Minute

// poll waits until f is true and returns how long that took.
func poll(t testing.TB, what string, f func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	for !f() {
		if time.Since(began) > patience {
			t.Fatalf("waited %s for %s", patience, what)
		}
		pause(5 * time.Millisecond)
	}
	return time.Since(began)
}

// pause lets time pass; a fault has to last.
func pause(d time.Duration) { <-time.After(d) }

// counter makes words that are not said twice.
var counter atomic.Int64

// work is a query for that many steps of that long, unlike any before.
func work(steps int, each time.Duration, parallel bool) string {
	n := counter.Add(1)
	if !probed {
		return fmt.Sprintf("전세금 3억 5천만원에서 5%% 인상 가능한가요? (%d)", n)
	}
	// Its size must not grow with the number of queries; ask_ms alone asks for
	// nothing.
	return fmt.Sprintf(`{"steps":%d,"step_ms":%d,"parallel":%t,"result_bytes":%d,"ask_ms":%d}`,
		steps, each.Milliseconds(), parallel, 100+n%800, n/800)
}

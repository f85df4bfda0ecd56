package chaos

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"syscall"
	"testing"
	"time"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// link is the way to a server of the cluster, which can be made bad.
type link struct {
	t     testing.TB
	proxy *toxiproxy.Proxy
	url   string // the server's, by this way
}

// newLink puts a proxy before the server at a URL.
func newLink(t testing.TB, name, serverURL string) *link {
	t.Helper()
	u, err := url.Parse(serverURL)
	if err != nil {
		t.Fatal(err)
	}
	server := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	l := &link{t: t}
	for try := 1; ; try++ {
		l.proxy = toxiproxy.NewProxy(server, name, freeAddr(t), u.Host)
		if err = l.proxy.Start(); err == nil {
			break
		}
		if !errors.Is(err, syscall.EADDRINUSE) || try == 3 {
			t.Fatal(err)
		}
		// Another process was faster.
	}
	t.Cleanup(l.proxy.Stop)
	u.Host = l.proxy.Listen
	l.url = u.String()
	return l
}

// toxic adds one of toxiproxy's toxics, in one direction.
func (l *link) toxic(kind, stream string, attributes map[string]any) {
	l.t.Helper()
	raw, err := json.Marshal(map[string]any{"type": kind, "stream": stream, "attributes": attributes})
	if err != nil {
		l.t.Fatal(err)
	}
	if _, err := l.proxy.Toxics.AddToxicJson(bytes.NewReader(raw)); err != nil {
		l.t.Fatal(err)
	}
}

// blackHole swallows whatever is said in either direction; connections stay
// open and new ones are accepted.
func (l *link) blackHole() {
	l.toxic("timeout", "downstream", map[string]any{"timeout": 0})
	l.toxic("timeout", "upstream", map[string]any{"timeout": 0})
}

// slow makes each answer late.
func (l *link) slow(by time.Duration) {
	l.toxic("latency", "downstream", map[string]any{"latency": by.Milliseconds()})
}

// mend takes all toxics away; connections through a black hole end.
func (l *link) mend() { l.proxy.Toxics.ResetToxics(l.t.Context()) }

// cut ends every connection and refuses new ones until join.
func (l *link) cut() {
	l.t.Helper()
	l.proxy.Stop()
	refuses(l.t, l.proxy.Listen)
}

func (l *link) join() {
	l.t.Helper()
	if err := l.proxy.Start(); err != nil {
		l.t.Fatal(err)
	}
}

// refuses proves that nobody answers at an address. A process that another test
// is starting has this one's listeners, too, until its own program runs.
func refuses(t testing.TB, addr string) {
	t.Helper()
	poll(t, addr+" to take no connections", func() bool {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
}

// silent proves that what is sent to an address gets no answer.
func silent(t testing.TB, addr, said string) {
	t.Helper()
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		t.Fatalf("%s: %v", addr, err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(300 * time.Millisecond))
	if _, err := conn.Write([]byte(said)); err != nil {
		t.Fatalf("%s: %v", addr, err)
	}
	if n, err := conn.Read(make([]byte, 64)); err == nil {
		t.Fatalf("%s answers %d bytes", addr, n)
	}
}

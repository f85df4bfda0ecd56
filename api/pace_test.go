package api

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// paced is a server whose bodies may take that long, beside what their bytes take.
func paced(t *testing.T, wait time.Duration, next http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pace(w, r, wait)
		next(w, r)
	}))
	server.Config.ReadTimeout = wait
	server.Start()
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// A body of which a byte comes now and then is cut off; one that comes on is not.
func TestBodiesByDrops(t *testing.T) {
	t.Parallel()
	read := map[int64]chan error{1 << 20: make(chan error, 1), 512 << 10: make(chan error, 1)}
	addr := paced(t, 200*time.Millisecond, func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, r.Body)
		read[r.ContentLength] <- err
	})
	begin := func(length int) net.Conn {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", length); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	half := func(large net.Conn) {
		if _, err := large.Write(make([]byte, 256<<10)); err != nil {
			t.Fatal(err)
		}
	}
	large := begin(512 << 10)
	half(large)
	drops := begin(1 << 20)
	for cut := false; !cut; {
		_, _ = drops.Write([]byte("x"))
		select {
		case err := <-read[1<<20]:
			if cut = true; err == nil {
				t.Error("read to its end")
			}
		case <-time.After(20 * time.Millisecond):
		}
	}
	half(large) // after what a small one may take
	if err := <-read[512<<10]; err != nil {
		t.Errorf("a large body: %v", err)
	}
}

// Work on a request may take longer than its body.
func TestWorkOutlivesTheBodysTime(t *testing.T) {
	t.Parallel()
	for _, request := range []string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
	} {
		synctest.Test(t, func(t *testing.T) {
			server := http.Server{ReadTimeout: bodyWait, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				pace(w, r, bodyWait)
				_, _ = io.Copy(io.Discard, r.Body)
				select {
				case <-r.Context().Done():
					http.Error(w, "the context ended", http.StatusInternalServerError)
				case <-time.After(6 * bodyWait):
				}
			})}
			near, far := net.Pipe()
			ended := make(chan error)
			listener := single{far: make(chan net.Conn, 1)}
			listener.far <- far
			go func() { ended <- server.Serve(listener) }()
			if _, err := io.WriteString(near, request); err != nil {
				t.Fatal(err)
			}
			answer, err := http.ReadResponse(bufio.NewReader(near), nil)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("%q: %d", request, answer.StatusCode)
			}
			_ = near.Close()
			_ = server.Close()
			if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
				t.Error(err)
			}
		})
	}
}

// single hands one connection in memory to a server, in whose time nothing of the
// machine's is.
type single struct{ far chan net.Conn }

func (s single) Accept() (net.Conn, error) {
	if conn, open := <-s.far; open {
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (s single) Close() error { close(s.far); return nil }

func (single) Addr() net.Addr { return &net.UnixAddr{} }

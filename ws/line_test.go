package ws

import (
	"errors"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

// narrowConn takes only so many bytes before its deadline is over.
type narrowConn struct {
	net.Conn
	room   int
	writes []string
}

func (c *narrowConn) SetWriteDeadline(time.Time) error { return nil }

func (c *narrowConn) Write(b []byte) (int, error) {
	n := min(len(b), c.room)
	c.room -= n
	c.writes = append(c.writes, string(b[:n]))
	if n < len(b) {
		return n, os.ErrDeadlineExceeded
	}
	return n, nil
}

// What is written between gather and flush leaves in one piece; of a flush
// that failed the rest goes first, so that no frame is cut.
func TestLineSendsABurstInOnePiece(t *testing.T) {
	t.Parallel()
	network := &narrowConn{room: 100}
	l := &line{Conn: network}
	say := func(parts ...string) error {
		l.gather()
		for _, part := range parts {
			if _, err := l.Write([]byte(part)); err != nil {
				t.Fatal(err)
			}
		}
		return l.flush(time.Second)
	}
	if err := say("one ", "two ", "three"); err != nil || len(network.writes) != 1 {
		t.Fatalf("%q, %v", network.writes, err)
	}
	if err := say(); err != nil || len(network.writes) != 1 {
		t.Fatalf("nothing was written as %q, %v", network.writes, err)
	}
	network.room = 3
	if err := say("abc", "def"); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(err)
	}
	network.room, network.writes = 100, nil
	if err := say("close"); err != nil || strings.Join(network.writes, "") != "defclose" {
		t.Fatalf("%q, %v", network.writes, err)
	}
}

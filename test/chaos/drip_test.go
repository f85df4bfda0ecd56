package chaos

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/gorilla/websocket"
)

// drippedFor is how long a connection that brings next to nothing may stay.
var drippedFor = bound{6 * time.Second, 20 * time.Second}

// Reliability 16: a connection on which nothing but a byte now and then comes is
// ended, whatever it is in the middle of.
func (d *door) slowloris() {
	t := d.t
	start := "POST /api/v1/chat/start HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n"
	upgrade := "GET /api/v1/chat/ws/" + d.session + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
	for name, c := range map[string]struct{ first, drop string }{
		"nothing":      {"", ""},
		"request line": {"G", "E"},
		"headers":      {upgrade + "X-A: ", "a"},
		"a body":       {start + "\r\n{", " "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", d.addr)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			d.in(t).dripping(c.first, c.drop, conn, func() error {
				_, err := conn.Read(make([]byte, 1024))
				return err
			})
		})
	}
	for name, c := range map[string]struct{ first, drop string }{
		"a frame":                  {"\x81\xfe\x10\x00" + zeroMask + "{", " "},
		"a large one":              {string([]byte{0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0}) + zeroMask + "{", " "},
		"fragments":                {frameOf(0x01, "{"), frameOf(0x00, " ")},
		"a ping":                   {"\x89\xfd" + zeroMask, "x"},
		"a ping between fragments": {frameOf(0x01, "{"), frameOf(0x89, "")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := d.in(t).raw(d.session)
			code := make(chan int, 1)
			d.in(t).dripping(c.first, c.drop, r.NetConn(), func() error {
				code <- r.end()
				return net.ErrClosed
			})
			if got := <-code; got != 4002 {
				t.Errorf("closed with %d", got)
			}
		})
	}
}

// dripping writes first and then a drop now and then, until reading fails.
func (d *door) dripping(first, drop string, conn net.Conn, read func() error) {
	d.t.Helper()
	began := time.Now()
	_, _ = conn.Write([]byte(first))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		for read() == nil {
		}
	}()
	for drops := time.NewTicker(200 * time.Millisecond); ; {
		select {
		case <-ended:
			drops.Stop()
			took := time.Since(began)
			if b := drippedFor; !b.keeps(took, stolenSince(d.began), long()) {
				d.t.Errorf("ended after %s", took)
			}
			return
		case <-drops.C:
			_, _ = conn.Write([]byte(drop))
		}
	}
}

// Where people have to say who they are, a socket that does not say it is ended.
func TestNoHello(t *testing.T) {
	t.Parallel()
	const secret = "a secret that guards nothing but a test of chaos"
	p := plan{sqlite: true, env: []string{"MADANG_AUTH_MODE=jwt", "MADANG_AUTH_JWT_SECRET=" + secret}}
	c := newCluster(t, p)
	n := c.nodes[0]
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": "somebody", "exp": time.Now().Add(time.Hour).Unix(),
	}).SignedString([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	n.token = token
	session := n.session()
	for name, say := range map[string]string{"silent": "", "a frame that is none": frameOf(0x89, "x")} {
		began := time.Now()
		sock, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+n.addr+"/api/v1/chat/ws/"+session, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := &raw{t, sock}
		if err := r.put(say); err != nil {
			t.Fatal(err)
		}
		if code := r.end(); code != 4502 {
			t.Errorf("%s: closed with %d", name, code)
		}
		_ = sock.Close()
		c.holds(name+": the end of a socket without a hello", time.Since(began), drippedFor)
	}
	if lines := strings.Join(n.complaints(), "\n"); strings.Contains(lines, "panic") {
		t.Error(lines)
	}
}

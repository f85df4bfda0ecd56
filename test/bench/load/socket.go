// Package load puts a WebSocket server under a known load from inside this
// process and checks every frame while it measures. It is its own small
// client, so that the load costs little of the cores that the server needs.
package load

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// Socket is one client connection, used by one goroutine.
type Socket struct {
	conn  net.Conn
	in    *bufio.Reader
	out   []byte
	frame []byte
	// Down counts the bytes of payload that came.
	Down int64
}

// readBuffer is small, because ten thousand sockets have one each.
const readBuffer = 2048

// patience bounds every wait for the server.
const patience = 60 * time.Second

// Server is what is put under load: where it listens, and the token that it
// wants to see, "" for none.
type Server struct{ Addr, Token string }

// Dial opens a socket of the extension on a session, from its first event on.
func Dial(ctx context.Context, server Server, sessionID string) (*Socket, error) {
	conn, err := (&net.Dialer{Timeout: patience}).DialContext(ctx, "tcp", server.Addr)
	if err != nil {
		return nil, err
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	proof := ""
	if server.Token != "" {
		proof = "Authorization: Bearer " + server.Token + "\r\n"
	}
	_, err = io.WriteString(conn, "GET /api/v1/chat/ws/"+sessionID+"?last_seq=0 HTTP/1.1\r\nHost: "+server.Addr+"\r\n"+proof+
		"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: madang.v1\r\n\r\n")
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	s := &Socket{conn: conn, in: bufio.NewReaderSize(conn, readBuffer)}
	status, err := s.in.ReadString('\n')
	if err == nil && !strings.Contains(status, " 101 ") {
		err = fmt.Errorf("load: upgrade refused: %s", strings.TrimSpace(status))
	}
	for line := ""; err == nil && line != "\r\n"; {
		line, err = s.in.ReadString('\n')
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return s, nil
}

// Close ends the connection without a word.
func (s *Socket) Close() error { return s.conn.Close() }

// Send writes one text frame. The mask is zero: it hides nothing, and the
// bytes needn't be turned over.
func (s *Socket) Send(text string) error {
	s.out = append(s.out[:0], 0x81)
	switch n := len(text); {
	case n < 126:
		s.out = append(s.out, 0x80|byte(n))
	case n < 1<<16:
		s.out = binary.BigEndian.AppendUint16(append(s.out, 0x80|126), uint16(n))
	default:
		return fmt.Errorf("load: a query of %d bytes", n)
	}
	s.out = append(append(s.out, 0, 0, 0, 0), text...)
	_ = s.conn.SetDeadline(time.Now().Add(patience))
	_, err := s.conn.Write(s.out)
	return err
}

// Next is the next text frame, good until the next call; pings are answered.
func (s *Socket) Next() ([]byte, error) {
	for {
		op, err := s.read()
		switch {
		case err != nil:
			return nil, err
		case op == 0x1:
			s.Down += int64(len(s.frame))
			return s.frame, nil
		case op == 0x9:
			pong := append([]byte{0x8a, 0x80 | byte(len(s.frame)), 0, 0, 0, 0}, s.frame...)
			if _, err := s.conn.Write(pong); err != nil {
				return nil, err
			}
		case op == 0x8:
			return nil, fmt.Errorf("load: the server closed the socket: %q", s.frame)
		}
	}
}

// read takes one whole frame; the server sends no fragments.
func (s *Socket) read() (op byte, err error) {
	head, err := s.in.Peek(2)
	if err != nil {
		return 0, err
	}
	op, n := head[0], int(head[1])
	if op&0x80 == 0 || n&0x80 != 0 {
		return 0, fmt.Errorf("load: frame head %x is fragmented or masked", head)
	}
	_, _ = s.in.Discard(2)
	var size [8]byte
	switch n {
	case 126:
		_, err = io.ReadFull(s.in, size[6:])
		n = int(binary.BigEndian.Uint64(size[:]))
	case 127:
		_, err = io.ReadFull(s.in, size[:])
		n = int(binary.BigEndian.Uint64(size[:]))
	}
	if err != nil {
		return 0, err
	}
	if cap(s.frame) < n {
		s.frame = make([]byte, n)
	}
	s.frame = s.frame[:n]
	_, err = io.ReadFull(s.in, s.frame)
	return op & 0xf, err
}

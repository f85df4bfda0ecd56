package ws

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// rawClient is the other side of a socket at the least cost: it keeps its
// connection and a small buffer, and looks at no more than frames' heads.
type rawClient struct {
	conn net.Conn
	in   *bufio.Reader
}

func (c *rawClient) handshake(host, path string) error {
	if _, err := fmt.Fprintf(c.conn, "GET /%s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", path, host); err != nil {
		return err
	}
	for {
		line, err := c.in.ReadString('\n')
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(line, "HTTP/1.1") && !strings.Contains(line, "101"):
			return errors.New(line)
		case line == "\r\n":
			return nil
		}
	}
}

// say sends a text with an empty mask.
func (c *rawClient) say(text string) error { return c.frame(websocket.TextMessage, []byte(text)) }

func (c *rawClient) frame(kind int, body []byte) error {
	b := []byte{0x80 | byte(kind)} // one frame
	if len(body) < 126 {
		b = append(b, 0x80|byte(len(body)))
	} else {
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(len(body)))
	}
	_, err := c.conn.Write(append(append(b, 0, 0, 0, 0), body...))
	return err
}

// texts reads n text frames; pings are answered.
func (c *rawClient) texts(n int) error {
	for n > 0 {
		kind, length, err := c.head()
		if err != nil {
			return err
		}
		if kind != websocket.PingMessage {
			if _, err := c.in.Discard(length); err != nil {
				return err
			}
			n--
			continue
		}
		payload := make([]byte, length)
		if _, err := io.ReadFull(c.in, payload); err != nil {
			return err
		}
		if err := c.frame(websocket.PongMessage, payload); err != nil {
			return err
		}
	}
	return nil
}

func (c *rawClient) head() (kind, length int, err error) {
	var b [8]byte
	if _, err := io.ReadFull(c.in, b[:2]); err != nil {
		return 0, 0, err
	}
	kind, length = int(b[0]&0xf), int(b[1])
	switch length {
	case 126:
		_, err = io.ReadFull(c.in, b[:2])
		length = int(binary.BigEndian.Uint16(b[:2]))
	case 127:
		_, err = io.ReadFull(c.in, b[:8])
		length = int(binary.BigEndian.Uint64(b[:8]))
	}
	return kind, length, err
}

// Sizes of a client's buffer: of many that do nothing, of few that read much.
const (
	narrow = 16
	wide   = 64 << 10
)

const benchQuery = `{"type":"query","query":"전세금 5% 인상 가능해?"}`

// query asks and reads the eight frames of the answer.
func (c *rawClient) query() error {
	if err := c.say(benchQuery); err != nil {
		return err
	}
	return c.texts(8)
}

// exchange is a query and its answer on a connection that may be greeted.
func (c *rawClient) exchange(b *testing.B) {
	if err := c.query(); err != nil {
		b.Fatal(err)
	}
}

// answerPing waits for the ping after an answer.
func (c *rawClient) answerPing() error {
	kind, length, err := c.head()
	if err != nil || kind != websocket.PingMessage {
		return fmt.Errorf("frame of kind %d: %w", kind, err)
	}
	payload := make([]byte, length)
	if _, err := io.ReadFull(c.in, payload); err != nil {
		return err
	}
	return c.frame(websocket.PongMessage, payload)
}

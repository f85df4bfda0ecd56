package e2e

import (
	"fmt"
	"net"
	"testing"
)

// rawDial opens a socket by hand; what follows is sent with the request.
func rawDial(t *testing.T, addr, session string, follows []byte) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	request := fmt.Sprintf("GET /api/v1/chat/ws/%s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", session, addr)
	if _, err := conn.Write(append([]byte(request), follows...)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// maskedText is one text frame of a client, with a mask of zeros.
func maskedText(body []byte) []byte {
	frame := []byte{0x81, 0x80 | 126, byte(len(body) >> 8), byte(len(body)), 0, 0, 0, 0}
	return append(frame, body...)
}

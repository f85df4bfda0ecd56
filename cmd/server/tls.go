package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"

	"github.com/madang-dev/madang/configs"
)

// certificate is the server's, read again when one of its files is another one:
// who renews it need not restart anything. A pair that does not fit, as between
// two writes, leaves the one before in its place.
type certificate struct {
	files [2]string // the certificate's and its key's
	log   *slog.Logger

	mu       sync.Mutex
	pair     *tls.Certificate
	seen     [2]os.FileInfo // when the pair was read
	lastFail string
}

// openCertificate reads the pair that the settings name; nil without one.
func openCertificate(s configs.TLS, log *slog.Logger) (*certificate, error) {
	if s.CertFile == "" {
		return nil, nil
	}
	c := &certificate{files: [2]string{s.CertFile, s.KeyFile}, log: log}
	if _, err := c.read(); err != nil {
		return nil, fmt.Errorf("tls: %w", err)
	}
	return c, nil
}

// config has a handshake look whether the files are still the same. Sockets need
// HTTP/1.1; a proxy in front may speak what it likes.
func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.current(), nil },
	}
}

func (c *certificate) current() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch anew, err := c.read(); {
	case err == nil && anew:
		c.log.Info("the TLS certificate was read again", "file", c.files[0])
		c.lastFail = ""
	case err != nil && err.Error() != c.lastFail:
		c.lastFail = err.Error()
		c.log.Error("the TLS certificate can't be read; the one before serves", "error", err)
	}
	return c.pair
}

// read reads the files if they are others than before, and tells whether they are. It
// looks at them first: one that is replaced meanwhile is another one at the next look.
func (c *certificate) read() (anew bool, err error) {
	var now [2]os.FileInfo
	for i, name := range c.files {
		if now[i], err = os.Stat(name); err != nil {
			return false, err
		}
	}
	if c.pair != nil && unchanged(now[0], c.seen[0]) && unchanged(now[1], c.seen[1]) {
		return false, nil
	}
	pair, err := tls.LoadX509KeyPair(c.files[0], c.files[1])
	if err != nil {
		return false, err
	}
	c.pair, c.seen = &pair, now
	return true, nil
}

func unchanged(now, then os.FileInfo) bool {
	return os.SameFile(now, then) && now.ModTime().Equal(then.ModTime()) && now.Size() == then.Size()
}

// accept serves a listener, by TLS where the server has a certificate.
func accept(server *http.Server, l net.Listener) error {
	if server.TLSConfig != nil {
		return server.ServeTLS(l, "", "")
	}
	return server.Serve(l)
}

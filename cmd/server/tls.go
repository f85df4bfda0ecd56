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
	certFile, keyFile string
	log               *slog.Logger

	mu       sync.Mutex
	pair     *tls.Certificate
	cert     os.FileInfo
	key      os.FileInfo
	lastFail string
}

// openCertificate reads the pair that the settings name; nil without one.
func openCertificate(s configs.TLS, log *slog.Logger) (*certificate, error) {
	if s.CertFile == "" {
		return nil, nil
	}
	c := &certificate{certFile: s.CertFile, keyFile: s.KeyFile, log: log}
	if err := c.read(); err != nil {
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
	if c.same() {
		return c.pair
	}
	err := c.read()
	switch {
	case err == nil:
		c.lastFail = ""
		c.log.Info("the TLS certificate was read again", "file", c.certFile)
	case err.Error() != c.lastFail:
		c.lastFail = err.Error()
		c.log.Error("the TLS certificate can't be read; the one before serves", "error", err)
	}
	return c.pair
}

// same tells whether the files are those that were read.
func (c *certificate) same() bool {
	cert, err := os.Stat(c.certFile)
	if err != nil {
		return false
	}
	key, err := os.Stat(c.keyFile)
	return err == nil && unchanged(cert, c.cert) && unchanged(key, c.key)
}

func unchanged(now, then os.FileInfo) bool {
	return os.SameFile(now, then) && now.ModTime().Equal(then.ModTime()) && now.Size() == then.Size()
}

// read looks at the files before it reads them: one that is replaced meanwhile is
// another one at the next look.
func (c *certificate) read() error {
	cert, err := os.Stat(c.certFile)
	if err != nil {
		return err
	}
	key, err := os.Stat(c.keyFile)
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return err
	}
	c.pair, c.cert, c.key = &pair, cert, key
	return nil
}

// accept serves a listener, by TLS where the server has a certificate.
func accept(server *http.Server, l net.Listener) error {
	if server.TLSConfig != nil {
		return server.ServeTLS(l, "", "")
	}
	return server.Serve(l)
}

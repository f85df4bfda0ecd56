package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/madang-dev/madang/api"
	"github.com/madang-dev/madang/configs"
)

// issue writes a certificate of that name and its key; each file is replaced as a
// whole.
func issue(t *testing.T, s configs.TLS, name string) *x509.Certificate {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	of := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	must(err)
	rawKey, err := x509.MarshalPKCS8PrivateKey(key)
	must(err)
	for file, block := range map[string]*pem.Block{
		s.CertFile: {Type: "CERTIFICATE", Bytes: raw}, s.KeyFile: {Type: "PRIVATE KEY", Bytes: rawKey},
	} {
		must(os.WriteFile(file+".new", pem.EncodeToMemory(block), 0o600))
		must(os.Rename(file+".new", file))
	}
	made, err := x509.ParseCertificate(raw)
	must(err)
	return made
}

// tlsServer serves by TLS and asks it whose certificate it shows.
func tlsServer(t *testing.T, s configs.TLS) (shown func() string) {
	t.Helper()
	cert, err := openCertificate(s, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := api.Server("", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }))
	server.TLSConfig = cert.config()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = accept(server, l)
	}()
	t.Cleanup(func() {
		_ = server.Shutdown(context.WithoutCancel(t.Context()))
		<-done
	})
	return func() string {
		t.Helper()
		client := &http.Client{Transport: &http.Transport{
			DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
		}}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+l.Addr().String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		return res.TLS.PeerCertificates[0].Subject.CommonName
	}
}

// A certificate that was renewed is shown at the next handshake; one that is half
// written or gone leaves the one before.
func TestCertificatesAreReadAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := configs.TLS{CertFile: filepath.Join(dir, "cert.pem"), KeyFile: filepath.Join(dir, "key.pem")}
	if _, err := openCertificate(s, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a server without its certificate starts")
	}
	issue(t, s, "first")
	shown := tlsServer(t, s)
	if got := shown(); got != "first" {
		t.Errorf("shows %s", got)
	}
	issue(t, s, "second")
	if got := shown(); got != "second" {
		t.Errorf("shows %s after the renewal", got)
	}
	other := configs.TLS{CertFile: s.CertFile, KeyFile: filepath.Join(dir, "another.pem")}
	issue(t, other, "third") // without its key
	if got := shown(); got != "second" {
		t.Errorf("shows %s with a key that does not fit", got)
	}
	if err := os.Rename(other.KeyFile, s.KeyFile); err != nil {
		t.Fatal(err)
	}
	if got := shown(); got != "third" {
		t.Errorf("shows %s with its key", got)
	}
	if err := os.Remove(s.KeyFile); err != nil {
		t.Fatal(err)
	}
	if got := shown(); got != "third" {
		t.Errorf("shows %s without a file", got)
	}
}

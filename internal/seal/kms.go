package seal

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/madang-dev/madang/internal/remote"
)

// vaultKey is a key in the transit engine of Vault or OpenBao, which wraps the file of
// master keys and never leaves the service. The file is then of no use without it.
type vaultKey struct {
	service *remote.Client
	// engine is the address of the key's engine, to which what is done and the key's
	// name are put.
	engine, name string
	// token is the file of the service's token: an agent renews it there.
	token string
}

// The schemes of a vaultKey, as Tink names it; without TLS it may only be an agent on
// the same machine.
const (
	vaultScheme = "hcvault"
	agentScheme = "hcvault-http"
)

// openVaultKey is the key at hcvault://HOST/ENGINE/keys/NAME.
func openVaultKey(uri, token string) (*vaultKey, error) {
	at, err := url.Parse(uri)
	if err != nil {
		return nil, errors.New("seal: the key service's address can't be read")
	}
	engine, name, found := strings.Cut(strings.Trim(at.Path, "/"), "/keys/")
	switch host := at.Hostname(); {
	case at.Scheme != vaultScheme && at.Scheme != agentScheme:
		return nil, fmt.Errorf("seal: keys are wrapped by %s://HOST/ENGINE/keys/NAME, not by %q", vaultScheme, at.Scheme)
	case !found || engine == "" || name == "" || strings.Contains(name, "/") || host == "" || at.User != nil:
		return nil, fmt.Errorf("seal: a key's address is %s://HOST/ENGINE/keys/NAME", vaultScheme)
	case at.Scheme == agentScheme && host != "localhost" && !net.ParseIP(host).IsLoopback():
		return nil, fmt.Errorf("seal: %s is for an agent on this machine: keys travel in TLS", agentScheme)
	case token == "":
		return nil, errors.New("seal: the key service wants token=FILE")
	}
	scheme := map[string]string{vaultScheme: "https", agentScheme: "http"}[at.Scheme]
	return &vaultKey{
		service: remote.New(remote.Config{MaxBytes: 1 << 20}), token: token,
		engine: scheme + "://" + at.Host + "/v1/" + engine + "/", name: name,
	}, nil
}

// Encrypt implements tink.AEAD; a file of keys has no associated data.
func (v *vaultKey) Encrypt(plaintext, _ []byte) ([]byte, error) {
	got, err := v.ask("encrypt", "plaintext", base64.StdEncoding.EncodeToString(plaintext))
	return []byte(got.Ciphertext), err
}

// Decrypt implements tink.AEAD.
func (v *vaultKey) Decrypt(ciphertext, _ []byte) ([]byte, error) {
	got, err := v.ask("decrypt", "ciphertext", string(ciphertext))
	if err != nil {
		return nil, err
	}
	plain, err := base64.StdEncoding.DecodeString(got.Plaintext)
	if err != nil {
		return nil, errors.New("seal: the key service's answer can't be read")
	}
	return plain, nil
}

type vaultAnswer struct{ Ciphertext, Plaintext string }

func (v *vaultKey) ask(what, name, value string) (vaultAnswer, error) {
	token, err := os.ReadFile(v.token)
	if err != nil {
		return vaultAnswer{}, fmt.Errorf("seal: token of the key service: %w", err)
	}
	body, err := json.Marshal(map[string]string{name: value})
	if err != nil {
		return vaultAnswer{}, fmt.Errorf("seal: %w", err)
	}
	answer, err := v.service.Do(context.Background(), remote.Request{
		Method: http.MethodPost, URL: v.engine + what + "/" + v.name, Body: body,
		Header: http.Header{"X-Vault-Token": {string(bytes.TrimSpace(token))}, "Content-Type": {"application/json"}},
	})
	var reply struct{ Data vaultAnswer }
	switch {
	case err != nil:
		return vaultAnswer{}, fmt.Errorf("seal: key service: %w", err)
	case answer.Status != http.StatusOK:
		return vaultAnswer{}, fmt.Errorf("seal: the key service refuses to %s with key %s: status %d", what, v.name, answer.Status)
	}
	if err := json.Unmarshal(answer.Body, &reply); err != nil || reply.Data == (vaultAnswer{}) {
		return vaultAnswer{}, errors.New("seal: the key service's answer can't be read")
	}
	return reply.Data, nil
}

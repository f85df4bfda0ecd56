package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// transit is a service with Vault's transit API and one key.
type transit struct {
	*httptest.Server
	asked atomic.Int64
	token atomic.Pointer[string]
}

func newTransit(t *testing.T) *transit {
	t.Helper()
	block, err := aes.NewCipher([]byte(rand.Text() + "abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	box, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		t.Fatal(err)
	}
	s := &transit{}
	token := "first"
	s.token.Store(&token)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		var in, out struct {
			Plaintext  string `json:"plaintext,omitempty"`
			Ciphertext string `json:"ciphertext,omitempty"`
		}
		if r.Header.Get("X-Vault-Token") != *s.token.Load() {
			http.Error(w, `{"errors":["permission denied"]}`, http.StatusForbidden)
			return
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.Method != http.MethodPost {
			http.Error(w, `{"errors":[]}`, http.StatusBadRequest)
			return
		}
		switch r.URL.Path {
		case "/v1/transit/encrypt/madang":
			plain, _ := base64.StdEncoding.DecodeString(in.Plaintext)
			out.Ciphertext = "vault:v1:" + base64.StdEncoding.EncodeToString(box.Seal(nil, nil, plain, nil))
		case "/v1/transit/decrypt/madang":
			sealed, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(in.Ciphertext, "vault:v1:"))
			plain, err := box.Open(nil, nil, sealed, nil)
			if err != nil {
				http.Error(w, `{"errors":["invalid ciphertext"]}`, http.StatusBadRequest)
				return
			}
			out.Plaintext = base64.StdEncoding.EncodeToString(plain)
		default:
			http.NotFound(w, r)
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": out})
	}))
	t.Cleanup(s.Close)
	return s
}

// The file is of no use without the key of the service, is rotated by the same
// commands, and one from before the service is wrapped by the next rotation.
func TestAKeyServiceWrapsTheFile(t *testing.T) {
	t.Parallel()
	s, dir := newTransit(t), t.TempDir()
	path, token := filepath.Join(dir, "keys.json"), filepath.Join(dir, "token")
	write := func(text string) {
		if err := os.WriteFile(token, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("first")
	setting := "file://" + path + "?kms=hcvault-http://" + s.Listener.Addr().String() + "/transit/keys/madang&token=" + token
	if err := Create(path); err != nil { // of before
		t.Fatal(err)
	}
	if _, err := Load(setting); err == nil {
		t.Error("a file that nothing wraps was taken for a wrapped one")
	}
	if _, err := Rotate(setting, false); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), `"keyData"`) || !strings.Contains(string(text), "encryptedKeyset") {
		t.Errorf("the file: %.80s, %v", text, err)
	}
	if _, err := Load(path); err == nil {
		t.Error("the wrapped file was read without the service")
	}
	here, err := Load(setting)
	if err != nil {
		t.Fatal(err)
	}
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	asked := s.asked.Load()
	wrapped, _, err := here.Wrap(key, []byte("id"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := here.Unwrap(wrapped, []byte("id")); err != nil || s.asked.Load() != asked {
		t.Errorf("the service was asked for a user's key: %v", err)
	}
	renewed := "second"
	s.token.Store(&renewed)
	if _, err := Load(setting); err == nil || strings.Contains(err.Error(), "first") {
		t.Errorf("with an old token: %v", err)
	}
	write(renewed)
	if _, err := Load(setting); err != nil {
		t.Errorf("with a renewed token: %v", err)
	}
	s.Close()
	if _, err := here.Unwrap(wrapped, []byte("id")); err != nil {
		t.Errorf("while the service is away: %v", err)
	}
}

func TestAddressesOfKeyServices(t *testing.T) {
	t.Parallel()
	for setting, good := range map[string]bool{
		"file:///k?kms=hcvault://vault.example.com:8200/transit/keys/a&token=/t":     true,
		"file:///k?kms=hcvault://vault.example.com/team/transit/keys/a&token=/t":     true,
		"file:///k?kms=hcvault-http://127.0.0.1:8100/transit/keys/a&token=/t":        true,
		"file:///k?kms=hcvault-http://vault.example.com/transit/keys/a&token=/t":     false, // keys in the open
		"file:///k?kms=hcvault://vault.example.com/transit/keys/a":                   false,
		"file:///k?kms=hcvault://vault.example.com/transit/keys/&token=/t":           false,
		"file:///k?kms=hcvault://me:secret@vault.example.com/transit/keys/a&token=t": false,
		"file:///k?kms=aws-kms://arn&token=/t":                                       false,
		"file:///k?token=/t":                                                         false,
		"hcvault://vault.example.com/transit/keys/a":                                 false,
	} {
		if _, err := Path(setting); (err == nil) != good {
			t.Errorf("%s: %v", setting, err)
		}
	}
}

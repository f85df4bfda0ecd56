package client

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Config says where the server is and who is asking.
type Config struct {
	// BaseURL is the server's address, http(s)://host:port.
	BaseURL   string
	SessionID string // for Dial
	// UserID, Assistant and Language are those of a session to start; ""
	// leaves them to the server.
	UserID    string
	Assistant string
	Language  string // ko | en
	// Token signs in where the server asks for it.
	Token string

	// HTTP makes the REST calls; nil is a client with a 10 s timeout.
	HTTP *http.Client
	// Silence is the time without a sign of the server after which the connection
	// is given up; 0 is 60 s, three of its pings.
	Silence time.Duration
}

func (c Config) withDefaults() (Config, error) {
	u, err := url.Parse(c.BaseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return c, fmt.Errorf("client: %q is not an address like http://localhost:8000", c.BaseURL)
	}
	c.HTTP = cmp.Or(c.HTTP, &http.Client{Timeout: 10 * time.Second})
	c.Silence = cmp.Or(c.Silence, time.Minute)
	return c, nil
}

// socketURL is the session's WebSocket address.
func (c Config) socketURL() (string, error) {
	if c.SessionID == "" {
		return "", errors.New("client: SessionID is empty")
	}
	at, err := url.JoinPath(c.BaseURL, "api/v1/chat/ws", url.PathEscape(c.SessionID))
	if err != nil {
		return "", err
	}
	return "ws" + strings.TrimPrefix(at, "http"), nil
}

func (c Config) header() http.Header {
	h := http.Header{}
	if c.Token != "" {
		h.Set("Authorization", "Bearer "+c.Token)
	}
	return h
}

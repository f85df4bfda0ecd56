package mcp

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessage bounds one message of a server over HTTP, in bytes: a tool's text
// is cut far below it.
const maxMessage = 4 << 20

// stopIn is how long a server's process may take to end by itself.
const stopIn = 2 * time.Second

func (l *link) connect(ctx context.Context) (*sdk.ClientSession, error) {
	client := sdk.NewClient(&sdk.Implementation{Name: "madang", Version: "1"}, &sdk.ClientOptions{
		// It is offered nothing: no roots, no sampling, no questions to the user.
		Capabilities: &sdk.ClientCapabilities{},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			select {
			case l.changed <- struct{}{}:
			default: // it is looked at anyway
			}
		},
	})
	within, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	return client.Connect(within, l.transport(), nil)
}

func (l *link) transport() sdk.Transport {
	if l.URL != "" {
		return &sdk.StreamableClientTransport{
			Endpoint: l.URL, HTTPClient: &http.Client{Transport: headed{l.Headers}}, MaxEventSize: maxMessage,
		}
	}
	command := exec.Command(l.Command[0], l.Command[1:]...) //nolint:noctx // it lives as long as its session, which ends it
	// It gets what the operator gives it, and none of this program's secrets.
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	for name, value := range l.Env {
		command.Env = append(command.Env, name+"="+value)
	}
	return &sdk.CommandTransport{Command: command, TerminateDuration: stopIn}
}

// headed sends headers with each request.
type headed struct{ headers map[string]string }

func (h headed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, value := range h.headers {
		r.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(r)
}

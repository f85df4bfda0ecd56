package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/madang-dev/madang/state"
)

// Run is where a run of a session is.
type Run struct {
	ID       string          `json:"id"`
	Query    string          `json:"query"`
	Language string          `json:"language"`
	Status   state.RunStatus `json:"status"`
	// Interrupt is the question that a waiting run rests on.
	Interrupt *state.Interrupt `json:"interrupt"`
}

// maxOpen is how many of a session's newest runs Waiting looks through;
// those that are queued behind the one that waits are fewer.
const maxOpen = 100

// Waiting is the session's run that waits for an answer, nil when there is
// none: what a client asks that comes to a session, for a question that
// another connection was shown is not sent again.
func Waiting(ctx context.Context, c Config) (*Run, error) {
	path := fmt.Sprintf("api/v1/sessions/%s/runs?limit=%d", url.PathEscape(c.SessionID), maxOpen)
	runs, err := read[[]Run](ctx, c, path, "runs of "+c.SessionID)
	if err != nil {
		return nil, err
	}
	for i := range runs {
		if runs[i].Status == state.RunWaiting && runs[i].Interrupt != nil {
			return &runs[i], nil
		}
	}
	return nil, nil
}

// ReadRun is one run; nil for one that is kept no more.
func ReadRun(ctx context.Context, c Config, runID string) (*Run, error) {
	run, err := read[*Run](ctx, c, "api/v1/runs/"+url.PathEscape(runID), "run "+runID)
	if refused, ok := errors.AsType[*Refused](err); ok && refused.Status == http.StatusNotFound {
		return nil, nil
	}
	return run, err
}

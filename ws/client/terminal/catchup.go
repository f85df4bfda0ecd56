package terminal

import (
	"context"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

// resumed catches up when the stream could not be taken up where it was
// left: the run may have asked or ended in the part that is missing.
func (a *asking) resumed(ctx context.Context, f client.Frame) error {
	var r struct {
		Recovered bool `json:"recovered"`
		Snapshot  struct {
			MessageCount int64 `json:"message_count"`
		} `json:"snapshot"`
	}
	if err := f.Decode(&r); err != nil {
		return err
	}
	if r.Recovered || a.runID == "" {
		return nil
	}
	return a.catchUp(ctx, r.Snapshot.MessageCount-client.MaxMessages)
}

// catchUp reads over HTTP where our run is: its question, its answer, or
// nothing, when it is still at work and its end is going to come live. Its
// answer is among the messages from the offset on.
func (a *asking) catchUp(ctx context.Context, offset int64) error {
	ctx = context.WithoutCancel(ctx)
	run, err := client.ReadRun(ctx, a.clientConfig(), a.runID)
	switch {
	case err != nil:
		return err
	case run == nil: // it is kept no more: an answer tells that it is over
		run = &client.Run{Status: state.RunCompleted}
	case run.Status == state.RunWaiting && run.Interrupt != nil:
		if a.pending == nil || a.pending.ID != run.Interrupt.ID || a.replyID != "" {
			return a.show(newQuestion(*run.Interrupt))
		}
		return nil
	case !run.Status.Terminal():
		a.drop()
		return nil
	}
	answer, found, err := a.lastWords(ctx, offset)
	if err != nil || !found {
		return err
	}
	return a.end(state.Response{Type: responseType(run.Status), Answer: answer})
}

// lastWords is the newest message of our run by the assistant; those before
// it are the questions that it asked.
func (a *asking) lastWords(ctx context.Context, offset int64) (text string, found bool, err error) {
	for offset = max(0, offset); ; offset += client.MaxMessages {
		page, err := client.Messages(ctx, a.clientConfig(), offset)
		if err != nil {
			return "", false, err
		}
		for _, m := range page {
			if m.RunID == a.runID && m.Role == state.RoleAssistant {
				text, found = m.Content, true
			}
		}
		if len(page) < client.MaxMessages {
			return text, found, nil
		}
	}
}

func responseType(status state.RunStatus) string {
	switch status {
	case state.RunCancelled:
		return state.ResponseCancelled
	case state.RunFailed:
		return state.ResponseError
	}
	return state.ResponseAnswer
}

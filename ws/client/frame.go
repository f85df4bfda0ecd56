package client

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Frame is one frame of the server.
type Frame struct {
	Type string `json:"type"`
	// Seq numbers durable events from 1; 0 is a frame that is not stored.
	Seq   int64  `json:"seq"`
	RunID string `json:"run_id"`
	// ID and ClientMsgID name the command that the frame replies to.
	ID          string `json:"id"`
	ClientMsgID string `json:"client_msg_id"`
	// Raw is the whole frame as it came.
	Raw json.RawMessage `json:"-"`
}

// Decode reads the frame into v, for instance a state.PlanReady.
func (f Frame) Decode(v any) error {
	if err := json.Unmarshal(f.Raw, v); err != nil {
		return fmt.Errorf("decode %s: %w", f.Type, err)
	}
	return nil
}

var errFrame = errors.New("client: not a frame")

func decodeFrame(raw []byte) (Frame, error) {
	var f Frame
	if err := json.Unmarshal(raw, &f); err != nil {
		return Frame{}, err
	}
	if f.Type == "" || f.Seq < 0 {
		return Frame{}, errFrame
	}
	f.Raw = raw
	return f, nil
}

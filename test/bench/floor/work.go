package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"strconv"
	"time"
)

// One query of the assistant probe as the server stores and sends it: the
// changes of five saves, eight frames without their envelopes, the answer.
//
//go:embed work.jsonl
var recorded []byte

const (
	saves  = 5
	frames = 8
)

// recording is that query.
type recording struct {
	changes [saves][]byte
	frames  [frames][]byte
	answer  []byte
}

func readWork() (*recording, error) {
	w := &recording{}
	var lines [][]byte
	for s := bufio.NewScanner(bytes.NewReader(recorded)); s.Scan(); {
		lines = append(lines, bytes.Clone(s.Bytes()))
	}
	if len(lines) != saves+frames+1 {
		return nil, fmt.Errorf("work.jsonl has %d lines", len(lines))
	}
	copy(w.changes[:], lines)
	copy(w.frames[:], lines[saves:])
	w.answer = lines[saves+frames]
	return w, nil
}

// appendFrame is a stored event in the envelope that clients of the
// extension get.
func appendFrame(b, payload []byte, seq int64, runID, session string, at time.Time) []byte {
	b = append(b, payload[:len(payload)-1]...)
	b = append(b, `,"seq":`...)
	b = strconv.AppendInt(b, seq, 10)
	b = append(b, `,"run_id":"`...)
	b = append(b, runID...)
	b = append(b, `","event_id":"`...)
	b = append(b, session...)
	b = append(b, '.')
	b = strconv.AppendInt(b, seq, 10)
	b = append(b, `","timestamp":"`...)
	b = at.AppendFormat(b, "2006-01-02T15:04:05.000Z07:00")
	return append(b, `"}`...)
}

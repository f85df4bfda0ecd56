package main

import (
	"encoding/json"
	"net/http"
	"path"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

type door struct {
	work    *recording
	history history
}

// A small read buffer and a pool of write buffers are what keeps an idle
// gorilla connection cheap.
var upgrader = websocket.Upgrader{
	ReadBufferSize: 1024, WriteBufferPool: &sync.Pool{}, WriteBufferSize: 4096,
	CheckOrigin: func(*http.Request) bool { return true },
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	s := &session{door: d, conn: conn, id: path.Base(r.URL.Path)}
	go s.serve() // net/http's buffers go with its goroutine
}

// session is one socket, alone on its session.
type session struct {
	*door
	conn                 *websocket.Conn
	id                   string
	run, step, seq, said int64
	rows                 []row
	frame                []byte
}

func (s *session) serve() {
	defer s.conn.Close()
	if err := s.conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"connected","session_id":"`+s.id+`"}`)); err != nil {
		return
	}
	for {
		_, text, err := s.conn.ReadMessage()
		if err != nil {
			return
		}
		var command struct{ Type, Query string }
		if json.Unmarshal(text, &command) != nil || command.Type != "query" {
			return
		}
		if err := s.answer([]byte(command.Query)); err != nil {
			return
		}
	}
}

// answer does the five nodes' work, one commit each. Three teams that take
// their time side by side have one more: for their starts.
func (s *session) answer(query []byte) error {
	var asked struct {
		StepMS int `json:"step_ms"`
	}
	_ = json.Unmarshal(query, &asked) // plain text asks for no time
	s.run++
	s.add(kindRun, s.run, nil)
	s.say(query)
	frames := s.work.frames[:]
	for node, events := range [saves]int{0, 1, 2 * teams, 0, 1} {
		if node == executing && asked.StepMS > 0 {
			if err := s.commit(frames[:teams]); err != nil {
				return err
			}
			frames, events = frames[teams:], teams
			work(time.Duration(asked.StepMS) * time.Millisecond)
		}
		s.step++
		s.add(kindSave, s.step, s.work.changes[node])
		if node == saves-1 {
			s.say(s.work.answer)
		}
		if err := s.commit(frames[:events]); err != nil {
			return err
		}
		frames = frames[events:]
	}
	return nil
}

const (
	executing = 2 // the node in which the teams work
	teams     = 3
)

// work is the teams', side by side.
func work(takes time.Duration) {
	var all sync.WaitGroup
	for range teams {
		all.Go(func() { time.Sleep(takes) })
	}
	all.Wait()
}

// commit stores what was added, with events, and then sends these.
func (s *session) commit(events [][]byte) error {
	for i, payload := range events {
		s.add(kindEvent, s.seq+int64(i)+1, payload)
	}
	if err := s.history.commit(s.rows); err != nil {
		return err
	}
	s.rows = s.rows[:0]
	return s.send(events)
}

func (s *session) add(kind int16, n int64, payload []byte) {
	s.rows = append(s.rows, row{s.id, kind, n, s.run, time.Now().UnixMilli(), payload})
}

func (s *session) say(text []byte) {
	s.said++
	s.add(kindMessage, s.said, text)
}

func (s *session) send(payloads [][]byte) error {
	now, runID := time.Now().UTC(), strconv.FormatInt(s.run, 10)
	for _, payload := range payloads {
		s.seq++
		s.frame = appendFrame(s.frame[:0], payload, s.seq, runID, s.id, now)
		if err := s.conn.WriteMessage(websocket.TextMessage, s.frame); err != nil {
			return err
		}
	}
	return nil
}

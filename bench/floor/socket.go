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
	work    *work
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

// answer does the five nodes' work, one commit each.
func (s *session) answer(query []byte) error {
	s.run++
	s.add(kindRun, s.run, nil)
	s.say(query)
	var sent int
	for node, events := range [saves]int{0, 1, 6, 0, 1} {
		s.step++
		s.add(kindSave, s.step, s.work.changes[node])
		for i := range events {
			s.add(kindEvent, s.seq+int64(i)+1, s.work.frames[sent+i])
		}
		if node == saves-1 {
			s.say(s.work.answer)
		}
		if err := s.history.commit(s.rows); err != nil {
			return err
		}
		s.rows = s.rows[:0]
		if err := s.send(s.work.frames[sent : sent+events]); err != nil {
			return err
		}
		sent += events
	}
	return nil
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

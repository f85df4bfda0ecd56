package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/gorilla/websocket"
)

// relay passes what a model writes on to the socket that asked: a frame a token,
// nothing is checked, gathered or kept.
type relay struct{ url string }

func (r *relay) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	conn, err := upgrader.Upgrade(w, req, nil)
	if err != nil {
		return
	}
	go r.serve(conn)
}

func (r *relay) serve(conn *websocket.Conn) {
	defer conn.Close()
	for {
		var command struct{ Query string }
		if conn.ReadJSON(&command) != nil || r.answer(conn, command.Query) != nil {
			return
		}
	}
}

// delta is a token as it leaves.
type delta struct {
	Type  string `json:"type"`
	Index int    `json:"index"`
	Delta string `json:"delta"`
}

func (r *relay) answer(conn *websocket.Conn, query string) error {
	body, err := json.Marshal(map[string]any{"stream": true, "messages": []map[string]string{{"role": "user", "content": query}}})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, r.url+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	n := 0
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		switch {
		case !ok:
			continue
		case string(data) == "[DONE]":
			return conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"final_response","tokens":%d}`, n))
		}
		var part struct {
			Choices []struct {
				Delta struct{ Content string }
			}
		}
		if err := json.Unmarshal(data, &part); err != nil {
			return err
		}
		if len(part.Choices) == 0 || part.Choices[0].Delta.Content == "" {
			continue
		}
		if err := conn.WriteJSON(delta{"answer_delta", n, part.Choices[0].Delta.Content}); err != nil {
			return err
		}
		n++
	}
	return fmt.Errorf("the model's stream was cut off after %d tokens", n)
}

package asyncapi

import (
	"bytes"
	"encoding/json"

	"github.com/invopop/jsonschema"

	"github.com/madang-dev/madang/ws"
)

// document is the part of an AsyncAPI 3.0 document that the protocol needs.
type document struct {
	AsyncAPI           string               `json:"asyncapi"`
	Info               info                 `json:"info"`
	DefaultContentType string               `json:"defaultContentType"`
	Servers            map[string]server    `json:"servers"`
	Channels           map[string]channel   `json:"channels"`
	Operations         map[string]operation `json:"operations"`
	Components         components           `json:"components"`
}

type info struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Description string `json:"description"`
}

type server struct {
	Host        string `json:"host"`
	Protocol    string `json:"protocol"`
	Description string `json:"description"`
}

type channel struct {
	Address    string               `json:"address"`
	Title      string               `json:"title"`
	Parameters map[string]parameter `json:"parameters"`
	Messages   map[string]ref       `json:"messages"`
	Bindings   bindings             `json:"bindings"`
}

type parameter struct {
	Description string `json:"description"`
}

type bindings struct {
	WS binding `json:"ws"`
}

type binding struct {
	Method string             `json:"method"`
	Query  *jsonschema.Schema `json:"query"`
}

type operation struct {
	Action   string `json:"action"`
	Channel  ref    `json:"channel"`
	Summary  string `json:"summary"`
	Messages []ref  `json:"messages"`
}

type ref struct {
	Ref string `json:"$ref"`
}

type components struct {
	Messages map[string]message            `json:"messages"`
	Schemas  map[string]*jsonschema.Schema `json:"schemas"`
}

type message struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Payload ref    `json:"payload"`
}

const channelName = "session"

// Document is the description's text. All of it is known when the program
// is built, so that it can't fail on a user's data.
func Document(version string) []byte {
	s := newSchemas()
	d := document{
		AsyncAPI: "3.0.0",
		Info: info{"Madang", version, "Queries and their events over one WebSocket a session. " +
			"Clients that offer the subprotocol " + ws.Subprotocol + " or say hello get all of it; " +
			"others send query, interrupt_response and todo_skip and get the events of the base contract."},
		DefaultContentType: "application/json",
		Servers:            map[string]server{"local": {"localhost:8000", "ws", "A server on this machine"}},
		Channels:           map[string]channel{channelName: newChannel()},
		Operations: map[string]operation{
			"command": {Action: "receive", Channel: ref{"#/channels/" + channelName}, Summary: "What clients send"},
			"frame":   {Action: "send", Channel: ref{"#/channels/" + channelName}, Summary: "What the server sends"},
		},
		Components: components{Messages: map[string]message{}},
	}
	for _, c := range commands() {
		d.add("command", c.kind, c.summary, s.command(c))
	}
	for _, e := range frames() {
		d.add("frame", e.kind, e.summary, s.frame(e))
	}
	d.Components.Schemas = s.finish()
	return encode(d)
}

// add lists a message; a command is named apart from the frame that
// has the same type.
func (d *document) add(direction, kind, summary, schema string) {
	name := schema
	d.Components.Messages[name] = message{kind, schema, summary, ref{"#/components/schemas/" + schema}}
	d.Channels[channelName].Messages[name] = ref{"#/components/messages/" + name}
	op := d.Operations[direction]
	op.Messages = append(op.Messages, ref{"#/channels/" + channelName + "/messages/" + name})
	d.Operations[direction] = op
}

func newChannel() channel {
	query := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties()}
	query.Properties.Set("last_seq", &jsonschema.Schema{Type: "integer", Description: "The newest event that the client has; asks for those after it, as hello does."})
	query.Properties.Set("epoch", &jsonschema.Schema{Type: "string", Description: "The numbering that last_seq is of."})
	return channel{
		Address:    "/api/v1/chat/ws/{session_id}",
		Title:      "One conversation",
		Parameters: map[string]parameter{"session_id": {"The session; an unknown one is refused in the upgrade with 404."}},
		Messages:   map[string]ref{},
		Bindings:   bindings{WS: binding{"GET", query}},
	}
}

func encode(d document) []byte {
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		panic("asyncapi: encode: " + err.Error())
	}
	return append(bytes.ReplaceAll(text, []byte(`"#/$defs/`), []byte(`"#/components/schemas/`)), '\n')
}

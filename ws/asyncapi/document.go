package asyncapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/madang-dev/madang/ws"
)

// object is a JSON object of the document.
type object = map[string]any

const channelName = "session"

// Document is the description's text. All of it is known when the program
// is built, so that it can't fail on a user's data.
func Document(version string) []byte {
	s := newSchemas()
	messages := object{}
	operations := object{
		"command": operation("receive", "What clients send", messages, commands(), s.command),
		"frame":   operation("send", "What the server sends", messages, frames(), s.frame),
	}
	d := object{
		"asyncapi": "3.0.0",
		"info": object{
			"title": "Madang", "version": version,
			"description": "Queries and their events over one WebSocket a session. " +
				"Clients that offer the subprotocol " + ws.Subprotocol + " or say hello get all of it; " +
				"others send query, interrupt_response and todo_skip and get the events of the base contract.",
		},
		"defaultContentType": "application/json",
		"servers": object{"local": object{
			"host": "localhost:8000", "protocol": "ws", "description": "A server on this machine",
		}},
		"operations": operations,
		"channels":   object{channelName: channel(slices.Collect(maps.Keys(messages)))},
		"components": object{"messages": messages, "schemas": s.finish()},
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		panic("asyncapi: encode: " + err.Error())
	}
	return append(bytes.ReplaceAll(text, []byte(`"#/$defs/`), []byte(`"#/components/schemas/`)), '\n')
}

// operation lists what goes one way and adds it to the messages, each under the name
// that schemaFunc gives its schema: a command is named apart from the frame that has
// the same type.
func operation(action, summary string, messages object, list []described, schemaFunc func(described) string) object {
	refs := make([]object, len(list))
	for i, m := range list {
		name := schemaFunc(m)
		messages[name] = object{
			"name": m.kind, "title": name, "summary": m.summary, "payload": ref("components/schemas/" + name),
		}
		refs[i] = ref("channels/" + channelName + "/messages/" + name)
	}
	return object{"action": action, "channel": ref("channels/" + channelName), "summary": summary, "messages": refs}
}

// channel is the socket of a session, for messages of those names.
func channel(names []string) object {
	messages := object{}
	for _, name := range names {
		messages[name] = ref("components/messages/" + name)
	}
	return object{
		"address": "/api/v1/chat/ws/{session_id}",
		"title":   "One conversation",
		"parameters": object{"session_id": object{
			"description": "The session; an unknown one is refused in the upgrade with 404.",
		}},
		"messages": messages,
		"bindings": object{"ws": object{"method": "GET", "query": object{"type": "object", "properties": object{
			"last_seq": object{
				"type":        "integer",
				"description": "The newest event that the client has; asks for those after it, as hello does.",
			},
			"epoch": object{"type": "string", "description": "The numbering that last_seq is of."},
		}}}},
	}
}

func ref(path string) object { return object{"$ref": "#/" + path} }

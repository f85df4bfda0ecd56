package main

import (
	"fmt"

	"github.com/madang-dev/madang/ws/asyncapi"
)

// schema prints the description of the WebSocket protocol, which clients
// are generated from.
func schema(c console) int {
	if _, err := c.out.Write(asyncapi.Document(version())); err != nil {
		fmt.Fprintln(c.err, "error:", err)
		return exitFailed
	}
	return exitOK
}

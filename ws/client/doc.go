// Package client talks to a Madang server as an app would: it opens a
// session, asks, and hands out the session's frames.
//
//	id, err := client.Start(ctx, client.Config{BaseURL: url})
//	c, err := client.Dial(ctx, client.Config{BaseURL: url, SessionID: id})
//	defer c.Close()
//	msgID, err := c.Query(client.Query{Text: "전세금 5% 인상 가능해?"})
//	for f := range c.Frames() { … }
//	err = c.Err()
//
// A Client is one connection. Who dials again is first sent what the session's
// connections were not, so that an answer that came meanwhile is not lost. A client
// that comes back by itself is clients/ts.
package client

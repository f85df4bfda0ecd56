// Package client talks to a Madang server as an app would: it opens a
// session, asks, and hands out the session's frames in order and without
// repetition while connections come and go beneath it.
//
//	id, err := client.Start(ctx, client.Config{BaseURL: url})
//	c, err := client.Dial(ctx, client.Config{BaseURL: url, SessionID: id})
//	defer c.Close()
//	msgID, err := c.Query(client.Query{Text: "전세금 5% 인상 가능해?"})
//	for f := range c.Frames() { … }
//	err = c.Err()
//
// After a lost connection it comes back with growing pauses, says which
// event it saw last and goes on from there; a question whose receipt was
// not confirmed is sent again under the same client_msg_id, which the
// server takes once.
package client

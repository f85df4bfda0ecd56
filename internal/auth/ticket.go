package auth

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/madang-dev/madang/store"
)

const (
	ticketPrefix = "mdt_"
	// ticketTTL is the time from asking for a ticket to opening the socket.
	ticketTTL = 30 * time.Second
)

// Ticket is a single-use stand-in for an identity, for a socket's address: what
// is written into logs on the way is worth nothing afterwards. Any node takes it.
func (g *Gate) Ticket(ctx context.Context, id Identity) (ticket string, until time.Time, err error) {
	id.Name = "" // a socket shows nobody, and the row lies in the database
	text, err := json.Marshal(id)
	if err != nil {
		return "", until, err
	}
	now := g.cfg.Clock()
	ticket, until = ticketPrefix+rand.Text(), now.Add(ticketTTL)
	return ticket, until, g.cfg.Store.PutTicket(ctx, hash(ticket), string(text), now, until)
}

func (g *Gate) redeem(ctx context.Context, ticket string) (id Identity, err error) {
	if len(ticket) > maxSubject {
		return id, errors.New("no ticket is that long")
	}
	text, until, err := g.cfg.Store.TakeTicket(ctx, hash(ticket))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return id, errors.New("the ticket is not known, or was used")
	case err != nil:
		return id, err
	case !g.cfg.Clock().Before(until):
		return id, fmt.Errorf("the ticket was good until %s", until)
	}
	err = json.Unmarshal([]byte(text), &id)
	return id, err
}

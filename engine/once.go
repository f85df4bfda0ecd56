package engine

import (
	"context"
	"encoding/json"
)

// Once does work that reaches outside the database (a payment, a message, a
// model's answer that costs money) and records what it brought under a key
// that is unique in the run. Asked again, by whoever carries the run on, it
// returns the record without working. An error is not recorded. Work that
// was done when the process died before the record was durable is done
// again: it should carry the key to the other side.
func (t *Turn[S]) Once(ctx context.Context, key string, work func(ctx context.Context) (json.RawMessage, error)) (json.RawMessage, error) {
	return t.do(ctx, key, work)
}

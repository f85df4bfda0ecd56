package memory

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
	"unicode/utf8"
)

// formVersion is part of the cache key: nodes of two versions that run side
// by side during a roll-out do not read each other's values.
const formVersion = 1

// A cached value is the MAC (or, without a secret, the checksum) of user id
// and body, then the body. The user id is in it so that one user's value
// under another one's key is refused.
func encode(secret []byte, userID string, l Loaded) ([]byte, error) {
	body, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("encode memory: %w", err)
	}
	return append(seal(secret, userID, body), body...), nil
}

var errSeal = errors.New("memory: the cached value is damaged or not ours")

func decode(secret []byte, userID string, raw []byte, now time.Time, ttl time.Duration) (Loaded, error) {
	if len(raw) < sha256.Size || !hmac.Equal(raw[:sha256.Size], seal(secret, userID, raw[sha256.Size:])) {
		return Loaded{}, errSeal
	}
	body := raw[sha256.Size:]
	if !utf8.Valid(body) {
		return Loaded{}, errSeal
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	var l Loaded
	if err := dec.Decode(&l); err != nil {
		return Loaded{}, fmt.Errorf("decode memory: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Loaded{}, errors.New("decode memory: more than one value")
	}
	if err := believable(l, now, ttl); err != nil {
		return Loaded{}, err
	}
	for i := range l.Memories {
		l.Memories[i].UserID = userID // not part of the JSON form
	}
	for i := range l.Preferences {
		l.Preferences[i].UserID = userID
	}
	return l, nil
}

// believable holds a value to what fetch would have made; the small slack
// is for clocks that differ between nodes.
func believable(l Loaded, now time.Time, ttl time.Duration) error {
	const slack = time.Minute
	if age := now.Sub(l.LoadedAt); age > ttl+slack || age < -slack {
		return fmt.Errorf("decode memory: loaded %v ago", age)
	}
	if len(l.Memories) > MaxMemories || tokensOf(l.Memories, l.Preferences) > MaxTokens {
		return errors.New("decode memory: larger than what is ever kept")
	}
	for i, x := range l.Memories {
		if i > 0 && x.Timestamp.After(l.Memories[i-1].Timestamp) {
			return errors.New("decode memory: not newest first")
		}
	}
	return nil
}

func seal(secret []byte, userID string, body []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%d:%s:", len(userID), userID)
	mac.Write(body)
	return mac.Sum(nil)
}

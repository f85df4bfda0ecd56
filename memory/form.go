package memory

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// formVersion is part of the cache key: nodes of two versions that run side
// by side during a roll-out do not read each other's values.
const formVersion = 2

// A cached value is the MAC (or, without a secret, the checksum) of user id
// and body, then the body. The user id is in it so that one user's value
// under another one's key is refused.
func encode(secret []byte, userID string, s shelf) ([]byte, error) {
	body, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode memory: %w", err)
	}
	return append(seal(secret, userID, body), body...), nil
}

var errSeal = errors.New("memory: the cached value is damaged or not ours")

// decode believes a value only if it is ours, this user's, and of the version
// that the store has now: an older one that is put back is refused, however
// well it is signed.
func decode(secret []byte, userID, version string, raw []byte) (shelf, error) {
	if len(raw) < sha256.Size || !hmac.Equal(raw[:sha256.Size], seal(secret, userID, raw[sha256.Size:])) {
		return shelf{}, errSeal
	}
	body := raw[sha256.Size:]
	if !utf8.Valid(body) {
		return shelf{}, errSeal
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	var s shelf
	if err := dec.Decode(&s); err != nil {
		return shelf{}, fmt.Errorf("decode memory: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return shelf{}, errors.New("decode memory: more than one value")
	}
	if s.Version != version {
		return shelf{}, errOld
	}
	if err := believable(s); err != nil {
		return shelf{}, err
	}
	s.belongTo(userID)
	return s, nil
}

// errOld is a value of another version: every change leaves one behind.
var errOld = errors.New("memory: the cached value is of another version")

// belongTo fills in whose it is, which is not part of the JSON form.
func (s *shelf) belongTo(userID string) {
	for i := range s.Books {
		for j := range s.Books[i].Exchanges {
			s.Books[i].Exchanges[j].UserID = userID
		}
		if s.Books[i].Summary != nil {
			s.Books[i].Summary.UserID = userID
		}
	}
	for i := range s.Preferences {
		s.Preferences[i].UserID = userID
	}
}

// believable holds a value to what fetch would have made.
func believable(s shelf) error {
	if len(s.Books) > maxSessions+1 {
		return errors.New("decode memory: larger than what is ever kept")
	}
	for i, b := range s.Books {
		if len(b.Exchanges) > MaxExchanges || i > FullSessions && len(b.Exchanges) > 0 {
			return errors.New("decode memory: larger than what is ever kept")
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

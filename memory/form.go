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

	"github.com/madang-dev/madang/internal/seal"
)

// formVersion is part of the cache key: nodes of two versions that run side
// by side during a roll-out do not read each other's values.
const formVersion = 3

const cachePurpose = "madang memory cache"

// A cached value is sealed with the secret (or, without one, has the checksum of
// user id and body before the body), so that whoever reads the cache learns nothing.
// The user id is in it so that one user's value under another one's key is refused.
func encode(secret []byte, userID string, s shelf) ([]byte, error) {
	body, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode memory: %w", err)
	}
	if len(secret) == 0 {
		return append(sum(userID, body), body...), nil
	}
	box, err := seal.NewBox(secret, cachePurpose)
	if err != nil {
		return nil, err
	}
	return box.Seal(body, []byte(userID)), nil
}

// opened is the body of a value that is ours and this user's.
func opened(secret []byte, userID string, raw []byte) ([]byte, error) {
	if len(secret) == 0 {
		if len(raw) < sha256.Size || !hmac.Equal(raw[:sha256.Size], sum(userID, raw[sha256.Size:])) {
			return nil, errSeal
		}
		return raw[sha256.Size:], nil
	}
	box, err := seal.NewBox(secret, cachePurpose)
	if err != nil {
		return nil, err
	}
	body, err := box.Open(raw, []byte(userID))
	if err != nil {
		return nil, errSeal
	}
	return body, nil
}

var errSeal = errors.New("memory: the cached value is damaged or not ours")

// decode believes a value only if it is ours, this user's, and of the version
// that the store has now: an older one that is put back is refused, however
// well it is signed.
func decode(secret []byte, userID, version string, raw []byte) (shelf, error) {
	body, err := opened(secret, userID, raw)
	if err != nil {
		return shelf{}, err
	}
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

func sum(userID string, body []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%d:%s:", len(userID), userID)
	h.Write(body)
	return h.Sum(nil)
}

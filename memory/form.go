package memory

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/internal/seal"
)

// formVersion is part of the cache key: nodes of two versions that run side
// by side during a roll-out do not read each other's values.
const formVersion = 3

const cachePurpose = "madang memory cache"

// A cached value is sealed with the secret, so that whoever reads the cache learns
// nothing. The user id is in it so that one user's value under another one's key is
// refused.
func encode(box *seal.Box, userID string, s shelf) ([]byte, error) {
	body, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode memory: %w", err)
	}
	return box.Seal(body, []byte(userID)), nil
}

var errSeal = errors.New("memory: the cached value is damaged or not ours")

// decode believes a value only if it is ours, this user's, and of the version
// that the store has now: an older one that is put back is refused, however
// well it is sealed.
func decode(box *seal.Box, userID, version string, raw []byte) (shelf, error) {
	body, err := box.Open(raw, []byte(userID))
	if err != nil {
		return shelf{}, errSeal
	}
	var s shelf
	known := json.NewDecoder(bytes.NewReader(body))
	known.DisallowUnknownFields() // of a version that should have raised formVersion
	if err := known.Decode(&s); err != nil {
		return shelf{}, fmt.Errorf("decode memory: %w", err)
	}
	if s.Version != version {
		return shelf{}, errOld
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

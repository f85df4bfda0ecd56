package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
)

// Box seals what passes through a place that only lends room, such as Redis.
type Box struct{ aead cipher.AEAD }

// NewBox makes one whose key is made of the nodes' secret for that purpose alone.
func NewBox(secret []byte, purpose string) (*Box, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, purpose, 32)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return &Box{aead}, nil
}

// Seal encrypts a value; it can only be opened with the same about.
func (b *Box) Seal(value, about []byte) []byte { return b.aead.Seal(nil, nil, value, about) }

// Open is the value that was sealed with the same secret, for the same purpose.
func (b *Box) Open(sealed, about []byte) ([]byte, error) { return b.aead.Open(nil, nil, sealed, about) }

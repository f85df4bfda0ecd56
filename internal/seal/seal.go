// Package seal is the house's encryption: keys of users, and the operator's master
// keys that wrap them. Everything is AES-256-GCM by Tink, so that a value names the
// key that it was sealed with and a key can be followed by another while values of
// both are read.
package seal

import (
	"bytes"
	"fmt"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"
)

// Key seals the values of one user. It is never changed: Grow makes another.
type Key struct {
	handle *keyset.Handle
	aead   tink.AEAD
}

// NewKey makes a key.
func NewKey() (*Key, error) {
	handle, err := keyset.NewHandle(aead.AES256GCMKeyTemplate())
	if err != nil {
		return nil, fmt.Errorf("seal: make key: %w", err)
	}
	return keyOf(handle)
}

func keyOf(handle *keyset.Handle) (*Key, error) {
	primitive, err := aead.New(handle)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return &Key{handle: handle, aead: primitive}, nil
}

// Seal encrypts a value; it can only be opened with the same about, which says what
// the value is and where it stands.
func (k *Key) Seal(value, about []byte) ([]byte, error) { return k.aead.Encrypt(value, about) }

// Open is the value that was sealed with this key, or one that it has grown from.
func (k *Key) Open(sealed, about []byte) ([]byte, error) { return k.aead.Decrypt(sealed, about) }

// Grow is the key with a new part that seals from now on; it opens what k does.
func (k *Key) Grow() (*Key, error) {
	handle, err := grown(k.handle, true)
	if err != nil {
		return nil, err
	}
	return keyOf(handle)
}

func grown(from *keyset.Handle, primary bool) (*keyset.Handle, error) {
	manager := keyset.NewManagerFromHandle(from)
	id, err := manager.Add(aead.AES256GCMKeyTemplate())
	if err == nil && primary {
		err = manager.SetPrimary(id)
	}
	if err != nil {
		return nil, fmt.Errorf("seal: add key: %w", err)
	}
	return manager.Handle()
}

// wrap is the key as it is stored, for Master.Wrap.
func (k *Key) wrap(master tink.AEAD, about []byte) ([]byte, error) {
	var out bytes.Buffer
	if err := k.handle.WriteWithAssociatedData(keyset.NewBinaryWriter(&out), master, about); err != nil {
		return nil, fmt.Errorf("seal: wrap key: %w", err)
	}
	return out.Bytes(), nil
}

func unwrap(wrapped []byte, master tink.AEAD, about []byte) (*Key, error) {
	handle, err := keyset.ReadWithAssociatedData(keyset.NewBinaryReader(bytes.NewReader(wrapped)), master, about)
	if err != nil {
		return nil, fmt.Errorf("seal: unwrap key: %w", err)
	}
	return keyOf(handle)
}

package auth

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
)

// publicKey is one key of a set (RFC 7517) with the one algorithm that it is
// good for: the token does not choose (RFC 8725, 3.1).
type publicKey struct {
	id, alg string
	key     any
}

type jwk struct {
	Kty, Kid, Use, Alg, Crv string
	N, E, X, Y              string
}

// readKeys reads a set. Keys of kinds that are not used here are passed over, as
// providers add them; a set without one that is used is an error.
func readKeys(body []byte) ([]publicKey, error) {
	var set struct{ Keys []jwk }
	if err := json.Unmarshal(body, &set); err != nil {
		return nil, fmt.Errorf("key set: %w", err)
	}
	if len(set.Keys) > maxKeys {
		return nil, fmt.Errorf("key set of %d keys, more than %d", len(set.Keys), maxKeys)
	}
	var keys []publicKey
	var errs []error
	for _, k := range set.Keys {
		p, err := k.public()
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("key %q: %w", k.Kid, err))
		case k.Use != "" && k.Use != "sig" || k.Alg != "" && k.Alg != p.alg:
			errs = append(errs, fmt.Errorf("key %q is for use %q, algorithm %q", k.Kid, k.Use, k.Alg))
		default:
			keys = append(keys, p)
		}
	}
	if len(keys) == 0 {
		return nil, errors.Join(append(errs, errors.New("key set without a key for RS256, ES256 or EdDSA"))...)
	}
	return keys, nil
}

func (k *jwk) public() (publicKey, error) {
	p := publicKey{id: k.Kid}
	switch {
	case k.Kty == "RSA":
		n, e := number(k.N), number(k.E)
		if n == nil || e == nil || n.BitLen() < 2048 || n.BitLen() > 8192 || !e.IsInt64() || e.Int64() < 3 || e.Int64() > 1<<31-1 {
			return p, errors.New("no RSA key of 2048 to 8192 bits")
		}
		p.alg, p.key = "RS256", &rsa.PublicKey{N: n, E: int(e.Int64())}
	case k.Kty == "EC" && k.Crv == "P-256":
		x, y := decode64(k.X), decode64(k.Y)
		if len(x) != 32 || len(y) != 32 {
			return p, errors.New("no point of P-256")
		}
		key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append(append([]byte{4}, x...), y...))
		if err != nil {
			return p, err
		}
		p.alg, p.key = "ES256", key
	case k.Kty == "OKP" && k.Crv == "Ed25519":
		x := decode64(k.X)
		if len(x) != ed25519.PublicKeySize {
			return p, errors.New("no Ed25519 key")
		}
		p.alg, p.key = "EdDSA", ed25519.PublicKey(x)
	default:
		return p, fmt.Errorf("kind %s %s is not used here", k.Kty, k.Crv)
	}
	return p, nil
}

func decode64(text string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return b
}

func number(text string) *big.Int {
	b := decode64(text)
	if len(b) == 0 || len(b) > 1024 {
		return nil
	}
	return new(big.Int).SetBytes(b)
}

package seal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"
)

// Master is the operator's file of master keys. The file may be rotated while it is
// in use: it is read again when it has changed.
type Master struct {
	file

	mu      sync.Mutex
	stamp   time.Time
	aead    tink.AEAD
	primary uint32
}

// file is where master keys stand, and what wraps them there; nil is nothing.
type file struct {
	path string
	kms  tink.AEAD
}

// Path is the file that a setting names: a path, or file:///path, behind which
// ?kms=URI&token=FILE names the key of a service that wraps the file.
func Path(setting string) (string, error) {
	f, err := named(setting)
	return f.path, err
}

func named(setting string) (file, error) {
	rest, ok := strings.CutPrefix(setting, "file://")
	if scheme, _, other := strings.Cut(setting, "://"); !ok && other {
		return file{}, fmt.Errorf("seal: keys can be in a file (file:///path?kms=…), not in %q", scheme)
	}
	path, query, wrapped := strings.Cut(rest, "?")
	if !ok || !wrapped {
		return file{path: strings.TrimPrefix(setting, "file://")}, nil
	}
	values, err := url.ParseQuery(query)
	if err != nil || values.Get("kms") == "" {
		return file{}, errors.New("seal: file:///path?kms=URI&token=FILE names wrapped keys")
	}
	key, err := openVaultKey(values.Get("kms"), values.Get("token"))
	if err != nil {
		return file{}, err
	}
	return file{path: path, kms: key}, nil
}

// Load reads the master keys that a setting names.
func Load(setting string) (*Master, error) {
	f, err := named(setting)
	if err != nil {
		return nil, err
	}
	m := &Master{file: f}
	if _, err := m.reload(); err != nil {
		return nil, err
	}
	return m, nil
}

// read reads a file of keys, which nobody but its owner and group may read.
func (f file) read() (*keyset.Handle, time.Time, error) {
	info, err := os.Stat(f.path)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("seal: master keys: %w", err)
	}
	if info.Mode().Perm()&0o007 != 0 {
		return nil, time.Time{}, fmt.Errorf("seal: everybody on this machine can use %s: chmod 600 it", f.path)
	}
	text, err := os.ReadFile(f.path)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("seal: master keys: %w", err)
	}
	handle, err := f.parse(text)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("seal: %s is no Tink keyset in JSON that can be opened: %w", f.path, err)
	}
	return handle, info.ModTime(), nil
}

func (f file) parse(text []byte) (*keyset.Handle, error) {
	reader := keyset.NewJSONReader(bytes.NewReader(text))
	if f.kms != nil {
		return keyset.Read(reader, f.kms)
	}
	return insecurecleartextkeyset.Read(reader)
}

// reload reads the file if it is another than before and tells whether it is.
func (m *Master) reload() (changed bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if info, err := os.Stat(m.path); err == nil && m.aead != nil && info.ModTime().Equal(m.stamp) {
		return false, nil
	}
	handle, stamp, err := m.read()
	if err != nil {
		return false, err
	}
	primitive, err := aead.New(handle)
	if err != nil {
		return false, fmt.Errorf("seal: %s: %w", m.path, err)
	}
	m.aead, m.stamp, m.primary = primitive, stamp, handle.KeysetInfo().GetPrimaryKeyId()
	return true, nil
}

func (m *Master) current() (tink.AEAD, string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.aead, strconv.FormatUint(uint64(m.primary), 10)
}

// Primary names the key that wraps from now on, as the file has it by now. When the
// file can't be read, the keys that were read last go on.
func (m *Master) Primary() string {
	_, _ = m.reload()
	_, name := m.current()
	return name
}

// Wrap is a key as it can be stored, and the name of the master key that wraps it.
func (m *Master) Wrap(k *Key, about []byte) (wrapped []byte, name string, err error) {
	primitive, name := m.current()
	wrapped, err = k.wrap(primitive, about)
	return wrapped, name, err
}

// Unwrap is the key that was wrapped. A master key that is not known makes it read
// the file again, which another node may have rotated.
func (m *Master) Unwrap(wrapped, about []byte) (*Key, error) {
	primitive, _ := m.current()
	key, err := unwrap(wrapped, primitive, about)
	if err == nil {
		return key, nil
	}
	if changed, bad := m.reload(); bad != nil || !changed {
		return nil, errors.Join(err, bad)
	}
	primitive, _ = m.current()
	return unwrap(wrapped, primitive, about)
}

// Create makes the file that a setting names, with one master key; one that is there
// is an error.
func Create(setting string) error {
	f, err := named(setting)
	if err != nil {
		return err
	}
	handle, err := keyset.NewHandle(aead.AES256GCMKeyTemplate())
	if err != nil {
		return fmt.Errorf("seal: make master key: %w", err)
	}
	if _, err := os.Stat(f.path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("seal: %s is there already", f.path)
	}
	return f.save(handle)
}

// Rotate gives a file of master keys another primary: the newest, when that only
// waits (stage), else a new one. With stage the new key only waits, so that the file
// can be brought to every node before one of them wraps with it. A file that no key of
// a service wraps yet is wrapped from then on.
func Rotate(setting string, stage bool) (primary string, err error) {
	f, err := named(setting)
	if err != nil {
		return "", err
	}
	handle, _, err := f.read()
	if err != nil && f.kms != nil {
		if plain, _, bad := (file{path: f.path}).read(); bad == nil {
			handle, err = plain, nil
		}
	}
	if err != nil {
		return "", err
	}
	info := handle.KeysetInfo()
	keys := info.GetKeyInfo()
	newest := keys[len(keys)-1].GetKeyId()
	switch {
	case !stage && newest != info.GetPrimaryKeyId():
		manager := keyset.NewManagerFromHandle(handle)
		if err = manager.SetPrimary(newest); err == nil {
			handle, err = manager.Handle()
		}
	default:
		handle, err = grown(handle, !stage)
	}
	if err != nil {
		return "", fmt.Errorf("seal: rotate: %w", err)
	}
	return strconv.FormatUint(uint64(handle.KeysetInfo().GetPrimaryKeyId()), 10), f.save(handle)
}

// save replaces the file in one step, so that a reader never finds half of one.
func (f file) save(handle *keyset.Handle) error {
	var text bytes.Buffer
	var err error
	if writer := keyset.NewJSONWriter(&text); f.kms != nil {
		err = handle.Write(writer, f.kms)
	} else {
		err = insecurecleartextkeyset.Write(handle, writer)
	}
	if err != nil {
		return fmt.Errorf("seal: %w", err)
	}
	to, err := os.CreateTemp(filepath.Dir(f.path), ".keys-*") // only its owner can read it
	if err != nil {
		return fmt.Errorf("seal: %w", err)
	}
	_, err = to.Write(text.Bytes())
	if err = errors.Join(err, to.Sync(), to.Close()); err == nil {
		err = os.Rename(to.Name(), f.path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("seal: %w", err), os.Remove(to.Name()))
	}
	return nil
}

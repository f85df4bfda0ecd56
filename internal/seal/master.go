package seal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
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
	path string

	mu      sync.Mutex
	stamp   time.Time
	aead    tink.AEAD
	primary uint32
}

// Path is the file that a setting names: a path, or file:// and a path. Any other
// scheme is an error, since no service of keys is built in.
func Path(setting string) (string, error) {
	if rest, ok := strings.CutPrefix(setting, "file://"); ok {
		return rest, nil
	}
	if scheme, _, ok := strings.Cut(setting, "://"); ok {
		return "", fmt.Errorf("seal: keys can be in a file (file:///path), not in %q", scheme)
	}
	return setting, nil
}

// Load reads the master keys that a setting names.
func Load(setting string) (*Master, error) {
	path, err := Path(setting)
	if err != nil {
		return nil, err
	}
	m := &Master{path: path}
	if _, err := m.reload(); err != nil {
		return nil, err
	}
	return m, nil
}

// readKeyset reads a file of keys, which nobody but its owner and group may read.
func readKeyset(path string) (*keyset.Handle, time.Time, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("seal: master keys: %w", err)
	}
	if info.Mode().Perm()&0o007 != 0 {
		return nil, time.Time{}, fmt.Errorf("seal: everybody on this machine can use %s: chmod 600 it", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("seal: master keys: %w", err)
	}
	handle, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(text)))
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("seal: %s is no Tink keyset in JSON: %w", path, err)
	}
	return handle, info.ModTime(), nil
}

// reload reads the file if it is another than before and tells whether it is.
func (m *Master) reload() (changed bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if info, err := os.Stat(m.path); err == nil && m.aead != nil && info.ModTime().Equal(m.stamp) {
		return false, nil
	}
	handle, stamp, err := readKeyset(m.path)
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

// Create makes a file with one master key; one that is there is an error.
func Create(path string) error {
	handle, err := keyset.NewHandle(aead.AES256GCMKeyTemplate())
	if err != nil {
		return fmt.Errorf("seal: make master key: %w", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("seal: %s is there already", path)
	}
	return save(path, handle)
}

// Rotate gives a file of master keys another primary: the newest, when that only
// waits (stage), else a new one. With stage the new key only waits, so that the file
// can be brought to every node before one of them wraps with it.
func Rotate(path string, stage bool) (primary string, err error) {
	handle, _, err := readKeyset(path)
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
	return strconv.FormatUint(uint64(handle.KeysetInfo().GetPrimaryKeyId()), 10), save(path, handle)
}

// save replaces the file in one step, so that a reader never finds half of one.
func save(path string, handle *keyset.Handle) error {
	var text bytes.Buffer
	if err := insecurecleartextkeyset.Write(handle, keyset.NewJSONWriter(&text)); err != nil {
		return fmt.Errorf("seal: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".keys-*") // only its owner can read it
	if err != nil {
		return fmt.Errorf("seal: %w", err)
	}
	_, err = f.Write(text.Bytes())
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("seal: %w", err), os.Remove(f.Name()))
	}
	return nil
}

package seal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestRotation(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	if err := Create(path); err != nil {
		t.Fatal(err)
	}
	if Create(path) == nil {
		t.Error("a file of keys was made anew")
	}
	here, err := Load("file://" + path)
	if err != nil {
		t.Fatal(err)
	}
	there, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	user, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	old := sealed(t, user, "before")
	first := here.Primary()
	if staged, err := Rotate(path, true); err != nil || staged != first {
		t.Errorf("staged: primary %s, was %s, %v", staged, first, err)
	}
	second, err := Rotate(path, false)
	if err != nil || second == first || here.Primary() != second {
		t.Fatalf("rotated: %s, was %s, here %s, %v", second, first, here.Primary(), err)
	}
	grown, err := user.Grow()
	if err != nil {
		t.Fatal(err)
	}
	wrapped, by, err := here.Wrap(grown, []byte("id"))
	if err != nil || by != second {
		t.Fatalf("wrapped by %s, %v", by, err)
	}
	// The other node has not heard of it, and reads the file again.
	back, err := there.Unwrap(wrapped, []byte("id"))
	if err != nil {
		t.Fatal(err)
	}
	for text, value := range map[string][]byte{"before": old, "after": sealed(t, grown, "after")} {
		if got, err := back.Open(value, []byte("row")); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	if _, err := there.Unwrap(wrapped, []byte("another id")); err == nil {
		t.Error("a key was taken for another's")
	}
	if _, err := back.Open(old, []byte("another row")); err == nil {
		t.Error("a value was opened in another row")
	}
}

func TestFilesOfKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := filepath.Join(dir, "open.json")
	if err := Create(open); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(dir, "broken.json")
	if err := os.WriteFile(broken, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{open, broken, filepath.Join(dir, "none"), "aws-kms://key"} {
		if _, err := Load(setting); err == nil {
			t.Errorf("%s was taken", setting)
		}
	}
}

func sealed(t *testing.T, k *Key, text string) []byte {
	t.Helper()
	value, err := k.Seal([]byte(text), []byte("row"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(value, []byte(text)) {
		t.Errorf("%q can be read", text)
	}
	return value
}

package dialog

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// What is built in is read when a room is first entered: a file that is wrong has
// to be found before that.
func TestWhatIsBuiltInIsRead(t *testing.T) {
	t.Parallel()
	root, rooms := os.DirFS(filepath.Join("..", "..")), map[string]int{}
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		switch texts, _ := fs.Glob(root, path+"/*.txt"); {
		case d.Name() == "node_modules" || d.Name() == ".git" || d.Name() == "testdata":
			return fs.SkipDir
		case d.Name() == "phrases":
			_, err = loadFolder(root, path)
		case d.Name() == "examples" && len(texts) > 0:
			err = loadExamples(root, path)
		default:
			return nil
		}
		rooms[d.Name()]++
		return err
	})
	if err != nil || rooms["phrases"] < 20 || rooms["examples"] < 3 {
		t.Errorf("%v read: %v", rooms, err)
	}
}

package words

import "io/fs"

// loadFolder is Must that tells what is wrong.
func loadFolder(files fs.FS, dir string) (*Catalogue, error) {
	languages, err := readAll(files, dir)
	return &Catalogue{languages: func() map[string]language { return languages }}, err
}

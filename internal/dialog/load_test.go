package dialog

import "io/fs"

// loadFolder is Must, and loadExamples MustExamples, that tells what is wrong.
func loadFolder(files fs.FS, dir string) (*Phrases, error) {
	t, err := readAll(files, dir)
	return &Phrases{table: func() *table { return t }}, err
}

func loadExamples(files fs.FS, dir string) error {
	names, err := exampleFiles(files, dir)
	if err == nil {
		_, err = readExamples(files, names)
	}
	return err
}

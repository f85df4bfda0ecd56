package realestate

import (
	"bytes"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/teams/search/deals"
)

// Districts is the table of districts that reported deals are asked for by,
// from the packs; a folder's replaces the built-in one.
func Districts(packsDir string) ([]deals.District, error) {
	return load(packFS(packsDir), "districts.csv", func(f datafile.File) ([]deals.District, error) {
		return deals.ReadDistricts(bytes.NewReader(f.Text))
	})
}

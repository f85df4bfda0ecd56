package catalog

import (
	"testing"

	"github.com/madang-dev/madang/datafile/datafiletest"
)

func TestValuesAreThoseOfTheDestinations(t *testing.T) {
	t.Parallel()
	datafiletest.Fresh[packFile](t, "../packs", "destinations.yaml")
}

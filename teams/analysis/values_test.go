package analysis

import (
	"testing"

	"github.com/madang-dev/madang/datafile/datafiletest"
)

func TestValuesAreThoseOfTheTables(t *testing.T) {
	t.Parallel()
	datafiletest.Fresh[Tables](t, "../../assistants/realestate/packs", "rates.yaml")
}

package clause

import (
	"testing"

	"github.com/madang-dev/madang/datafile/datafiletest"
)

func TestValuesAreThoseOfTheCatalogue(t *testing.T) {
	t.Parallel()
	datafiletest.Fresh[catalogFile](t, "../../assistants/realestate/packs", "clauses.yaml")
}

package planning

import (
	"testing"

	"github.com/madang-dev/madang/datafile/datafiletest"
)

func TestValuesAreThoseOfTheConfiguration(t *testing.T) {
	t.Parallel()
	datafiletest.Fresh[Config](t, "../configs/planning", "realestate.yaml")
}

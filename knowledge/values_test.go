package knowledge

import (
	"testing"

	"github.com/madang-dev/madang/datafile/datafiletest"
)

func TestValuesAreThoseOfThePacks(t *testing.T) {
	t.Parallel()
	const dir = "../assistants/realestate/packs"
	datafiletest.Fresh[statutesPack](t, dir, statutesFile)
	datafiletest.Fresh[loansPack](t, dir, loansFile)
	datafiletest.Fresh[listingsPack](t, dir, listingsFile)
	datafiletest.Fresh[Lexicon](t, dir, synonymsFile)
}

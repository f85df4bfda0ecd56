package ingest

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	// bleve keeps its analysis workers for the life of the process.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/blevesearch/bleve_index_api.AnalysisWorker"))
}

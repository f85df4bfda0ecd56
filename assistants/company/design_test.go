package company

import (
	"reflect"
	"testing"

	"github.com/madang-dev/madang/internal/designtest"
)

func TestDesign(t *testing.T) {
	t.Parallel()
	designtest.Check(t, "assistants/company", "company-design.md", map[string]reflect.Type{
		"QueryAnalyzerState": reflect.TypeFor[QueryAnalyzerState](), "PlanningState": reflect.TypeFor[PlanningState](),
		"ExecutionManagerState": reflect.TypeFor[ExecutionManagerState](), "BaseAgentState": reflect.TypeFor[BaseAgentState](),
		"DataAnalysisAgentState":         reflect.TypeFor[DataAnalysisAgentState](),
		"InformationRetrievalAgentState": reflect.TypeFor[InformationRetrievalAgentState](),
		"DocumentGenerationAgentState":   reflect.TypeFor[DocumentGenerationAgentState](),
		"ComplianceValidationAgentState": reflect.TypeFor[ComplianceValidationAgentState](),
		"StorageDecisionAgentState":      reflect.TypeFor[StorageDecisionAgentState](),
		"GlobalSessionState":             reflect.TypeFor[GlobalSessionState](),
	})
}

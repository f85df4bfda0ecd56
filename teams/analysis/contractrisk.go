package analysis

import (
	"strings"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/teams/clause"
)

// ContractRiskResult is what the clauses of a text put at risk.
type ContractRiskResult struct {
	Kind     string           `json:"kind,omitempty"` // lease | sale | "" unknown
	Findings []clause.Finding `json:"findings"`
	Overall  clause.Severity  `json:"overall_risk"`
	// Read is how many bytes of contract text were looked at.
	Read int `json:"read"`
	Basis
}

// ContractRisk looks for risky clauses in a text.
func ContractRisk(catalog *clause.Catalog, text string, kind clause.Kind, language string) (*ContractRiskResult, error) {
	if strings.TrimSpace(text) == "" {
		return nil, refuse("text", "", "input.no_clause")
	}
	r := &ContractRiskResult{Kind: string(kind), Read: len(text)}
	r.Findings = catalog.Find(text, kind, language)
	if r.Findings == nil {
		r.Findings = []clause.Finding{}
	}
	r.Overall = clause.Overall(r.Findings)
	verified := true
	var statute []Citation
	for _, f := range r.Findings {
		statute = append(statute, Citation{Law: f.Law})
		verified = verified && f.LawVerified
	}
	r.Basis = Basis{
		Formula: words.M("contract_risk.formula", "n", len(r.Findings), "r", r),
		Statute: statute, AsOf: catalog.CompiledOn, Verified: verified,
	}
	if len(r.Findings) == 0 {
		r.note(answer.KindCondition, "contract_risk.none_found")
	}
	r.note(answer.KindDisclaimer, "contract_risk.general")
	return r, nil
}

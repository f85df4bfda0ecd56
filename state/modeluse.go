package state

// ModelUse tells that a language model was asked in a run, and what came of
// it.
type ModelUse struct {
	// Purpose is what it was asked for: plan, search, answer, …
	Purpose string `json:"purpose"`
	// Model and Prompt (name@version) are what it was asked with; Model is
	// empty when none answered.
	Model  string `json:"model,omitempty"`
	Prompt string `json:"prompt,omitempty"`
	// Outcome is used or fallback: the rules went on without it.
	Outcome string `json:"outcome"`
	// Why tells the reason of a fallback: unavailable, over_budget,
	// bad_answer, refused or failed.
	Why          string `json:"why,omitempty"`
	InputTokens  int    `json:"input_tokens"`
	OutputTokens int    `json:"output_tokens"`
}

// The outcomes of a ModelUse.
const (
	ModelUsed     = "used"
	ModelFallback = "fallback"
)

// Why a model's answer was not used.
const (
	ModelUnavailable = "unavailable"
	ModelOverBudget  = "over_budget"
	ModelBadAnswer   = "bad_answer"
	ModelRefused     = "refused"
)

// MaxModelUses bounds how many a state keeps.
const MaxModelUses = 20

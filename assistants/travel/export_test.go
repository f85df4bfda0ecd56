package travel

import "github.com/madang-dev/madang/assistants/travel/catalog"

// Texts are what the planner says.
var Texts = texts

// Validate is the check that the engine makes of a state.
func Validate(pack *catalog.Pack, s *MultiAgentState) []string { return s.validate(pack) }

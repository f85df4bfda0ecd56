package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/configs"
)

// Only the named assistants are built, in their order; who is none is told with those
// that are.
func TestNamedAssistantsAreServed(t *testing.T) {
	t.Parallel()
	wanted := []string{"travel", "tutor"}
	h, err := bare(t, func(s *configs.Settings) { s.Assistants = wanted })
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range h.members {
		names = append(names, a.Name())
	}
	if !slices.Equal(names, wanted) || h.shelf != nil || h.figures != nil {
		t.Errorf("built %v", names)
	}
	_, err = bare(t, func(s *configs.Settings) { s.Assistants = []string{"tutor", "tutoring"} })
	if err == nil || !strings.Contains(err.Error(), `"tutoring" is none of realestate, tutor`) {
		t.Errorf("an unknown one: %v", err)
	}
}

package analysis

import (
	"errors"
	"strings"
	"testing"
)

// What a calculation lacks is told when the team is made (docs/extend.md).
func TestCalculationWithoutATextIsRefused(t *testing.T) {
	t.Parallel()
	reckon := func(*Given) (Outcome, error) { return Outcome{}, nil }
	for want, c := range map[string]Calculation{
		"conversion.ask.rent":    {Name: MethodConversion, Needs: []string{"rent"}, Reckon: reckon},
		"title.deposit_interest": {Name: "deposit_interest", Reckon: reckon},
		"assumed.sauce":          {Name: MethodConversion, Inputs: []Input{{Name: "sauce", Loose: true}}, Reckon: reckon},
		`no unit "tons"`:         {Name: MethodConversion, Inputs: []Input{{Name: "sum", Unit: "tons"}}, Reckon: reckon},
		"the name is taken":      {Name: MethodConversion, Reckon: reckon},
		"a function":             {Name: "deposit_interest"},
	} {
		err := newTeam(t).add(c)
		if !errors.Is(err, ErrCalculation) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

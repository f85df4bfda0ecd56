package analysis

import "math"

// unit is what an input counts: how it is read in a message, nil for what is not
// known, its part of the schema of arguments, and what an argument is worth to
// calculations; nil takes it as it is.
type unit struct {
	read   func(*Given, Input) any
	schema map[string]any
	value  func(v any) any
}

// units are what inputs count, by their names; the schema of a choice is made of
// its phrases.
var units = map[string]unit{
	"": {
		(*Given).won, map[string]any{"type": "integer", "minimum": 0, "maximum": MaxWon, "description": "won"},
		func(v any) any { return int64(float(v)) },
	},
	"rate": {
		(*Given).rate, map[string]any{"type": "number", "minimum": 0, "maximum": 1000, "description": "percent"},
		func(v any) any { return RateOf(float(v)) },
	},
	"area": {
		func(g *Given, _ Input) any { return nonZero(g.area()) },
		map[string]any{"type": "number", "minimum": 0, "maximum": 10_000, "description": "square metres"},
		func(v any) any { return float(v) },
	},
	"day": {
		read:   (*Given).day,
		schema: map[string]any{"type": "string", "pattern": `^\d{4}-\d{2}-\d{2}$`},
	},
	"said": {
		func(g *Given, i Input) any { return nonZero(g.says(i.Says)) },
		map[string]any{"type": "boolean"}, func(v any) any { return nonZero(v == true) },
	},
	"months": {
		func(g *Given, i Input) any {
			n, ok := g.months()
			if i.Says != "" {
				n, ok = g.monthsOf(i.Says)
			}
			return known(n, ok)
		},
		counted("months", nil).schema, counted("", nil).value,
	},
	"years": { // of which the phrase names the one that is under way: "4년차"
		func(g *Given, i Input) any { return known(g.match(i.Says)) },
		counted("years", nil).schema, counted("", nil).value,
	},
	"days":    counted("days", (*Given).days),
	"houses":  counted("homes owned", func(g *Given) (int, bool) { n, _, ok := g.houses(); return n, ok }),
	"tenants": counted("tenants with such a deposit", func(g *Given) (int, bool) { return g.match("tenants") }),
	"choice":  {read: (*Given).choice},
	"protect": {
		read:   (*Given).protectedArea,
		schema: map[string]any{"type": "string", "enum": []string{AreaSeoul, AreaOvercrowded, AreaMetropolitan, AreaOther}},
	},
}

// known is a count that was read, nil for none.
func known(n int, ok bool) any {
	if ok {
		return n
	}
	return nil
}

// counted is a unit of whole numbers.
func counted(about string, read func(*Given) (int, bool)) unit {
	return unit{
		func(g *Given, _ Input) any { return known(read(g)) },
		map[string]any{"type": "integer", "minimum": 0, "maximum": math.MaxInt32, "description": about},
		func(v any) any { return int(float(v)) },
	}
}

// float is a number of the arguments, 0 for none.
func float(v any) float64 { n, _ := v.(float64); return n }

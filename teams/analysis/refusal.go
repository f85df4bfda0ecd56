package analysis

// refusalDamage is the largest of three converted monthly rents, the difference of
// the converted rents over two years, and the actual loss as far as it was told.
// Converted rents drop the part of a won.
func refusalDamage(g *Given) (Outcome, error) {
	t, rate := g.Tables.RentIncrease.RefusalDamage, g.Tables.Conversion.Cap(false)
	if !g.Has("new_rent") && g.place("new_deposit") < g.place("old_rent") && g.Has("new_deposit") { // "3억이었고 새 사람은 3억에 월세 50"
		g.Inputs["new_rent"] = g.Inputs["old_rent"]
		delete(g.Inputs, "old_rent")
	}
	before := g.Won("old_rent") + monthlyOf(g.Won("old_deposit"), rate)
	after := g.Won("new_rent") + monthlyOf(g.Won("new_deposit"), rate)
	byRent, byGain := before*t.RentMonths, max(0, after-before)*t.GainMonths
	return Outcome{
		Figures: map[string]any{"old_monthly": before, "new_monthly": after, "damage": max(byRent, byGain, g.Won("loss"))},
		Words:   map[string]any{"by_rent": byRent, "by_gain": byGain, "loss": g.Won("loss")}, Notes: []string{"condition depends"},
	}, nil
}

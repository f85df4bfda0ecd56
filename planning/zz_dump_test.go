package planning

import ("testing";"context";"encoding/json";"os";"fmt";"strings")

func TestDump(t *testing.T) {
	p := planner(t)
	data, _ := os.ReadFile("/tmp/q.txt")
	for _, q := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		q = strings.ReplaceAll(q, `\n`, "\n")
		r := p.read(q)
		fmt.Println("==", q)
		for _, h := range r.hits { var c []string; for _, k := range h.term.concepts { c = append(c, p.cfg.Concepts[k].Key)}; fmt.Printf(" %s%v", r.norm[h.start:h.end], c)}
		fmt.Println(" lost", r.lost)
		if os.Getenv("FULL") != "" { res, err := p.Plan(context.Background(), Request{Query:q, Today: testToday})
		if err != nil { fmt.Println(err); continue }
		pl := res.Planning
		fmt.Println(" ", pl.AnalyzedIntent.IntentType, pl.IntentConfidence, "exit", res.Exit, pl.AnalyzedIntent.Keywords, pl.ExecutionStrategy, pl.EstimatedTotalTime, pl.ParallelGroups, pl.ValidationErrors, res.Problems)
		for _, s := range pl.ExecutionSteps { fmt.Println("   ", s.StepID, s.Team, s.Actions, s.DependsOn, s.Task, "|", s.Description, "|", s.Question) }
		for _, a := range pl.AnalyzedIntent.Parts { fmt.Println("    part", a) }
		fmt.Println("    ask", pl.AnalyzedIntent.Ambiguities)
		b, _ := json.Marshal(pl.AnalyzedIntent.Entities); fmt.Println("   ", string(b)) } else {
		v := p.understand(q); fmt.Println("  ", v.intent, v.confidence) }
	}
}

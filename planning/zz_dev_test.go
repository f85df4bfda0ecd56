package planning

import ("testing";"os";"fmt";"strings")

func TestDev(t *testing.T) {
	p := planner(t)
	data, _ := os.ReadFile("/tmp/dev2.txt")
	ok, n := 0, 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		want, q, _ := strings.Cut(line, "\t")
		u := p.understand(q); n++
		if u.intent == want { ok++; continue }
		r := p.read(q)
		fmt.Printf("%s -> %s %.2f  %s  ", want, u.intent, u.confidence, q)
		for _, h := range r.hits { var c []string; for _, k := range h.term.concepts { c = append(c, p.cfg.Concepts[k].Key)}; fmt.Printf(" %s%v", r.norm[h.start:h.end], c)}
		fmt.Println(" lost", r.lost)
	}
	fmt.Println(ok, n)
}

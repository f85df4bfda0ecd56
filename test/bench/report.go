package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

// loadColumns are the figures of a load.
var loadColumns = [...]string{perSecond, firstP50, finalP50, finalP99, serverCPU, dbCPU, walBytes, fileBytes, downBytes, othersCPU}

func (r *results) report(out io.Writer, jsonFile, mdFile string) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if r.Quick {
		fmt.Fprint(table, "Everything works. These figures are of too short a time to mean anything.\n\n")
	}
	for _, rows := range [][][]string{r.loads(), r.others(), r.goals()} {
		if len(rows) == 1 {
			continue
		}
		for _, row := range rows {
			fmt.Fprintln(table, strings.Join(row, "\t"))
		}
		fmt.Fprintln(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if jsonFile != "" {
		raw, err := json.MarshalIndent(r, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(jsonFile, append(raw, '\n'), 0o644); err != nil {
			return err
		}
	}
	if mdFile == "" {
		return nil
	}
	return r.writeMarkdown(mdFile)
}

// loads are the rows of queries put on by so many sockets.
func (r *results) loads() [][]string {
	rows := [][]string{append(append([]string{"part"}, loadColumns[:]...), "spread")}
	for _, scenario := range r.scenarios() {
		for _, c := range contestants() {
			if _, ok := r.median(c.name, scenario, perSecond); !ok {
				continue
			}
			row := []string{c.name + "-" + scenario}
			for _, column := range loadColumns {
				row = append(row, r.cell(c.name, scenario, column))
			}
			spread := fmt.Sprintf("±%.0f %%", 50*r.spread(c.name, scenario, perSecond))
			rows = append(rows, append(row, spread))
		}
	}
	return rows
}

func (r *results) cell(contestant, scenario, figure string) string {
	v, ok := r.median(contestant, scenario, figure)
	if !ok {
		return "–"
	}
	return number(v)
}

// scenarios are the names in the order in which they were first measured.
func (r *results) scenarios() (names []string) {
	for _, m := range r.Parts {
		if !slices.Contains(names, m.Scenario) {
			names = append(names, m.Scenario)
		}
	}
	return names
}

// others are the figures that not every load has.
func (r *results) others() [][]string {
	rows := [][]string{{"part", "figure", "median", "spread"}}
	for _, m := range r.Parts {
		for _, figure := range [...]string{readyTime, baseRSS, turnEarly, turnLate, turnTime, turnBytes, keptBytes, deliverCPU, ackP99, hearP99, busCPU, besideCPU, listTime, rssCold, rssAfter, tokenCPU, tokenP50, tokenP99} {
			if _, ok := r.median(m.Contestant, m.Scenario, figure); ok {
				spread := fmt.Sprintf("±%.0f %%", 50*r.spread(m.Contestant, m.Scenario, figure))
				rows = append(rows, []string{m.Contestant + "-" + m.Scenario, figure, r.cell(m.Contestant, m.Scenario, figure), spread})
			}
		}
	}
	return rows
}

// goals are the targets beside what was reached.
func (r *results) goals() [][]string {
	rows := [][]string{{"measure", "reached", "target", ""}}
	for _, t := range targets() {
		v, ok := t.value(r)
		if !ok || r.Quick {
			continue
		}
		bound, held := "", ""
		switch {
		case t.atLeast > 0:
			bound = "≥ " + number(t.atLeast)
		case t.atMost > 0:
			bound = "≤ " + number(t.atMost)
		}
		if bound != "" {
			held = "held"
			if !t.held(v) {
				held = "not held"
			}
		}
		rows = append(rows, []string{t.name, number(v) + " " + t.unit, bound, held})
	}
	return rows
}

// The marks between which a Markdown file has the tables.
const (
	markBegin = "<!-- bench: written by go run ./test/bench -md -->"
	markEnd   = "<!-- bench: end -->"
)

func (r *results) writeMarkdown(file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(raw), markBegin)
	_, after, ok2 := strings.Cut(rest, markEnd)
	if !ok || !ok2 {
		return fmt.Errorf("%s lacks the marks %q and %q", file, markBegin, markEnd)
	}
	text := before + markBegin + "\n\n" + r.markdown() + "\n" + markEnd + after
	return os.WriteFile(file, []byte(text), 0o644)
}

func (r *results) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s.\n%d rounds of %s, %s in all. Medians; the spread is that of queries/s over\n"+
		"the rounds, and \"others' CPU\" the share of the machine that was not the\nbenchmark's: above 5 or 10 the figures are the neighbours'.\n",
		r.At.Format("2006-01-02"), r.Machine, r.Rounds, r.Window, r.Took)
	for _, rows := range [][][]string{r.goals(), r.loads(), r.others()} {
		if len(rows) == 1 {
			continue
		}
		b.WriteByte('\n')
		for i, row := range rows {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(&b, "|%s\n", strings.Repeat("---|", len(row)))
			}
		}
	}
	return b.String()
}

package ingest

import (
	"cmp"
	"fmt"
	"slices"
)

// Problem is why something of a source was not taken.
type Problem struct {
	File string `json:"file"`
	// Line is where, 0 when it is the whole file.
	Line    int    `json:"line,omitempty"`
	Message string `json:"message"`
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// maxProblems is how many problems of one file are told: the hundredth of a
// broken file teaches nothing that the first ones do not.
const maxProblems = 20

// problems collects what is wrong with one file.
type problems struct {
	list []Problem
	more int
	why  error // of the refusal of the whole file, nil for none
}

// refuse notes why the whole file can't be taken: what it comes down to, and
// what exactly.
func (p *problems) refuse(why error, format string, args ...any) {
	p.why = why
	p.add(0, format, args...)
}

func (p *problems) add(line int, format string, args ...any) {
	if len(p.list) >= maxProblems {
		p.more++
		return
	}
	p.list = append(p.list, Problem{Line: line, Message: fmt.Sprintf(format, args...)})
}

// of are the problems by line, under the file's name.
func (p *problems) of(file string) []Problem {
	slices.SortStableFunc(p.list, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	if p.more > 0 {
		p.list = append(p.list, Problem{Message: fmt.Sprintf("and %d more", p.more)})
		p.more = 0
	}
	for i := range p.list {
		p.list[i].File = file
	}
	return p.list
}

package ingest

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

// readCSV reads a table whose first row names the fields.
func readCSV(ctx context.Context, f *file) []Record {
	text := f.content
	in := csv.NewReader(strings.NewReader(text))
	header, err := in.Read()
	if err != nil {
		f.csvProblem(err)
		return nil
	}
	if !f.hasText(header) {
		f.problems.add(1, "no column is called text (or 본문, 내용, content): rename it")
		return nil
	}
	var out []Record
	for ctx.Err() == nil {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			f.csvProblem(err)
			if !errors.Is(err, csv.ErrFieldCount) {
				return nil // nothing after a broken quote is sure
			}
			continue
		}
		line, _ := in.FieldPos(0)
		values := make(map[string]any, len(row))
		for i, name := range header {
			if row[i] != "" {
				values[name] = row[i]
			}
		}
		out = append(out, f.record(values, line))
	}
	return out
}

func (f *file) hasText(header []string) bool {
	for _, name := range header {
		if fieldOf(name) == "text" {
			return true
		}
	}
	return false
}

func (f *file) csvProblem(err error) {
	var at *csv.ParseError
	switch {
	case errors.As(err, &at):
		f.problems.add(at.Line, "this is no CSV: %v", at.Err)
	case errors.Is(err, io.EOF):
		f.problems.add(0, "there is nothing in it")
	default:
		f.problems.add(0, "this is no CSV: %v", err)
	}
}

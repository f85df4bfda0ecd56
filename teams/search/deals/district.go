package deals

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/madang-dev/madang/knowledge"
)

// District is a 시군구 with its code.
type District struct {
	Code    string // the first five digits of the 법정동코드
	Sido    string
	Sigungu string
}

var districtHeader = []string{"lawd_cd", "sido", "sigungu"}

// ReadDistricts reads the table of districts; lines that begin with # are
// comments. Errors carry the line.
func ReadDistricts(r io.Reader) ([]District, error) {
	in := csv.NewReader(r)
	in.Comment, in.FieldsPerRecord = '#', len(districtHeader)
	header, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if !slices.Equal(header, districtHeader) {
		return nil, fmt.Errorf("line 1: header is %q, want %q", header, districtHeader)
	}
	var all []District
	seen := map[string]bool{}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		d := District{record[0], record[1], record[2]}
		line, _ := in.FieldPos(0)
		switch {
		case len(d.Code) != 5 || strings.Trim(d.Code, "0123456789") != "":
			return nil, fmt.Errorf("line %d: lawd_cd %q has to be five digits", line, d.Code)
		case seen[d.Code]:
			return nil, fmt.Errorf("line %d: lawd_cd %s comes twice", line, d.Code)
		case d.Sido == "" || d.Sigungu == "":
			return nil, fmt.Errorf("line %d: sido and sigungu are needed", line)
		}
		seen[d.Code] = true
		all = append(all, d)
	}
}

// within lists the districts of the places.
func within(all []District, places []knowledge.Place) []District {
	var found []District
	for _, d := range all {
		if slices.ContainsFunc(places, func(p knowledge.Place) bool {
			p.Dong = "" // rows are chosen by it later
			return (p.Sido != "" || p.Sigungu != "") && p.Includes(d.Sido, d.Sigungu, "")
		}) {
			found = append(found, d)
		}
	}
	return found
}

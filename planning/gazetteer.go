package planning

import (
	_ "embed"
	"strings"
)

//go:embed regions.txt
var regionTable string

// place is a line of the gazetteer.
type place struct {
	sido, sigungu, dong string
	words               []string
}

// capital tells whether the place is in the capital area (서울·경기·인천,
// 수도권정비계획법 제2조 제1호).
func (p place) capital() bool {
	return p.sido == "서울특별시" || p.sido == "경기도" || p.sido == "인천광역시"
}

// short is the name as people say it: "서울 강남구", "경기 성남시 분당구".
func (p place) short() string {
	name := shortSido(p.sido)
	if p.sigungu != "" && p.sigungu != "세종시" {
		name += " " + p.sigungu
	}
	if p.dong != "" {
		name += " " + p.dong
	}
	return name
}

func shortSido(sido string) string {
	switch sido {
	case "충청북도":
		return "충북"
	case "충청남도":
		return "충남"
	case "전라남도":
		return "전남"
	case "경상북도":
		return "경북"
	case "경상남도":
		return "경남"
	}
	if runes := []rune(sido); len(runes) > 2 {
		return string(runes[:2])
	}
	return sido
}

// gazetteer is every place that is known, in the order of the table.
func gazetteer() []place {
	var places []place
	for _, line := range strings.Split(regionTable, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		cols := strings.Split(line, "|")
		p := place{sido: cols[0]}
		if len(cols) == 4 {
			p.sigungu, p.dong = cols[1], cols[2]
		}
		for _, word := range strings.Split(cols[len(cols)-1], ",") {
			p.words = append(p.words, strings.TrimSpace(word))
		}
		places = append(places, p)
	}
	return places
}

package analysis

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/words"
)

// Province is the English name of a sido with those of its districts.
type Province struct {
	Sido string `yaml:"sido"` // "서울특별시"
	// EN is written by the Revised Romanization, as officials write it.
	EN string `yaml:"en"`
	// Sigungu maps a district to its English name: "강남구" → "Gangnam-gu".
	Sigungu map[string]string `yaml:"sigungu"`
}

// provinceTable checks the names of places.
type provinceTable []Province

func (t provinceTable) validate() error {
	seen := map[string]bool{}
	for i, p := range t {
		if p.Sido == "" || seen[p.Sido] {
			return fmt.Errorf("places row %d: sido %q is empty or used twice", i+1, p.Sido)
		}
		seen[p.Sido] = true
		if !latin(p.EN) {
			return fmt.Errorf("places %s: en %q is no English name", p.Sido, p.EN)
		}
		for ko, en := range p.Sigungu {
			if ko == "" || !latin(en) {
				return fmt.Errorf("places %s: %q has the name %q", p.Sido, ko, en)
			}
		}
	}
	return nil
}

// latin tells whether a name begins with a capital and is plain ASCII.
func latin(name string) bool {
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	for _, r := range name {
		if r > '~' {
			return false
		}
	}
	return true
}

// placeName is a place by language: "서울특별시 강남구", "Gangnam-gu, Seoul". A
// place that the table lacks keeps its Korean name in English.
func (t *Tables) placeName(sido, sigungu string) words.Text {
	province, district := t.english(sido, sigungu)
	name := words.Text{"ko": strings.TrimSpace(sido + " " + sigungu), "en": province}
	if district != "" && district != province {
		name["en"] = district + ", " + province
	}
	return name
}

// districtName is the district alone, the province where none is named.
func (t *Tables) districtName(sido, sigungu string) words.Text {
	if sigungu == "" {
		return t.placeName(sido, "")
	}
	_, district := t.english(sido, sigungu)
	return words.Text{"ko": sigungu, "en": district}
}

func (t *Tables) english(sido, sigungu string) (province, district string) {
	province, district = sido, sigungu
	for _, p := range t.Places {
		if p.Sido == sido {
			return p.EN, cmp.Or(p.Sigungu[sigungu], sigungu)
		}
	}
	return province, district
}

package analysis

import "fmt"

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

// placeName is a place in both languages: "서울특별시 강남구", "Gangnam-gu,
// Seoul". A place that the table lacks keeps its Korean name in English.
func (t *Tables) placeName(sido, sigungu string) Text {
	name := Text{KO: sido, EN: sido}
	if sigungu != "" {
		name.KO = sido + " " + sigungu
	}
	province, district := sido, sigungu
	for _, p := range t.Places {
		if p.Sido != sido {
			continue
		}
		province = p.EN
		if en, ok := p.Sigungu[sigungu]; ok {
			district = en
		}
	}
	name.EN = province
	if district != "" && district != province {
		name.EN = district + ", " + province
	}
	return name
}

// districtName is the district alone, the province where none is named.
func (t *Tables) districtName(sido, sigungu string) Text {
	if sigungu == "" {
		return t.placeName(sido, "")
	}
	name := Text{KO: sigungu, EN: sigungu}
	for _, p := range t.Places {
		if en, ok := p.Sigungu[sigungu]; ok && p.Sido == sido {
			name.EN = en
		}
	}
	return name
}

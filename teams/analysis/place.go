package analysis

import (
	"strings"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// placeName is a place by language: "서울특별시 강남구", "Gangnam-gu, Seoul".
func placeName(sido, sigungu string) words.Text {
	province, district := korean.EnglishPlace(sido, ""), korean.EnglishPlace(sido, sigungu)
	name := words.Text{"ko": strings.TrimSpace(sido + " " + sigungu), "en": province}
	if district != province {
		name["en"] = district + ", " + province
	}
	return name
}

// districtName is the district alone, the province where none is named.
func districtName(sido, sigungu string) words.Text {
	if sigungu == "" {
		return placeName(sido, "")
	}
	return words.Text{"ko": sigungu, "en": korean.EnglishPlace(sido, sigungu)}
}

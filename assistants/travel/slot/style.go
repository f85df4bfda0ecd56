package slot

import (
	"regexp"
	"slices"
	"strings"
)

// styleWords are what each style is called.
var styleWords = []struct {
	style string
	words []string
}{
	{"관광", []string{"관광", "명소", "구경", "볼거리", "랜드마크", "sightseeing", "landmark", "sights"}},
	{"맛집", []string{"맛집", "먹방", "먹거리", "음식", "미식", "식도락", "food", "restaurant", "eating", "gourmet"}},
	{"쇼핑", []string{"쇼핑", "아울렛", "면세", "shopping"}},
	{"휴양", []string{"휴양", "힐링", "휴식", "쉬고", "쉬는", "쉬러", "온천", "리조트", "호캉스", "테마파크", "놀이공원", "relax", "beach", "resort", "spa", "theme park"}},
	{"자연", []string{"자연", "등산", "트레킹", "하이킹", "공원", "풍경", "바다", "nature", "hiking", "scenery", "outdoors"}},
	{"문화", []string{"문화", "역사", "박물관", "미술관", "사원", "전통", "유적", "culture", "history", "museum", "temples", "art"}},
}

var (
	styleOut = regexp.MustCompile(`^\S{0,2}\s?(?:말고|빼|제외|싫|별로|관심\s?없|안\s?[좋갈]|필요\s?없)`)
	anyStyle = regexp.MustCompile(`(?i)아무거나|상관\s?없|다\s?좋|알아서|모르겠|뭐든|골고루|모두|전부|\b(anything|whatever|no preference|everything|surprise me)\b`)
)

func styleOf(word string) string {
	word = strings.ToLower(word)
	for _, s := range styleWords {
		for _, w := range s.words {
			if strings.Contains(word, w) {
				return s.style
			}
		}
	}
	return ""
}

// styles reads what the trip is to be like.
func (m *message) styles() {
	if m.r.Act == ActAsk && (m.r.Topic == TopicSights || m.r.Topic == TopicPlaces) {
		return
	}
	for _, s := range styleWords {
		for _, word := range s.words {
			at := m.styleAt(word)
			if at < 0 {
				continue
			}
			list := &m.r.Styles
			if m.rejected(word, at) {
				list = &m.r.Dropped
			}
			if !slices.Contains(*list, s.style) {
				*list = append(*list, s.style)
			}
		}
	}
	m.r.Styles = slices.DeleteFunc(m.r.Styles, func(s string) bool { return slices.Contains(m.r.Dropped, s) })
	if m.Asked == TravelStyle && !m.r.Told() && anyStyle.MatchString(m.text) {
		m.r.Styles = []string{"관광", "맛집"}
	}
	m.r.ReplaceStyles = len(m.r.Styles) > 0 && m.has("바꿔", "변경", "위주로만", "대신", "말고", "아니", "instead", "change", "rather") && !m.has("추가", "넣어", "also", "add")
}

// styleAt finds a word of a style that stands outside the names of places:
// "우에노공원" is a place, "공원" a style.
func (m *message) styleAt(word string) int {
	for at := 0; ; {
		i := strings.Index(m.lower[at:], word)
		if i < 0 {
			return -1
		}
		start, end := at+i, at+i+len(word)
		inName := slices.ContainsFunc(m.named, func(n [2]int) bool { return start < n[1] && n[0] < end })
		if !inName && (word[0] >= 0x80 || latinWord(m.lower, start)) {
			return start
		}
		at = end
	}
}

// latinWord refuses "art" in "start": English words have to begin one.
func latinWord(text string, start int) bool {
	return start == 0 || text[start-1] < 'a' || text[start-1] > 'z'
}

func (m *message) rejected(word string, at int) bool {
	if styleOut.MatchString(m.text[at+len(word):]) {
		return true
	}
	before := m.lower[max(0, at-12):at]
	return strings.HasSuffix(before, "no ") || strings.HasSuffix(before, "not ") || strings.HasSuffix(before, "without ") || strings.HasSuffix(before, "less ")
}

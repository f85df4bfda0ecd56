package words

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// house are the catalogues of all rooms, by their folder.
func house(t *testing.T) map[string]*Catalogue {
	t.Helper()
	root, all := filepath.Join("..", ".."), map[string]*Catalogue{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return filepath.SkipDir
		case !d.IsDir() || d.Name() != "texts":
			return nil
		}
		c, err := loadFolder(os.DirFS(filepath.Dir(path)), "texts")
		room, _ := filepath.Rel(root, filepath.Dir(path))
		all[filepath.ToSlash(room)] = c
		return err
	})
	if err != nil || len(all) < 20 {
		t.Fatalf("%d catalogues: %v", len(all), err)
	}
	return all
}

var (
	action   = regexp.MustCompile(`\{\{[^}]*\}\}`)
	quoted   = regexp.MustCompile(`‘[^’]*’|\*\*[^*]+\*\*|“[^”]*”|"[^"]*"|'[^']*'`) // what users say, and names
	rawKey   = regexp.MustCompile(`\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b|\b[A-Z]{2,}\d{5,}\b`)
	otherWon = map[string]*regexp.Regexp{
		"ko": regexp.MustCompile(`[조억만천]\s원|\d\s원|\d,\d{3}원|[₩￦]|\bKRW\b`),
		"en": regexp.MustCompile(`(?i)(?:\d|million|billion|thousand) won\b|₩|\d KRW`),
	}
	gap       = regexp.MustCompile(`[\d○] %`)
	undecided = regexp.MustCompile(`[은이을과]\([는가를와]\)|[는가를와]\([은이을과]\)|\(으\)로`)
	digits    = regexp.MustCompile(`\{\{[^}]*\bwon [.$][^}]*\}\}`)
	sentence  = regexp.MustCompile(`([가-힣]+)([.?!])(?:\s|$|\*|\))`)
	polite    = regexp.MustCompile(`니다$|니까$|세요$|^안녕하세요$|예$|천만에요$`)
	asks      = regexp.MustCompile(`(?:까|나|가|세)요$|어요$`)
)

// operators read these catalogues, which name settings and fields.
var operators = map[string]bool{"cmd/server": true, "ws/client/terminal": true}

// digitsOnly are where sums are written in digits: formulas, which are checked
// figure by figure, sums of contracts, which have both forms, and columns of tables.
var digitsOnly = regexp.MustCompile(`formula|^teams/document: letter\.sum$|^internal/forms: (?:sum|won)$|^assistants/company/semantic: unit\.won_cell$`)

// What users read is written in one way (docs/extend.md): no key of a program, one
// way to write money, particles that fit, one level of speech.
func TestTextsAreWrittenInOneWay(t *testing.T) {
	t.Parallel()
	for room, c := range house(t) {
		for _, tag := range c.Languages() {
			for key, e := range c.languages()[tag] {
				for _, what := range faults(room, key, tag, e.source) {
					t.Errorf("%s %s: %s: %q", room, e.place, what, e.source)
				}
			}
		}
	}
}

func faults(room, key, tag, source string) (found []string) {
	if strings.HasPrefix(key, "card.starters") {
		return nil // what a user says
	}
	said := quoted.ReplaceAllString(action.ReplaceAllString(source, "○"), "○")
	if k := rawKey.FindString(said); k != "" && !operators[room] {
		found = append(found, "the key "+k)
	}
	if m := otherWon[tag].FindString(said); m != "" {
		found = append(found, "another way to write money, "+m)
	}
	if d := digits.FindString(source); d != "" && !digitsOnly.MatchString(key) && !digitsOnly.MatchString(room+": "+key) {
		found = append(found, "a sum in digits, "+d)
	}
	if gap.MatchString(said) {
		found = append(found, "a gap before %")
	}
	if tag != Base {
		return found
	}
	if u := undecided.FindString(source); u != "" {
		found = append(found, "a particle that is not chosen, "+u)
	}
	for _, m := range sentence.FindAllStringSubmatch(said, -1) {
		if !polite.MatchString(m[1]) && !(m[2] == "?" && asks.MatchString(m[1])) && ends.MatchString(m[1]) {
			found = append(found, "another level of speech, "+m[0])
		}
	}
	return found
}

// ends are ends of sentences; others are labels and ends of lists.
var ends = regexp.MustCompile(`[다요죠까냐]$|[어아해]$|[시]오$|라$`)

// The test above would find each of these.
func TestOtherWaysOfWritingAreFound(t *testing.T) {
	t.Parallel()
	for _, wrong := range []struct{ tag, source string }{
		{"ko", "legal_consult 질문입니다."}, {"ko", "문서 FP05020101을 찾았습니다."},
		{"ko", "보증금은 3억 원입니다."}, {"ko", "10,000원입니다."}, {"ko", "5만 원까지"}, {"ko", "{{won .sum}}입니다."},
		{"ko", "{{.name}}은(는) 없습니다."}, {"ko", "{{.name}}(으)로 갑니다."},
		{"ko", "찾지 못했어요."}, {"ko", "찾았다."}, {"ko", "다시 말해 줘요."}, {"ko", "확인하십시오."}, {"ko", "했군요."},
		{"en", "up to 300 million won"}, {"en", "It costs 5,000 won."},
		{"en", "at most 5 % more"}, {"ko", "{{.rate}} % 이하입니다."},
	} {
		if len(faults("room", "key", wrong.tag, wrong.source)) == 0 {
			t.Errorf("%q passes", wrong.source)
		}
	}
	for _, right := range []string{"보증금은 {{spoken .sum}}까지입니다. 알려 주세요.", "무엇을 볼까요? 어디인가요? 몇 분이 함께 가시나요?", "‘시작해 줘요’라고 하시면 시작합니다."} {
		if found := faults("room", "key", "ko", right); len(found) > 0 {
			t.Errorf("%q: %v", right, found)
		}
	}
}

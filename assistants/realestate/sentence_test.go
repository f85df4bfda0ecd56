package realestate

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/teams/search"
)

// Every sentence of the library that ends in 다 turns into a polite one.
func TestPolitelyOnTheLibrary(t *testing.T) {
	t.Parallel()
	type record struct{ ID, Gist string }
	var records []record
	for _, pattern := range []string{"statutes.yaml", "guides/*.yaml"} {
		names, err := fs.Glob(packs.FS, pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			raw, err := fs.ReadFile(packs.FS, name)
			if err != nil {
				t.Fatal(err)
			}
			var pack struct {
				Articles []record `yaml:"articles"`
				Guides   []record `yaml:"guides"`
			}
			if err := yaml.Load(raw, &pack); err != nil {
				t.Fatal(err)
			}
			records = append(append(records, pack.Articles...), pack.Guides...)
		}
	}
	plain := regexp.MustCompile(`다(?:\s*\([^()]*\))*\.$`)
	polite := regexp.MustCompile(`(?:습니다|입니다|[합됩닙릅큽답갑납뭅봅씁춥침줍둡]?니다)(?:\s*\([^()]*(?:\([^()]*\)[^()]*)*\))*\.$`)
	n := 0
	for _, a := range records {
		for _, s := range korean.Sentences(a.Gist) {
			if !plain.MatchString(s) {
				continue
			}
			n++
			if got := korean.Polite(s); !polite.MatchString(got) || strings.Contains(got, "다니다") {
				t.Errorf("%s: %q became %q", a.ID, s, got)
			}
		}
	}
	if n < 200 {
		t.Errorf("only %d sentences were read", n)
	}
}

func TestPickTellsWhatIsAskedFirst(t *testing.T) {
	t.Parallel()
	list := []string{"첫 문장이다.", "보증금 이야기다.", "확정일자는 주민센터에서 받는다.", "배당 이야기다."}
	if got := pick(list, "확정일자는 어디서 받아요?", list[2], 2); got[0] != list[2] {
		t.Errorf("picked %q", got)
	}
	list = []string{"임차인은 비용을 청구할 수 있다.", "청구는 주택을 반환한 날부터 6개월 안에 해야 한다."}
	if got := pick(list, "청구는 몇 달 안에 해야 하나요?", "", 1); got[0] != list[1] {
		t.Errorf("picked %q", got)
	}
}

// A guide's verdict comes first, whatever its other sentences share with the question.
func TestAGuideIsToldInItsOrder(t *testing.T) {
	t.Parallel()
	r := search.LegalResult{Citation: "민법 제640조", Gist: "두 달치가 밀리면 해지할 수 있다. 문을 잠그면 안 된다. 보증금에서 까라고 할 수 없다.", Guide: true}
	h := newHit(&r, "ko")
	got := (&author{}).question("보증금에서 까라고 할 수 있나요?").pick(h, 2, "")
	if want := []string{"두 달치가 밀리면 해지할 수 있습니다.", "문을 잠그면 안 됩니다."}; !slices.Equal(got, want) {
		t.Errorf("told %q", got)
	}
}

// A statute's text takes no guide's place, for the verdict stands in the guide alone.
func TestAStatuteTakesNoGuidesPlace(t *testing.T) {
	t.Parallel()
	const question = "차임 연체액이 2기에 달하면 임대인은 계약을 해지할 수 있나요?"
	for _, guide := range []bool{true, false} {
		a := &answer{author: &author{}, state: &State{}}
		hits := []hit{
			newHit(&search.LegalResult{ID: "G", Citation: "민법 제640조", Gist: "나가야 할 수 있다.", Guide: guide, Score: 0.9}, "ko"),
			newHit(&search.LegalResult{ID: "S", Citation: "민법 제640조", Gist: "① 건물 기타 공작물의 임대차에는 임차인의 차임연체액이 2기의 차임액에 달하는 때에는 임대인은 계약을 해지할 수 있다.", Score: 0.8}, "ko"),
		}
		hits[1].statute = true
		if got := a.fitting((&author{}).question(question), hits); (len(got) > 0 && got[0].ID == "G") != guide {
			t.Errorf("guide %v: %q speaks first of %d", guide, got[0].ID, len(got))
		}
	}
}

func TestNamesOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ law, article, want string }{
		{"공인중개사법", "제32조·시행령 제27조의2", "공인중개사법 제32조; 공인중개사법 시행령 제27조의2"},
		{"지방세법", "제151조 · 농어촌특별세법 제5조", "지방세법 제151조; 농어촌특별세법 제5조"},
		{"주택임대차보호법", "제6조의3 제1항 제8호·제5항·제6항", "주택임대차보호법 제6조의3"},
		{"민법", "제635조·제636조", "민법 제635조; 민법 제636조"},
		{"이용 안내", "", "이용 안내"},
	} {
		r := search.LegalResult{Citation: strings.TrimSpace(c.law + " " + c.article)}
		if got := strings.Join(exactOf(newHit(&r, "ko").names), "; "); got != c.want {
			t.Errorf("%s %s: %s", c.law, c.article, got)
		}
	}
	r := search.LegalResult{Citation: "주택임대차보호법 제6조의3 제1항·제7조"}
	if got := newHit(&r, "en").citation; got != "Housing Lease Protection Act, art. 6-3; Housing Lease Protection Act, art. 7" {
		t.Errorf("in English: %s", got)
	}
}

// A list of grounds is told to its end: what a reader misses is the one that is his.
func TestAListOfGroundsIsWhole(t *testing.T) {
	t.Parallel()
	if answer := answered(t, "집주인이 갱신을 거절할 수 있는 사유가 뭐가 있어요").Answer; !strings.Contains(answer, "⑨") {
		t.Errorf("the ninth ground is not in:\n%s", answer)
	}
}

package realestate

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
)

func TestExamples(t *testing.T) {
	t.Parallel()
	dialogtest.Examples(t, exampleFiles, "examples", 0.7)
	for _, label := range []string{doAsk, doGoOn, doTell, doCorrect, doWhy, doMemory} {
		if !examples.Has(label) {
			t.Errorf("nothing is labelled %s", label)
		}
	}
}

// What asks without a mark does not only tell, and what asks or tells anything in words of
// memory asks for nothing that was said.
func TestWhatAMessageDoes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, message, want, not string }{
		{"", "6억 8천 아파트 사는데 복비 얼마에요", "272만원", "기억해 두겠습니다"},
		{"경매로 빌라 보는데 임차인 보증금 1억 6천이고 배당요구는 했대요 위험한가요", "근저당은 1억 2천요. 그럼 1억 3천에 낙찰받으면 제가 얼마 더 물어줘야되나요?", "낙찰", "말씀하셨습니다"},
		// Who asks for a tax is not shown prices first.
		{"", "My husband and I are buying our first apartment in Busan, 520 million won, 84 sqm. How much acquisition tax will we pay?", "KRW 5,720,000", "[sample]"},
		// What tells more is searched for with the question that it is of.
		{"상가 월세 5%까지만 올릴수있다던데 지금 월 220에 보증금 5000이면 얼마까지 되는거에요", "서울 아니고 대전요. 관리비 15만원은 별도인데 이것도 포함인가", "상가", "의무관리대상"},
		// Who asks why is told the reason and not all of the answer again.
		{"원래 주인이랑 월세 계약하려는데 등기부 보니 신탁회사 소유래요. 신탁회사 동의 없이 계약해도 되나요?", "왜 동의가 있어야 돼요?", "내세울 수 없어", "신탁원부는 보통"},
	} {
		messages := []string{c.before, c.message}
		if c.before == "" {
			messages = messages[1:]
		}
		core, _, _ := strings.Cut(talked(t, messages), "###")
		if !strings.Contains(core, c.want) || strings.Contains(core, c.not) {
			t.Errorf("%s: %q and not %q should be in:\n%s", c.message, c.want, c.not, core)
		}
	}
}

func TestWhatWasNotFoundIsNamed(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"집주인이 나갔대요. 그럼  못 받나요? 아들이래요.": "그럼 못 받나요?",
		"벌써 3주째에요.": "벌써 3주째에요",
	} {
		if got := lastAsked(message); got != want {
			t.Errorf("%s: %q, want %q", message, got, want)
		}
	}
}

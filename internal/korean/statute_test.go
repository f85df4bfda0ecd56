package korean

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const renewalText = `제2장 임대차 > 제6조의3(계약갱신 요구 등) ① 임대인(賃貸人)은 임차인(제3조제2항의 법인을 포함한다. 이하 같다)이 갱신을 요구할 경우 정당한 사유 없이 거절하지 못한다. 다만, 다음 각 호의 어느 하나에 해당하는 경우에는 그러하지 아니하다. <개정 2013. 8. 13.>
1. 임차인이 「민법」에 어긋나게 전대(轉貸)한 경우
2. 삭제 <2017. 4. 18.>
3. 임대인(직계존속ㆍ직계비속을 포함한다)이 실제 거주하려는 경우
② 요구권은 1회에 한하여 행사할 수 있다.
[전문개정 2008. 3. 21.]
제3장 보칙`

func TestProvisions(t *testing.T) {
	t.Parallel()
	if !IsStatute(renewalText) || IsStatute("증액은 5%가 한도다.") {
		t.Error("a statute's text is not known by its number")
	}
	var got []string
	for _, p := range Provisions(renewalText) {
		got = append(got, p.Said())
	}
	want := []string{
		"임대인은 임차인이 갱신을 요구할 경우 정당한 사유 없이 거절할 수 없습니다.",
		"다만, 다음 각 호의 어느 하나에 해당하는 경우에는 그렇지 않습니다.",
		"다만, 임차인이 민법에 어긋나게 전대한 경우에는 그렇지 않습니다.",
		"다만, 임대인(직계존속·직계비속을 포함한다)이 실제 거주하려는 경우에는 그렇지 않습니다.",
		"요구권은 1회에 한하여 행사할 수 있습니다.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	defined := Provisions("제21조의2(구성) ① 법 제20조제7항 단서에서 “대통령령으로 정하는 규모”란 700세대를 말한다.")
	if got := defined[0].Said(); !defined[0].Defines() || got != "규모는 700세대를 말합니다." {
		t.Errorf("a definition is told as %q", got)
	}
	list := Provisions("제5조(수수료) ① 다음 각 호의 서류를 첨부해야 한다.\n1. 다음 각 목의 서류\n가. 계약서\n② 수수료는 조례로 정한다.")
	if len(list) != 4 || !strings.Contains(list[2].Whole(), "계약서") || list[3].Lead != "" {
		t.Errorf("items of items: %+v", list)
	}
}

func FuzzProvisions(f *testing.F) {
	f.Add(renewalText)
	f.Add("제1조() > (((한다)이하\n가. 다음 각 호의 어느 하나에 해당하는")
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range Provisions(text) {
			Polite(Plainly(p.Whole()))
		}
	})
}

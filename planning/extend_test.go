package planning

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/datafile"
)

// moving is an intent with its words, its action and a rule, as somebody adds
// them to the file.
var moving = []struct{ under, lines string }{
	{"intents:\n", `  - key: moving_help
    kind: work
    description: {ko: "이사 준비와 짐 옮기기", en: "Preparing a move"}
    actions: [moving_list]
    examples: |
      이사 준비 뭐부터 해야 하나요
      이삿짐센터 고르는 법 알려줘
      이사 체크리스트 만들어 주세요
      포장이사 견적은 어떻게 받아요
      how do I prepare for moving day
      checklist for the movers
`},
	{"concepts:\n", `  - {key: moving, class: topic, domain: strong, intent: moving_help, weight: 3, keyword: true, words: "이사 준비, 이삿짐, 이삿짐센터, 포장이사, 이사 체크리스트, moving day"}
`},
	{"actions:\n", `  - {key: moving_list, team: document, seconds: 1, task: {ko: "이사 목록 작성", en: "List what to do"}, describe: {ko: "{keywords} 목록 작성", en: "List {keywords}"}, intents: [moving_help], when: [moving]}
`},
}

// An intent is data: its lines in the file alone make it planned for.
func TestAnIntentIsAddedByTheFile(t *testing.T) {
	t.Parallel()
	text := readConfig(t)
	for _, part := range moving {
		text = strings.Replace(text, "\n"+part.under, "\n"+part.under+part.lines, 1)
	}
	cfg, err := Load(datafile.File{Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"다음 달 이사 준비는 어떻게 하나요": "moving_help", "Give me a checklist for moving day": "moving_help", "전세금 5% 인상 가능해?": "legal_consult",
	} {
		res, err := p.Plan(t.Context(), Request{Query: query, Today: testToday})
		if err != nil || res.Planning.AnalyzedIntent.IntentType != want || res.Exit || !res.Planning.PlanValidated {
			t.Errorf("%q is %+v, %v", query, res.Planning.AnalyzedIntent, err)
		}
		if diff := cmp.Diff([]string{"document[moving_list]"}, shape(res.Planning)); want == "moving_help" && diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
	// A key that it lacks is told with the line.
	_, err = Load(datafile.File{Text: []byte(strings.Replace(text, "actions: [moving_list]", "actions: [moving_lists]", 1))})
	if err == nil || !strings.Contains(err.Error(), `action "moving_lists" is unknown`) || !strings.Contains(err.Error(), "line ") {
		t.Error(err)
	}
}

package probe

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// words are what a user reads, in one language.
type words struct {
	task, found, failed string
	description         string // step number
	answer              string // turn, completed steps, bytes
	missing             string // step id
	ask, askLate        string
	approve, reject     string
	replied             string // action, who, payload
	filler              string
}

func wordsFor(language string) words {
	if language == "en" {
		return words{
			task: "Measured work", found: "The work is done.", failed: "This step did not succeed.",
			description: "Part %d of the measured work",
			answer:      "Turn %d: %d steps are done and brought %d bytes.",
			missing:     "The result of %s is missing.",
			ask:         "Shall the measured work begin?", askLate: "Shall the measured work be summed up?",
			approve: "Yes", reject: "No",
			replied: "The question was answered with %s by %s: %s",
			filler:  "a result of known size for measuring; ",
		}
	}
	return words{
		task: "측정용 작업", found: "작업을 마쳤습니다.", failed: "이 단계는 처리하지 못했습니다.",
		description: "측정용 작업의 %d번째 부분",
		answer:      "%d번째 질문: %d단계를 마쳤고 결과는 %d바이트입니다.",
		missing:     "%s의 결과가 없습니다.",
		ask:         "측정용 작업을 시작할까요?", askLate: "측정용 작업의 결과를 정리할까요?",
		approve: "예", reject: "아니요",
		replied: "질문의 답은 %s(%s)입니다: %s",
		filler:  "측정을 위해 크기가 정해진 결과입니다. ",
	}
}

// text repeats filler until it has exactly n bytes.
func text(filler string, n int) string {
	var b strings.Builder
	b.Grow(n)
	for b.Len()+len(filler) <= n {
		b.WriteString(filler)
	}
	for _, r := range filler {
		if b.Len()+utf8.RuneLen(r) > n {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + strings.Repeat(".", n-b.Len())
}

// answer is the text that ends a run.
func answer(s *State) string {
	w := wordsFor(s.Language)
	lines := []string{fmt.Sprintf(w.answer, s.Turn, s.Summary.Completed, s.Summary.Bytes)}
	lines = append(lines, s.Summary.Missing...)
	if r := s.Reply; r != nil {
		lines = append(lines, fmt.Sprintf(w.replied, r.Action, r.By, string(r.Payload)))
	}
	if s.Work.TurnBytes > 0 {
		lines = append(lines, text(w.filler, s.Work.TurnBytes))
	}
	return strings.Join(lines, "\n\n")
}

package evidence

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// machines are words for what reads a document instead of a person, orders
// what it would be told. A sentence with both is addressed to the machine.
var (
	machines = []string{
		"ai", "인공지능", "챗봇", "어시스턴트", "언어 모델", "언어모델", "프롬프트", "시스템 메시지", "이전 지시", "위의 지시", "앞의 지시", "지시를 무시", "지시사항을 무시",
		"assistant", "language model", "llm", "chatbot", "prompt", "previous instructions", "prior instructions", "above instructions", "all instructions",
	}
	orders = []string{
		"하라", "하시오", "하십시오", "하세요", "할 것", "해야 한다", "해라", "답하", "대답", "출력", "무시", "따르", "따라야",
		"ignore", "disregard", "must", "should", "respond", "answer", "reply", "output", "say ", "tell ", "follow",
	}
)

// Addressed tells whether a sentence of a document speaks to a machine that
// reads it: a text of law or a listing has no reason to.
func Addressed(sentence string) bool {
	low := korean.Lower(sentence)
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return containsWord(low, w) })
	}
	return has(machines) && has(orders)
}

// containsWord looks for a word; a short Latin one has to stand by itself.
func containsWord(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		at := from + i
		if len(word) > 3 || !latinAt(text, at-1) && !latinAt(text, at+len(word)) {
			return true
		}
		from = at + len(word)
	}
}

func latinAt(text string, i int) bool {
	return i >= 0 && i < len(text) && text[i] >= 'a' && text[i] <= 'z'
}

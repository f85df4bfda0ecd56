package terminal

import (
	"fmt"
	"time"
)

// questionWords are those around a run's question.
type questionWords struct {
	english               bool
	deadline              string // time left, default action
	noInput               string // the same
	expired, elsewhere    string // action
	chooseOne, typeAnswer string
	pickSteps, noStep     string
	waits, jsonAnswer     string
	actions               map[string]string
}

func questionWordsFor(language string) questionWords {
	if language == "en" {
		return questionWords{
			english:   true,
			deadline:  "%s left; without an answer: %s",
			noInput:   "There is no more input. In %s it goes on by default: %s",
			expired:   "The time is up: %s",
			elsewhere: "Answered elsewhere: %s",
			chooseOne: "Please answer with a number or a choice.", typeAnswer: "Please type an answer.",
			pickSteps: "Which steps shall be left out? Numbers like 1,3 or 2-4; an empty line goes back.",
			noStep:    "There is no such step. Please give the numbers from the list.",
			waits:     "This conversation waits for an answer.",
			jsonAnswer: `Please answer with one JSON object a line, e.g. {"action":"approve"}; ` +
				`its fields are interrupt_id, action and payload.`,
			actions: map[string]string{
				"approve": "approve", "modify": "modify", "reject": "reject",
				"skip": "skip", "cancel": "cancel", "answer": "answer",
			},
		}
	}
	return questionWords{
		deadline:  "남은 시간 %s · 답이 없으면: %s",
		noInput:   "더 들어올 입력이 없습니다. %s 뒤에 기본 동작으로 처리합니다: %s",
		expired:   "답할 시간이 지났습니다: %s",
		elsewhere: "다른 곳에서 답했습니다: %s",
		chooseOne: "번호나 선택지로 답해 주세요.", typeAnswer: "답을 입력해 주세요.",
		pickSteps: "빼고 싶은 단계의 번호를 적어 주세요(예: 1,3 또는 2-4). 빈 줄이면 돌아갑니다.",
		noStep:    "그런 단계는 없습니다. 목록의 번호로 적어 주세요.",
		waits:     "이 대화에 답을 기다리는 질문이 있습니다.",
		jsonAnswer: `한 줄에 JSON 객체 하나로 답해 주세요. 예: {"action":"approve"} ` +
			`(필드: interrupt_id, action, payload)`,
		actions: map[string]string{
			"approve": "승인", "modify": "수정", "reject": "거절",
			"skip": "건너뛰기", "cancel": "취소", "answer": "답변",
		},
	}
}

func (w questionWords) action(name string) string {
	if text := w.actions[name]; text != "" {
		return text
	}
	return line(name)
}

// time is a duration in whole seconds, at least one.
func (w questionWords) time(d time.Duration) string {
	d = max(d.Round(time.Second), time.Second)
	if w.english {
		return d.String()
	}
	minutes, seconds := int(d.Minutes()), int(d.Seconds())%60
	switch {
	case minutes == 0:
		return fmt.Sprintf("%d초", seconds)
	case seconds == 0:
		return fmt.Sprintf("%d분", minutes)
	}
	return fmt.Sprintf("%d분 %d초", minutes, seconds)
}

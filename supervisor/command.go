package supervisor

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Command is what a query asks of the user's own memory.
type Command struct {
	Kind string `json:"kind"` // show | forget | forget_all
	// Key is the preference to forget.
	Key string `json:"key,omitempty"`
}

// The kinds of a Command.
const (
	CommandShow      = "show"
	CommandForget    = "forget"
	CommandForgetAll = "forget_all"
)

// maxCommand is how long a query about memory is at most, in characters: a
// longer one tells of a case.
const maxCommand = 60

const (
	forgetKO = `(?:지워|잊어|삭제|초기화|기억하지 ?마)\s?(?:줘|주세요|주라|주십시오|줄래|해줘|해 줘|해주세요|해 주세요|버려|요|라|세요|해)?\s*[.!?~]*$`
	whatKO   = `(?:기억|선호|취향|저장)`
)

var (
	forgetAllText = []*regexp.Regexp{
		regexp.MustCompile(whatKO + `(?:한|하는|된|하고 있는)?\s?(?:내용|것|거|정보|사항|설정)?(?:들)?(?:을|를|은|는)?\s?(?:전부|모두|다|싹)?\s?` + forgetKO),
		regexp.MustCompile(`(?:나|저)에 ?대(?:해|한)[^.?!]{0,16}` + forgetKO),
		regexp.MustCompile(`(?i)\b(?:forget|delete|erase|clear)\s(?:everything|all|what)?\s?(?:that\s)?(?:(?:you\s)?(?:know|remember|learned|stored)\s)?(?:about\sme|my\s(?:memory|memories|preferences|data))\b`),
		regexp.MustCompile(`(?i)\bforget\s(?:me|everything)[.!?]*$`),
	}
	forgetOneText = []*regexp.Regexp{
		regexp.MustCompile(`(?:내|제|나의|저의|선호|기억한|기억하는)\s?(?:선호|관심|희망)?(?:하는)?\s?(지역|동네|예산|언어|거래 ?(?:유형|종류|방식))(?:은|는|을|를)?\s?` + forgetKO),
		regexp.MustCompile(`(?i)\b(?:forget|delete|erase|clear)\smy\s(?:preferred\s|favou?rite\s)?(region|area|place|budget|language|deal type)\b`),
	}
	showText = []*regexp.Regexp{
		regexp.MustCompile(`(?:나|내|저|제)(?:가|에|의|를)?[^.?!]{0,20}(?:기억하고|기억해|기억하니|기억하나|기억하는|기억한)[^.?!]{0,10}[.!?~]*$`),
		regexp.MustCompile(`(?:내|제|나의|저의)\s?(?:선호|취향)[^.?!]{0,8}(?:뭐|무엇|알려|보여|말해|있)`),
		regexp.MustCompile(`(?i)\bwhat\s(?:do|did|have)\syou\s(?:know|remember|remembered|learned|stored)\s(?:about|of)\sme\b`),
		regexp.MustCompile(`(?i)\b(?:show|tell)\s(?:me\s)?my\s(?:preferences|memories)\b`),
	}
	asking = regexp.MustCompile(`뭐|뭘|무엇|무얼|어떤|어떻게|있어|있니|있나|있습니까|알려|보여|말해|(?:해|하니|하나|하나요|해요)[.!?~]*$`)
)

var commandKeys = map[string]string{
	"지역": memory.Region, "동네": memory.Region, "예산": memory.Budget, "언어": memory.Language,
	"거래유형": memory.DealType, "거래종류": memory.DealType, "거래방식": memory.DealType,
	"region": memory.Region, "area": memory.Region, "place": memory.Region, "budget": memory.Budget,
	"language": memory.Language, "dealtype": memory.DealType,
}

// recognise finds out whether a query is about the user's memory. It errs on
// the side of not: such a query is answered like any other.
func recognise(query string) (Command, bool) {
	query = strings.TrimSpace(query)
	if utf8.RuneCountInString(query) > maxCommand {
		return Command{}, false
	}
	for _, re := range forgetOneText {
		if m := re.FindStringSubmatch(query); m != nil {
			return Command{Kind: CommandForget, Key: commandKeys[strings.ReplaceAll(strings.ToLower(m[1]), " ", "")]}, true
		}
	}
	for _, re := range forgetAllText {
		if re.MatchString(query) {
			return Command{Kind: CommandForgetAll}, true
		}
	}
	for i, re := range showText {
		if re.MatchString(query) && (i > 0 || asking.MatchString(query)) {
			return Command{Kind: CommandShow}, true
		}
	}
	return Command{}, false
}

// obey does what a query asks of the user's memory. Everything is forgotten
// only after the user has been asked once more.
func (sv *supervisor) obey(ctx context.Context, t *turn, c Command) (outcome, error) {
	tr := change{Label: "T2 memory command", Phase: PhasePlanning, Updates: []func(*State){func(s *State) {
		s.CurrentPhase, s.Status, s.Command = PhasePlanning, StatusProcessing, &c
		s.release(nil)
	}}}
	english := t.Info().Language == "en"
	switch {
	case sv.cfg.Memory == nil || t.Info().UserID == "":
		return sv.tell(t, tr, words(english, "로그인하지 않은 대화라 따로 기억하는 내용이 없습니다.", "You are not signed in, so nothing is remembered about you.")), nil
	case c.Kind == CommandForgetAll:
		return outcome{Next: "forget_memory", Last: []change{tr}, Ask: forgetQuestion(english)}, nil
	case c.Kind == CommandForget:
		return sv.forgetOne(ctx, t, tr, c.Key)
	}
	loaded, err := engine.Recall(ctx, t.Scope(""), func(ctx context.Context) (memory.Loaded, error) {
		return sv.recall(ctx, t.Info()), nil
	})
	if err != nil {
		return outcome{}, err
	}
	return sv.tell(t, tr, knownOf(loaded, english)), nil
}

func words(english bool, ko, en string) string {
	if english {
		return en
	}
	return ko
}

// tell ends the run with a message.
func (sv *supervisor) tell(t *turn, tr change, message string) outcome {
	end := t.Now()
	response := state.Response{
		Type: state.ResponseGuidance, Message: message, OriginalQuery: t.Info().Query,
		DetectedIntent: "memory", TeamsUsed: []string{}, Data: map[string]state.TeamData{},
	}
	tr.Response = &response
	tr.Updates = append(tr.Updates, func(s *State) { finish(s, &response, end) })
	return outcome{Next: engine.End, Last: []change{tr}}
}

func forgetQuestion(english bool) *engine.Question {
	return &engine.Question{
		Type: state.InterruptApproval, DefaultAction: state.ActionReject,
		Message: words(english, "기억한 대화와 선호를 모두 지울까요? 지운 뒤에는 되돌릴 수 없습니다.",
			"Shall I forget all remembered conversations and preferences? This can't be undone."),
		Options: []state.InterruptOption{
			{Value: state.ActionApprove, Label: words(english, "모두 지우기", "Forget all")},
			{Value: state.ActionReject, Label: words(english, "그대로 두기", "Keep them")},
		},
	}
}

// forgotten counts what was forgotten, for the run's journal.
type forgotten struct {
	Memories    int64 `json:"memories"`
	Preferences int64 `json:"preferences"`
}

// forgetMemory carries out what the user said to the question.
func (sv *supervisor) forgetMemory(ctx context.Context, t *turn) (outcome, error) {
	english := t.Info().Language == "en"
	tr := change{Label: "memory kept", Phase: PhaseResponse}
	reply := t.Reply()
	if reply == nil { // forked from the moment of the question
		return outcome{Next: "forget_memory", Ask: forgetQuestion(english)}, nil
	}
	if reply.Action != state.ActionApprove {
		return sv.tell(t, tr, words(english, "알겠습니다. 기억한 내용을 그대로 둡니다.", "All right, I keep what I remember.")), nil
	}
	scope := t.Scope("")
	done, err := engine.Recall(ctx, scope, func(ctx context.Context) (f forgotten, err error) {
		f.Memories, f.Preferences, err = sv.cfg.Memory.ForgetAll(ctx, t.Info().UserID, reply.At)
		return f, err
	})
	if err != nil {
		return outcome{}, err
	}
	tr.Label = "memory forgotten"
	tr.Updates = []func(*State){func(s *State) {
		s.LoadedMemories, s.UserPreferences, s.Assumed = nil, nil, nil
		s.Mentions, s.Previous, s.Topic = nil, nil, ""
	}}
	return sv.tell(t, tr, words(english,
		fmt.Sprintf("기억한 대화 %d건과 선호 %d건을 지웠습니다. 대화 목록의 글은 목록에서 따로 지울 수 있습니다.", done.Memories, done.Preferences),
		fmt.Sprintf("I forgot %d conversations and %d preferences. What is written in your list of conversations can be deleted there.", done.Memories, done.Preferences))), nil
}

func (sv *supervisor) forgetOne(ctx context.Context, t *turn, tr change, key string) (outcome, error) {
	english := t.Info().Language == "en"
	at := t.Now()
	known, err := engine.Recall(ctx, t.Scope(""), func(ctx context.Context) (bool, error) {
		err := sv.cfg.Memory.Forget(ctx, t.Info().UserID, key, at)
		if errors.Is(err, store.ErrNotFound) {
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		return outcome{}, err
	}
	name := keyName(key, english)
	if !known {
		return sv.tell(t, tr, words(english, "기억하고 있는 "+korean.Josa(name, "이", "가")+" 없습니다.", "I remember no "+name+" of yours.")), nil
	}
	return sv.tell(t, tr, words(english, "기억한 "+korean.Josa(name, "을", "를")+" 지웠습니다. 다시 말씀해 주시기 전에는 쓰지 않습니다.",
		"I forgot your "+name+". I won't use it unless you name one again.")), nil
}

func keyName(key string, english bool) string {
	switch key {
	case memory.Region:
		return words(english, "선호 지역", "preferred place")
	case memory.Budget:
		return words(english, "예산", "budget")
	case memory.Language:
		return words(english, "언어", "language")
	case memory.DealType:
		return words(english, "거래 종류", "kind of deal")
	}
	return key
}

// knownOf tells a user what is remembered of them.
func knownOf(l memory.Loaded, english bool) string {
	if len(l.Memories)+len(l.Preferences) == 0 {
		return words(english, "아직 기억하고 있는 내용이 없습니다.", "I remember nothing about you yet.")
	}
	var lines []string
	if len(l.Preferences) > 0 {
		lines = append(lines, words(english, "기억하고 있는 선호:", "Preferences that I remember:"))
	}
	for _, p := range l.Preferences {
		lines = append(lines, "- "+keyName(p.Key, english)+": "+valueName(p.Key, p.Value, english)+origin(p, english))
	}
	if n := len(l.Memories); n > 0 {
		lines = append(lines, words(english, "최근 대화:", "Recent conversations:"))
		for _, m := range l.Memories[:min(n, 5)] {
			lines = append(lines, "- "+m.Timestamp.In(korea).Format("2006-01-02")+" "+m.Query)
		}
	}
	lines = append(lines, words(english, "‘내 선호 지역 잊어줘’나 ‘기억한 내용 지워줘’라고 하시면 지웁니다.", "Say “forget my region” or “forget everything about me” and I will."))
	return strings.Join(lines, "\n")
}

func valueName(key, value string, english bool) string {
	switch key {
	case memory.Budget:
		if won := wonOf(value); won > 0 {
			return words(english, korean.FormatWon(won), "KRW "+korean.FormatNumber(won))
		}
	case memory.DealType:
		if name := words(english, koreanDeal(value), englishDeal(value)); name != "" {
			return name
		}
	case memory.Language:
		return map[string]string{"ko": words(english, "한국어", "Korean"), "en": words(english, "영어", "English")}[value]
	}
	return value
}

// origin says where a preference comes from.
func origin(p state.Preference, english bool) string {
	day := p.UpdatedAt.In(korea).Format("2006-01-02")
	switch {
	case p.Source == state.SourceUser:
		return words(english, " (직접 고치심, "+day+")", " (you wrote it, "+day+")")
	case p.Evidence != "":
		return words(english, " (‘"+p.Evidence+"’라고 하신 말씀에서, "+day+")", " (from “"+p.Evidence+"”, "+day+")")
	}
	return ""
}

package planning

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/words"
)

// ErrConfig is the sentinel of a planning file that can't be used.
var ErrConfig = errors.New("planning: invalid configuration")

// Config is all that a planner knows of its assistant.
type Config struct {
	Name            string              `yaml:"name"`
	Thresholds      Thresholds          `yaml:"thresholds"`
	Intents         []Intent            `yaml:"intents"`
	Concepts        []Concept           `yaml:"concepts"`
	Rules           []Rule              `yaml:"rules"`
	AmountRoles     []AmountRole        `yaml:"amount_roles"`
	PercentageRoles []WordRole          `yaml:"percentage_roles"`
	RateMoves       RateMoves           `yaml:"rate_moves"`
	DateRoles       []WordRole          `yaml:"date_roles"`
	Laws            []Law               `yaml:"laws"`
	Sums            Sums                `yaml:"sums"`
	Facts           []Fact              `yaml:"facts"`
	Signs           Signs               `yaml:"signs"`
	Teams           []Team              `yaml:"teams"`
	Actions         []Action            `yaml:"actions"`
	Asks            []Ask               `yaml:"asks"`
	Guidance        map[string]Guidance `yaml:"guidance"`
}

// Thresholds are confidences between 0 and 1.
type Thresholds struct {
	// EarlyExit is the confidence below which an unclear query ends with
	// guidance (protocol section 1: 0.3).
	EarlyExit float64 `yaml:"early_exit"`
	// Part is how sure a part of a compound query has to be to stand alone.
	Part float64 `yaml:"part"`
	// AskModel is the confidence below which a language model is asked,
	// where one is configured; 0 asks none.
	AskModel float64 `yaml:"ask_model"`
}

// lines are the examples of an intent.
func (in *Intent) lines() []string {
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(in.Examples), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
}

// The kinds of an intent.
const (
	KindWork       = "work"
	KindUnclear    = "unclear"
	KindIrrelevant = "irrelevant"
)

// Intent is something that a user may want.
type Intent struct {
	Key         string     `yaml:"key"`
	Kind        string     `yaml:"kind"`
	Description words.Text `yaml:"description"`
	// Actions are always part of the plan of this intent.
	Actions []string `yaml:"actions"`
	// Library tells that articles of the library answer it. Needs are signs
	// one of which has to be there, Alone such that do where nothing that the
	// library answers is spoken of: without, it is the library's, if anything.
	Library bool     `yaml:"library"`
	Needs   []string `yaml:"needs"`
	// Placed are those of Needs that mean it only beside one of Alone, where an
	// article is likely.
	Placed []string `yaml:"placed"`
	Alone  []string `yaml:"alone"`
	// Clauses tells that a message which shows clauses of a contract wants it,
	// unless it asks several questions or says one of Unless and none of Though.
	Clauses bool     `yaml:"clauses"`
	Unless  []string `yaml:"unless"`
	Though  []string `yaml:"though"`
	// Examples are utterances, one a line.
	Examples string `yaml:"examples"`
}

// The classes of a concept.
const (
	ClassTopic     = "topic"
	ClassNoun      = "noun"
	ClassAct       = "act"
	ClassCue       = "cue"
	ClassFiller    = "filler"
	ClassForeign   = "foreign"
	ClassInjection = "injection"
)

// Concept is a meaning and the words for it.
type Concept struct {
	Key    string `yaml:"key"`
	Class  string `yaml:"class"`
	Domain string `yaml:"domain"` // strong | weak | none
	// Intent and Weight: what the concept speaks for, and how strongly.
	Intent       string          `yaml:"intent"`
	Weight       float64         `yaml:"weight"`
	Keyword      bool            `yaml:"keyword"`
	Words        wordList        `yaml:"words"`
	ContractType string          `yaml:"contract_type"`
	PropertyType string          `yaml:"property_type"`
	OwnLaw       bool            `yaml:"own_law"` // a kind of property that other laws are of than of homes
	Attribute    *NamedAttribute `yaml:"attribute"`
}

// NamedAttribute is the fact that a concept stands for.
type NamedAttribute struct {
	Name  string `yaml:"name"`
	Value string `yaml:"value"`
	// Denied is its value where somebody says that it is not so; "" is Value.
	Denied string `yaml:"denied"`
}

// Rule adds to the scores of intents when signs come together.
type Rule struct {
	If     []string           `yaml:"if"`
	Unless []string           `yaml:"unless"`
	Add    map[string]float64 `yaml:"add"`
}

// AmountRole says which words make a sum stand for something.
type AmountRole struct {
	Role   string   `yaml:"role"`
	Bare   bool     `yaml:"bare"`
	Before wordList `yaml:"before"`
	After  wordList `yaml:"after"`
}

// WordRole gives a role to what stands near one of its words.
type WordRole struct {
	Role  string   `yaml:"role"`
	Words wordList `yaml:"words"`
}

// Law is a statute and what it is called.
type Law struct {
	Name  string   `yaml:"name"`
	Words wordList `yaml:"words"`
}

// Team works on steps; Order sorts the steps of a plan.
type Team struct {
	Key      string `yaml:"key"`
	StepType string `yaml:"step_type"`
	Agent    string `yaml:"agent"`
	Order    int    `yaml:"order"`
}

// Action is something that a team can be asked to do. An action may stand
// several times with different conditions.
type Action struct {
	Key     string  `yaml:"key"`
	Team    string  `yaml:"team"`
	Seconds float64 `yaml:"seconds"`
	// Needs are the actions whose findings it works on, where the plan has
	// them; empty is an action that works from the query alone.
	Needs    []string   `yaml:"needs"`
	Task     words.Text `yaml:"task"`
	Describe words.Text `yaml:"describe"`
	// When: one of these makes it worth doing; "a+b" asks for both, "any"
	// is always so. Unless: none of these. Intents: only for those.
	When    []string `yaml:"when"`
	Unless  []string `yaml:"unless"`
	Intents []string `yaml:"intents"`
	// Strict keeps a model from choosing it: its conditions have to be met.
	Strict bool `yaml:"strict"`
}

// Ask is a question to the user about a fact that is missing.
type Ask struct {
	Intents []string   `yaml:"intents"`
	Actions []string   `yaml:"actions"`
	When    []string   `yaml:"when"`
	Unless  []string   `yaml:"unless"`
	Ask     words.Text `yaml:"ask"`
	// About are the facts that an answer would tell: who reckons asks for
	// none of them again.
	About []string `yaml:"about"`
}

// Guidance is said when there is nothing to plan.
type Guidance struct {
	Message  words.Text `yaml:"message"`
	Examples Questions  `yaml:"examples"`
}

// Questions are some that can be asked, by language.
type Questions map[string][]string

// In are the questions in a language, else in Korean.
func (q Questions) In(language string) []string {
	if list, ok := q[words.BaseOf(language)]; ok {
		return list
	}
	return q[Korean]
}

// RateMoves tell a percentage by which a rate changes: behind words for the rate, by a
// verb right before it, or behind it and what may stand Between.
type RateMoves struct {
	Of      wordList `yaml:"of"`
	Before  wordList `yaml:"before"`
	Between wordList `yaml:"between"`
	After   wordList `yaml:"after"`
}

// Sums says how sums that stand side by side belong together.
type Sums struct {
	// PairWords between two sums make them a deposit and its rent, PairJoint
	// only numbers without a unit; "/" and "-" do for whole sums, or with one
	// of PairSigns.
	PairWords wordList `yaml:"pair_words"`
	PairJoint string   `yaml:"pair_joint"`
	PairSigns []string `yaml:"pair_signs"`
	// Change between two sums tells what was and what is asked for,
	// ChangeIfAsked only where the second one is asked for.
	Change        wordList `yaml:"change"`
	ChangeIfAsked wordList `yaml:"change_if_asked"`
	PriceMoved    wordList `yaml:"price_moved"`
	// Corrected between two sums tells that the second stands for the first.
	Corrected wordList `yaml:"corrected"`
	// Rest behind a sum tells that what follows is of what the price is more.
	Rest wordList `yaml:"rest"`
	// Demanded tells a sum that one side asks for from what is paid now.
	Demanded struct {
		Before    wordList `yaml:"before"`
		After     wordList `yaml:"after"`
		NowBefore wordList `yaml:"now_before"`
		NowAfter  wordList `yaml:"now_after"`
	} `yaml:"demanded"`
	// Earned tells sums of two who earn apart.
	Earned struct {
		Earns   wordList `yaml:"earns"`
		Is      wordList `yaml:"is"`
		Self    wordList `yaml:"self"`
		Partner wordList `yaml:"partner"`
	} `yaml:"earned"`
	// Yearly beside a rent tells that it is that of a year.
	Yearly wordList `yaml:"yearly"`
	// The signs of a rent, of something let, of a loan that is asked for, and
	// of debts on a home.
	RentSigns []string `yaml:"rent_signs"`
	LetSigns  []string `yaml:"let_signs"`
	LoanSigns []string `yaml:"loan_signs"`
	DebtSigns []string `yaml:"debt_signs"`
}

// Signs are those that the cutting of a query into questions looks at.
type Signs struct {
	Overall   string   `yaml:"overall"`   // asks for everything at once
	Documents []string `yaml:"documents"` // a document is spoken of
	Tasks     []string `yaml:"tasks"`     // asks for work, whatever it is about
	Elsewhere []string `yaml:"elsewhere"` // is about another field
	Whole     []string `yaml:"whole"`     // hold for all questions of a query
}

// wordList is a list separated by commas.
type wordList []string

// UnmarshalYAML reads "a, b, c".
func (w *wordList) UnmarshalYAML(n *yaml.Node) error {
	var line string
	if err := n.Load(&line); err != nil {
		return err
	}
	for _, word := range strings.Split(line, ",") {
		if word = strings.TrimSpace(word); word != "" {
			*w = append(*w, word)
		}
	}
	return nil
}

// expression is one of RE2, whatever the case.
type expression struct{ *regexp.Regexp }

// UnmarshalYAML compiles the expression.
func (e *expression) UnmarshalYAML(n *yaml.Node) error {
	var source string
	if err := n.Load(&source); err != nil {
		return err
	}
	var err error
	e.Regexp, err = regexp.Compile("(?i)" + source)
	return err
}

// Load reads a configuration. What is wrong with it is told with its line:
// unknown keys and names, what is missing, and words that can be read in two
// ways.
func Load(file datafile.File) (*Config, error) {
	var cfg Config
	if err := file.Decode(&cfg); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	if errs := cfg.check(); len(errs) > 0 {
		lines := make([]string, len(errs))
		for i, e := range errs {
			if lines[i] = fmt.Sprintf("line %d: %s", file.Line("$."+e.path), e.text); e.other != "" {
				lines[i] += fmt.Sprintf(" line %d", file.Line("$."+e.other))
			}
		}
		return nil, fmt.Errorf("%w: %s", ErrConfig, strings.Join(lines, "; "))
	}
	return &cfg, nil
}

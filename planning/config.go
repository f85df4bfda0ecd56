package planning

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/madang-dev/madang/datafile"
)

// ErrConfig is the sentinel of a planning file that can't be used.
var ErrConfig = errors.New("planning: invalid configuration")

// Config is all that a planner knows of its assistant.
type Config struct {
	Name            string              `yaml:"name"`
	Entities        []string            `yaml:"entities"`
	Thresholds      Thresholds          `yaml:"thresholds"`
	Model           ModelConfig         `yaml:"model"`
	Intents         []Intent            `yaml:"intents"`
	Concepts        []Concept           `yaml:"concepts"`
	Rules           []Rule              `yaml:"rules"`
	AmountRoles     []AmountRole        `yaml:"amount_roles"`
	PercentageRoles []WordRole          `yaml:"percentage_roles"`
	DateRoles       []WordRole          `yaml:"date_roles"`
	Laws            []Law               `yaml:"laws"`
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
	// FollowUp: a short query less sure than this goes on with the previous.
	FollowUp float64 `yaml:"follow_up"`
	// AskModel is the confidence below which a language model is asked,
	// where one is configured; 0 asks none.
	AskModel float64 `yaml:"ask_model"`
}

// ModelConfig steers the training of the weights at load.
type ModelConfig struct {
	Epochs int     `yaml:"epochs"`
	Rate   float64 `yaml:"rate"`
	Decay  float64 `yaml:"decay"`
	// Temperature divides the scores; above 1 makes confidences modest.
	Temperature float64 `yaml:"temperature"`
}

// The kinds of an intent.
const (
	KindWork       = "work"
	KindUnclear    = "unclear"
	KindIrrelevant = "irrelevant"
)

// Intent is something that a user may want.
type Intent struct {
	Key         string `yaml:"key"`
	Kind        string `yaml:"kind"`
	Description Text   `yaml:"description"`
	// Actions are always part of the plan of this intent.
	Actions []string `yaml:"actions"`
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
	Words        words           `yaml:"words"`
	ContractType string          `yaml:"contract_type"`
	PropertyType string          `yaml:"property_type"`
	Attribute    *NamedAttribute `yaml:"attribute"`
}

// NamedAttribute is the fact that a concept stands for.
type NamedAttribute struct {
	Name  string `yaml:"name"`
	Value string `yaml:"value"`
}

// Rule adds to the scores of intents when signs come together.
type Rule struct {
	If     []string           `yaml:"if"`
	Unless []string           `yaml:"unless"`
	Add    map[string]float64 `yaml:"add"`
}

// AmountRole says which words make a sum stand for something.
type AmountRole struct {
	Role   string `yaml:"role"`
	Bare   bool   `yaml:"bare"`
	Before words  `yaml:"before"`
	After  words  `yaml:"after"`
}

// WordRole gives a role to what stands near one of its words.
type WordRole struct {
	Role  string `yaml:"role"`
	Words words  `yaml:"words"`
}

// Law is a statute and what it is called.
type Law struct {
	Name  string `yaml:"name"`
	Words words  `yaml:"words"`
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
	Needs    []string `yaml:"needs"`
	Task     Text     `yaml:"task"`
	Describe Text     `yaml:"describe"`
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
	Intents []string `yaml:"intents"`
	Actions []string `yaml:"actions"`
	When    []string `yaml:"when"`
	Unless  []string `yaml:"unless"`
	Ask     Text     `yaml:"ask"`
}

// Guidance is said when there is nothing to plan.
type Guidance struct {
	Message  Text     `yaml:"message"`
	Examples Examples `yaml:"examples"`
}

// Examples are questions that can be asked.
type Examples struct {
	Ko []string `yaml:"ko"`
	En []string `yaml:"en"`
}

// words is a list separated by commas.
type words []string

// UnmarshalYAML reads "a, b, c".
func (w *words) UnmarshalYAML(unmarshal func(any) error) error {
	var line string
	if err := unmarshal(&line); err != nil {
		return err
	}
	for _, word := range strings.Split(line, ",") {
		if word = strings.TrimSpace(word); word != "" {
			*w = append(*w, word)
		}
	}
	return nil
}

// Load reads a configuration; unknown keys are refused with their line.
func Load(file datafile.File) (*Config, error) {
	var cfg Config
	if err := file.Decode(&cfg); err != nil {
		return nil, fmt.Errorf("%w: %s", ErrConfig, yaml.FormatError(err, false, true))
	}
	if errs := cfg.Validate(); len(errs) > 0 {
		return nil, fmt.Errorf("%w: %s", ErrConfig, strings.Join(errs, "; "))
	}
	return &cfg, nil
}

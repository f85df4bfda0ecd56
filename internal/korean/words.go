package korean

import (
	"embed"

	"github.com/madang-dev/madang/internal/datafile"
)

//go:embed words.yaml
var wordFile embed.FS

// lists are the words that readers know; the file says what each is for.
var lists = datafile.ShippedFile[wordLists](wordFile, "words.yaml")()

type wordLists struct {
	Particles     []string    `yaml:"particles"`
	Endings       []string    `yaml:"endings"`
	SumNouns      []string    `yaml:"sum_nouns"`
	Counters      []string    `yaml:"counters"`
	NotCounters   []string    `yaml:"not_counters"`
	RentAhead     []string    `yaml:"rent_ahead"`
	MoneyWords    []string    `yaml:"money_words"`
	MoneyThings   []string    `yaml:"money_things"`
	LongSurnames  []string    `yaml:"long_surnames"`
	NoNames       []string    `yaml:"no_names"`
	NotLatinNames []string    `yaml:"not_latin_names"`
	Asking        []string    `yaml:"asking"`
	NotStay       []string    `yaml:"not_stay"`
	Respellings   [][2]string `yaml:"respellings"`
}

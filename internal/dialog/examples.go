package dialog

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/madang-dev/madang/internal/korean"
)

// Examples are messages by what they mean, one text file a label and one message
// a line (examples/hint.txt). A message means what the examples mean that it
// resembles, by a linear classifier over pieces of words: it knows wishes in words
// that no phrase has. It is trained when it is first needed, always to the same
// weights, and is safe for concurrent use.
type Examples struct {
	labels []string
	train  func()
	soon   chan struct{}  // has room for one wish to be trained
	ids    map[string]int // of the pieces
	idf    []float32
	weight []float32 // a row of labels for each piece
	bias   []float32
}

type example struct {
	text  string
	label int
}

// Meaning is what a message resembles, and how surely: a share of what else it
// could mean.
type Meaning struct {
	Label  string
	Sure   float64
	Shares map[string]float64 // of each label that can be meant
}

const (
	// Confident is from when a meaning counts more than phrases that say another:
	// of the built-in examples that are held out and as sure, 95 of 100 are right.
	Confident = 0.75
	// Likely is from when it counts where phrases say nothing.
	Likely = 0.3
)

// MustExamples are the text files of a folder that is built in. They are read when it
// is trained; a file that is wrong panics then, and a test reads all of them before.
func MustExamples(files fs.FS, dir string) *Examples {
	names, err := exampleFiles(files, dir)
	if err != nil {
		panic(err)
	}
	e := &Examples{ids: map[string]int{}, soon: make(chan struct{}, 1)}
	for _, name := range names {
		e.labels = append(e.labels, strings.TrimSuffix(path.Base(name), ".txt"))
	}
	e.train = sync.OnceFunc(func() {
		said, err := readExamples(files, names)
		if err != nil {
			panic(err)
		}
		e.fit(said)
	})
	return e
}

func exampleFiles(files fs.FS, dir string) ([]string, error) {
	names, err := fs.Glob(files, path.Join(dir, "*.txt"))
	if err != nil || len(names) < 2 {
		return nil, fmt.Errorf("dialog: examples of fewer than two labels in %s (%w)", dir, cmp.Or(err, fs.ErrNotExist))
	}
	return names, nil
}

// readExamples reads a file for each label. Errors name file and line: a message that
// stands under two labels could be read in two ways.
func readExamples(files fs.FS, names []string) (said []example, err error) {
	seen := map[string]string{}
	for label, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("dialog: %w", err)
		}
		n := 0
		for line := range strings.Lines(string(data)) {
			n++
			at, text := fmt.Sprintf("%s:%d", name, n), strings.Join(strings.Fields(line), " ")
			switch before, twice := seen[text]; {
			case text == "":
				return nil, fmt.Errorf("dialog: %s is empty: remove the line", at)
			case twice:
				return nil, fmt.Errorf("dialog: %s: %q stands at %s too: remove one", at, text, before)
			}
			seen[text] = at
			said = append(said, example{text, label})
		}
		if n == 0 {
			return nil, fmt.Errorf("dialog: %s has no examples", name)
		}
	}
	return said, nil
}

// Prepare tells Run that somebody will soon ask.
func (e *Examples) Prepare() {
	select {
	case e.soon <- struct{}{}:
	default:
	}
}

// Run trains once Prepare was called, until ctx ends: it takes about a second, which
// who asks first has to wait for without it.
func (e *Examples) Run(ctx context.Context) error {
	select {
	case <-ctx.Done():
	case <-e.soon:
		e.train()
	}
	return nil
}

// Labels are what a message can mean.
func (e *Examples) Labels() []string { return slices.Clone(e.labels) }

// Has tells whether a label has examples.
func (e *Examples) Has(label string) bool { return slices.Contains(e.labels, label) }

// maxMeant is how much of a message is compared with examples, in bytes: what is
// longer tells more than one thing.
const maxMeant = 600

// Read is what a message means, of the labels that can be meant where it is said;
// a nil function allows all. What is no word has no label.
func (e *Examples) Read(text string, can func(label string) bool) Meaning {
	if korean.CountLetters(text) < 2 {
		return Meaning{}
	}
	e.train()
	sum, best := 0.0, Meaning{Shares: map[string]float64{}}
	p := e.scores(e.pieces(split(text[:min(len(text), maxMeant)])))
	for i, label := range e.labels {
		if can != nil && !can(label) {
			continue
		}
		x := math.Exp(float64(p[i]))
		best.Shares[label] = x
		if sum += x; x > best.Sure {
			best.Label, best.Sure = label, x
		}
	}
	if sum == 0 {
		return Meaning{}
	}
	for label := range best.Shares {
		best.Shares[label] /= sum
	}
	best.Sure /= sum
	return best
}

// piece is a part of a message that examples have too, and what it counts for.
type piece struct {
	id     int
	weight float32
}

// pieces are those of a message that examples have, of length one together.
func (e *Examples) pieces(counts map[string]int) []piece {
	var list []piece
	for name, n := range counts {
		if id, ok := e.ids[name]; ok {
			list = append(list, piece{id, (1 + float32(math.Log(float64(n)))) * e.idf[id]})
		}
	}
	slices.SortFunc(list, func(a, b piece) int { return cmp.Compare(a.id, b.id) }) // sums come out the same each time
	square := 0.0
	for _, x := range list {
		square += float64(x.weight * x.weight)
	}
	for i := range list {
		list[i].weight /= float32(math.Sqrt(square))
	}
	return list
}

// split counts the pieces of a message: one to four letters of a word with its
// ends marked, since endings carry what Korean wants, and two or three of all
// letters in a row, since spaces are set at will. Numbers are all alike.
func split(text string) map[string]int {
	words := strings.FieldsFunc(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return unicode.ToLower(r)
	}, text), func(r rune) bool { return !unicode.IsLetter(r) && r != '0' && r != '?' })
	counts := map[string]int{}
	count := func(letters []rune, from, to int, mark string) {
		for n := from; n <= to; n++ {
			for i := range len(letters) - n + 1 {
				counts[mark+string(letters[i:i+n])]++
			}
		}
	}
	for _, word := range words {
		count([]rune("^"+word+"$"), 1, 4, "")
	}
	count([]rune(strings.Join(words, "")), 2, 3, "~")
	return counts
}

// scores are the logits of the labels.
func (e *Examples) scores(pieces []piece) []float32 {
	p := slices.Clone(e.bias)
	for _, x := range pieces {
		for i, w := range e.row(x) {
			p[i] += x.weight * w
		}
	}
	return p
}

func (e *Examples) row(x piece) []float32 {
	return e.weight[x.id*len(e.labels) : (x.id+1)*len(e.labels)]
}

const (
	epochs = 3
	// rate is how far an example moves the weights at first; pieces are many and
	// small, so it is large.
	rate = 5
)

// fit trains multinomial logistic regression by stochastic gradient descent over
// pieces weighted by tf-idf, as text classifiers of the field begin with.
func (e *Examples) fit(said []example) {
	in, counts := map[string]int{}, make([]map[string]int, len(said))
	for i, x := range said {
		counts[i] = split(x.text)
		for name := range counts[i] {
			in[name]++
		}
	}
	for name, n := range in {
		if n < 2 {
			delete(in, name) // tells of one example only
		}
	}
	for _, name := range slices.Sorted(maps.Keys(in)) {
		e.ids[name] = len(e.idf)
		e.idf = append(e.idf, float32(math.Log(float64(len(said)+1)/float64(in[name]))))
	}
	e.weight, e.bias = make([]float32, len(e.idf)*len(e.labels)), make([]float32, len(e.labels))
	read := make([][]piece, len(said))
	for i := range read {
		read[i] = e.pieces(counts[i])
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the order of the examples, the same each time
	for epoch := range epochs {
		step := rate / (1 + 0.3*float32(epoch))
		for _, i := range random.Perm(len(read)) {
			e.learn(read[i], said[i].label, step)
		}
	}
}

// learn moves the weights towards the label of an example.
func (e *Examples) learn(pieces []piece, label int, step float32) {
	p := e.scores(pieces)
	top, sum := slices.Max(p), float32(0)
	for i := range p {
		p[i] = float32(math.Exp(float64(p[i] - top)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	p[label]--
	for _, x := range pieces {
		row, by := e.row(x), step*x.weight
		for i := range row {
			row[i] -= by * p[i]
		}
	}
	for i := range p {
		e.bias[i] -= step / 100 * p[i]
	}
}

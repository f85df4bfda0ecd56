package planning

import (
	"runtime"
	"strings"
	"sync"
)

// model is a linear classifier over features; its weights are trained at
// load, on top of what the rules already give, so that the examples correct
// the rules and the rules carry what no example shows.
type model struct {
	vocab   map[string]int32
	weights []float32 // feature × intent
	bias    []float64
	classes int
}

// score adds the trained part to the scores of the intents. Rare features
// are damped by the number of features, so that long texts stay comparable.
func (m *model) score(features []int32, scores []float64) {
	for k, b := range m.bias {
		scores[k] += b
	}
	for _, f := range features {
		row := m.weights[int(f)*m.classes : (int(f)+1)*m.classes]
		for k, w := range row {
			scores[k] += float64(w)
		}
	}
}

// example is a training utterance.
type example struct {
	features []int32
	offsets  []float64
	intent   int
}

// train reads the examples of the configuration and fits the weights by
// stochastic gradient descent in a fixed order: the same file always gives
// the same model.
func (p *Planner) train() {
	var lines []string
	var set []example
	for k, in := range p.cfg.Intents {
		for _, line := range strings.Split(in.Examples, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				lines, set = append(lines, line), append(set, example{intent: k})
			}
		}
	}
	vocab := make(map[string]int32, 1<<13)
	for i, r := range p.readAll(lines) {
		set[i].features, set[i].offsets = p.features(r, vocab), p.offsets(r)
	}
	n := len(p.cfg.Intents)
	m := &model{vocab: vocab, weights: make([]float32, len(vocab)*n), bias: make([]float64, n), classes: n}
	p.model = *m
	p.model.fit(set, p.cfg.Model)
}

// readAll reads the lines on all processors: it is most of what loading
// takes. The order stays that of the lines.
func (p *Planner) readAll(lines []string) []*reading {
	readings := make([]*reading, len(lines))
	var done sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), 8)
	for w := range workers {
		done.Go(func() {
			for i := w; i < len(lines); i += workers {
				readings[i] = p.read(lines[i])
			}
		})
	}
	done.Wait()
	return readings
}

func (m *model) fit(set []example, cfg ModelConfig) {
	scores := make([]float64, m.classes)
	for epoch := range cfg.Epochs {
		rate := cfg.Rate / (1 + 0.25*float64(epoch))
		// A stride that shares no factor with the count visits all once.
		stride := coprime(len(set), 37+2*epoch)
		for i, at := 0, epoch%max(len(set), 1); i < len(set); i, at = i+1, (at+stride)%len(set) {
			ex := &set[at]
			copy(scores, ex.offsets)
			m.score(ex.features, scores)
			softmax(scores)
			m.step(ex, scores, rate, cfg.Decay)
		}
	}
}

// step moves the weights of one example against its error.
func (m *model) step(ex *example, chances []float64, rate, decay float64) {
	for k, chance := range chances {
		err := chance
		if k == ex.intent {
			err--
		}
		if err < 1e-4 && err > -1e-4 {
			continue
		}
		// Half of the step for the bias: classes differ in size by chance.
		m.bias[k] -= rate * err * 0.1
		delta := float32(rate * err * 0.5)
		for _, f := range ex.features {
			w := &m.weights[int(f)*m.classes+k]
			*w -= delta + *w*float32(decay)
		}
	}
}

func coprime(n, near int) int {
	for ; n > 1; near++ {
		if gcd(n, near) == 1 {
			return near % n
		}
	}
	return 0
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

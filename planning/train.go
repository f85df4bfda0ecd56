package planning

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

// known are the numbers of the features that the model was trained on, each
// once.
func (m *model) known(names []string) []int32 {
	var ids []int32
	seen := make(map[int32]bool, len(names))
	for _, name := range names {
		if id, ok := m.vocab[name]; ok && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// train reads the examples of the configuration and fits the weights by
// stochastic gradient descent in a fixed order: the same file always gives
// the same model.
func (p *Planner) train() {
	m := &model{vocab: map[string]int32{}, classes: len(p.cfg.Intents)}
	var set []example
	for k, in := range p.cfg.Intents {
		for _, line := range in.lines() {
			r := p.read(line)
			names := p.features(r)
			for _, name := range names {
				if _, ok := m.vocab[name]; !ok {
					m.vocab[name] = int32(len(m.vocab))
				}
			}
			set = append(set, example{m.known(names), p.offsets(r), k})
		}
	}
	m.weights, m.bias = make([]float32, len(m.vocab)*m.classes), make([]float64, m.classes)
	m.fit(set, p.cfg.Model)
	p.model = m
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

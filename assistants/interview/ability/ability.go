// Package ability measures how able somebody is by the answers to questions of
// known difficulty: the two-parameter logistic model of item response theory,
// with the expected value of the posterior (EAP) as the estimate.
//
// Abilities and difficulties are on one scale, logits: 0 is the middle and 1 a
// standard deviation of those who are asked. Everything is a pure function.
package ability

import "math"

const (
	// nodes are the points that the posterior is reckoned at, in [-bound, bound].
	nodes = 61
	bound = 4.0
	// middle and step turn logits into the scale of 0 to 100 that people are
	// shown: 50 + 12.5 θ.
	middle, step = 50, 12.5
	// z90 is how many standard errors a 90 % interval reaches to either side.
	z90 = 1.6449
)

// Item is a question as it measures.
type Item struct {
	Discrimination float64 `json:"a"` // how sharply it tells; 1 where nothing is known
	Difficulty     float64 `json:"b"` // logits
}

// Authored is an item of which only the author's difficulty (0-100) is known.
func Authored(difficulty int) Item {
	return Item{Discrimination: 1, Difficulty: Logits(float64(difficulty))}
}

// Logits is a difficulty of the shown scale as logits.
func Logits(shown float64) float64 { return (shown - middle) / step }

// Shown is an ability on the scale of 0 to 100.
func Shown(theta float64) int {
	return int(math.Round(min(max(middle+step*theta, 0), 100)))
}

// P is how likely somebody of an ability is to answer the item.
func (i Item) P(theta float64) float64 {
	return 1 / (1 + math.Exp(-i.Discrimination*(theta-i.Difficulty)))
}

// Information is how much an answer to the item tells of somebody of an ability.
func (i Item) Information(theta float64) float64 {
	p := i.P(theta)
	return i.Discrimination * i.Discrimination * p * (1 - p)
}

// Response is an item with the share of its points that an answer earned, from
// 0 to 1.
type Response struct {
	Item
	Score float64
}

// Estimate is an ability with how sure it is.
type Estimate struct {
	Theta float64 `json:"theta"`
	SE    float64 `json:"standard_error"`
}

// Low and High are the ends of the estimate's 90 % interval.
func (e Estimate) Low() float64 { return e.Theta - z90*e.SE }

// High is the upper end; see Low.
func (e Estimate) High() float64 { return e.Theta + z90*e.SE }

// Estimated is the posterior's mean and deviation, from a standard normal
// prior. A partial score enters the likelihood as P^x (1-P)^(1-x): half an
// answer speaks half for and half against.
func Estimated(responses []Response) Estimate {
	var logs [nodes]float64
	highest := math.Inf(-1)
	for n := range logs {
		theta := node(n)
		logs[n] = -theta * theta / 2
		for _, r := range responses {
			p := r.P(theta)
			logs[n] += r.Score*math.Log(p) + (1-r.Score)*math.Log(1-p)
		}
		highest = max(highest, logs[n])
	}
	var sum, mean, square float64
	for n, l := range logs {
		weight, theta := math.Exp(l-highest), node(n)
		sum += weight
		mean += weight * theta
		square += weight * theta * theta
	}
	mean /= sum
	return Estimate{mean, math.Sqrt(max(square/sum-mean*mean, 0))}
}

func node(n int) float64 { return -bound + 2*bound*float64(n)/(nodes-1) }

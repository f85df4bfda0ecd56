package ability

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The values are the sums that catR's eapEst and eapSem take (61 nodes in
// [-4, 4], prior N(0, 1), D = 1), reckoned apart from this code.
func TestEstimates(t *testing.T) {
	t.Parallel()
	item := func(a, b float64) Item { return Item{a, b} }
	for name, c := range map[string]struct {
		responses []Response
		theta, se float64
	}{
		"nothing is the prior":    {nil, 0, 0.99959},
		"one right":               {[]Response{{item(1, 0), 1}}, 0.41306, 0.91025},
		"one wrong":               {[]Response{{item(1, 0), 0}}, -0.41306, 0.91025},
		"half is neither":         {[]Response{{item(1, 0), 0.5}}, 0, 0.90823},
		"right at the hard ones":  {[]Response{{item(1, 1), 1}, {item(1, 2), 1}}, 1.14483, 0.84174},
		"sharp items tell more":   {[]Response{{item(2, 0), 1}, {item(2, 0.5), 0}}, 0.14795, 0.63968},
		"partial scores in a row": {[]Response{{item(1, -1), 0.8}, {item(1, 0), 0.5}, {item(1, 1), 0.25}}, 0.03149, 0.79360},
	} {
		got := Estimated(c.responses)
		if math.Abs(got.Theta-c.theta) > 0.00001 || math.Abs(got.SE-c.se) > 0.00001 {
			t.Errorf("%s: %.5f ± %.5f, want %.5f ± %.5f", name, got.Theta, got.SE, c.theta, c.se)
		}
		if theta, se := byHand(c.responses); math.Abs(got.Theta-theta) > 0.002 || math.Abs(got.SE-se) > 0.002 {
			t.Errorf("%s: %.5f ± %.5f, a fine sum has %.5f ± %.5f", name, got.Theta, got.SE, theta, se)
		}
	}
}

// byHand is the posterior by a fine Riemann sum over a wide range.
func byHand(responses []Response) (mean, deviation float64) {
	var sum, first, second float64
	for theta := -6.0; theta <= 6; theta += 0.005 {
		w := math.Exp(-theta * theta / 2)
		for _, r := range responses {
			p := 1 / (1 + math.Exp(-r.Discrimination*(theta-r.Difficulty)))
			w *= math.Pow(p, r.Score) * math.Pow(1-p, 1-r.Score)
		}
		sum, first, second = sum+w, first+w*theta, second+w*theta*theta
	}
	mean = first / sum
	return mean, math.Sqrt(second/sum - mean*mean)
}

// Takers whose ability is known are found again: without bias, and within the
// interval as often as it promises.
func TestSimulatedTakersAreRecovered(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(r *rand.Rand, p float64) float64{
		"right or wrong": func(r *rand.Rand, p float64) float64 {
			if r.Float64() < p {
				return 1
			}
			return 0
		},
		"key points": func(r *rand.Rand, p float64) float64 { // five, each earned or not
			points := 0.0
			for range 5 {
				if r.Float64() < p {
					points += 0.2
				}
			}
			return points
		},
	} {
		r := rand.New(rand.NewPCG(7, 11))
		const takers = 1500
		bias, within := 0.0, 0
		for range takers {
			truth := r.NormFloat64()
			var said []Response
			for len(said) < 12 {
				now := Estimated(said)
				item := Authored(Shown(now.Theta) + r.IntN(13) - 6)
				said = append(said, Response{item, answer(r, item.P(truth))})
			}
			got := Estimated(said)
			bias += got.Theta - truth
			if got.Low() <= truth && truth <= got.High() {
				within++
			}
		}
		if bias /= takers; math.Abs(bias) > 0.1 {
			t.Errorf("%s: bias %.3f", name, bias)
		}
		if share := float64(within) / takers; share < 0.88 {
			t.Errorf("%s: %.3f of the intervals hold", name, share)
		}
	}
}

func TestScale(t *testing.T) {
	t.Parallel()
	for shown, theta := range map[int]float64{50: 0, 0: -9, 100: 9, 75: 2, 25: -2} {
		if got := Shown(theta); got != shown {
			t.Errorf("%v is shown as %d, want %d", theta, got, shown)
		}
	}
	if got := Authored(75); got != (Item{1, 2}) {
		t.Error(got)
	}
	if p, i := Authored(50).P(0), Authored(50).Information(0); p != 0.5 || i != 0.25 {
		t.Error(p, i)
	}
}

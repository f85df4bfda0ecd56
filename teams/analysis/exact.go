package analysis

import (
	"math/big"
	"math/bits"
)

// mulDiv is a × b / c, the rest dropped, through 128 bits. a and b are not
// negative, c is positive and the result fits: callers bound their inputs.
func mulDiv(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	q, _ := bits.Div64(hi, lo, uint64(c))
	return int64(q)
}

// mulDivRound is a × b / c, rounded half up.
func mulDivRound(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	lo, carry := bits.Add64(lo, uint64(c)/2, 0)
	q, _ := bits.Div64(hi+carry, lo, uint64(c))
	return int64(q)
}

// floorQuo is num / den towards minus infinity, for den > 0.
func floorQuo(num, den *big.Int) *big.Int {
	return new(big.Int).Div(num, den) // Euclidean: floor for a positive den
}

// roundQuo is num / den rounded half up, for den > 0.
func roundQuo(num, den *big.Int) *big.Int {
	twice := new(big.Int).Lsh(num, 1)
	twice.Add(twice, den)
	return twice.Div(twice, new(big.Int).Lsh(den, 1))
}

func bigInt(v int64) *big.Int { return big.NewInt(v) }

// product multiplies exactly.
func product(factors ...*big.Int) *big.Int {
	p := big.NewInt(1)
	for _, f := range factors {
		p.Mul(p, f)
	}
	return p
}

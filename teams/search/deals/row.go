package deals

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/knowledge"
)

// errCancelled marks a deal that was called off (해제된 거래).
var errCancelled = errors.New("the deal was called off")

// row is an item as a market row. Its id is made of what tells deals apart,
// so that one that is reported again has the same.
func row(it item, k kind, d District) (knowledge.MarketRow, error) {
	if it["cdealType"] == "O" {
		return knowledge.MarketRow{}, errCancelled
	}
	r := knowledge.MarketRow{
		Sido: d.Sido, Sigungu: d.Sigungu, Dong: it["umdNm"], LawdCode: d.Code, ComplexType: k.complexType,
		Complex: cmp.Or(it["aptNm"], it["offiNm"], it["mhouseNm"], it["houseType"]), ContractType: it["contractType"],
	}
	read := reader{item: it}
	area := "excluUseAr"
	if it[area] == "" && it["totalFloorAr"] != "" {
		area = "totalFloorAr"
	}
	r.AreaM2 = read.decimal(area)
	r.Floor, r.BuildYear = read.optional("floor"), read.optional("buildYear")
	year, month, day := read.whole("dealYear"), read.whole("dealMonth"), read.optional("dealDay")
	r.ContractYM = fmt.Sprintf("%04d-%02d", year, month)
	if k.lease {
		r.DealType = knowledge.DealJeonse
		r.DepositWon, r.MonthlyWon = read.won("deposit"), read.won("monthlyRent")
		if r.MonthlyWon > 0 {
			r.DealType = knowledge.DealMonthlyRent
		}
	} else {
		r.DealType = knowledge.DealSale
		r.PriceWon = read.won("dealAmount")
	}
	if read.err != nil {
		return r, read.err
	}
	if r.AreaM2 <= 0 || year < 2006 || year > 2200 || month < 1 || month > 12 {
		return r, fmt.Errorf("area %v, contract %s", r.AreaM2, r.ContractYM)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%s|%s|%v|%d|%s-%02d|%d|%d|%d", d.Code, k.complexType, it["jibun"], r.Complex,
		r.DealType, r.AreaM2, r.Floor, r.ContractYM, day, r.PriceWon, r.DepositWon, r.MonthlyWon))
	r.ID = "RT-" + hex.EncodeToString(sum[:8])
	return r, nil
}

// reader reads an item's numbers and keeps the first error.
type reader struct {
	item item
	err  error
}

// won reads a sum in 만원 with commas.
func (r *reader) won(name string) int64 {
	n, err := strconv.ParseInt(strings.ReplaceAll(r.item[name], ",", ""), 10, 64)
	const most = 100_000_000 // 100 million 만원: a trillion won
	if err != nil || n < 0 || n > most {
		r.fail(name)
		return 0
	}
	return n * 10_000
}

func (r *reader) whole(name string) int {
	n, err := strconv.Atoi(r.item[name])
	if err != nil {
		r.fail(name)
	}
	return n
}

// optional is 0 where nothing is said.
func (r *reader) optional(name string) int {
	if r.item[name] == "" {
		return 0
	}
	return r.whole(name)
}

func (r *reader) decimal(name string) float64 {
	n, err := strconv.ParseFloat(r.item[name], 64)
	if err != nil {
		r.fail(name)
	}
	return n
}

func (r *reader) fail(name string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s is %q", name, r.item[name])
	}
}

package webtool

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/knowledge"
)

// maxText bounds a text of a result, in characters.
const maxText = 200

// values reads an item's fields and keeps the first error.
type values struct {
	tool *Tool
	item any
	err  error
}

func (v *values) fail(name string, value any) {
	if v.err == nil {
		v.err = fmt.Errorf("%s is %.60v", name, value)
	}
}

// text is a field's words, without what controls a terminal or a page's
// direction, and cut where they are long.
func (v *values) text(name string) string {
	f, ok := v.tool.Fields[name]
	if !ok {
		return ""
	}
	var s string
	switch value := datafile.At(v.item, f.Path).(type) {
	case nil:
	case string:
		s = value
	case float64:
		s = strconv.FormatFloat(value, 'f', -1, 64)
	case bool:
		s = strconv.FormatBool(value)
	default:
		v.fail(name, value)
	}
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s))
	if runes := []rune(s); len(runes) > maxText {
		s = string(runes[:maxText])
	}
	if f.Map != nil {
		word, ok := f.Map[s]
		if !ok {
			v.fail(name, s)
		}
		return word
	}
	return s
}

// number is a field's number, in text with commas too; nothing is 0.
func (v *values) number(name string) float64 {
	f, ok := v.tool.Fields[name]
	if !ok {
		return 0
	}
	var n float64
	switch value := datafile.At(v.item, f.Path).(type) {
	case nil:
	case float64:
		n = value
	case string:
		if value = strings.ReplaceAll(strings.TrimSpace(value), ",", ""); value == "" {
			break
		}
		var err error
		if n, err = strconv.ParseFloat(value, 64); err != nil {
			v.fail(name, value)
		}
	default:
		v.fail(name, value)
	}
	if f.Times != 0 {
		n *= f.Times
	}
	if n < 0 || n > 1e15 || math.IsNaN(n) {
		v.fail(name, n)
		return 0
	}
	return n
}

// floor may be below the ground.
func (v *values) floor() int {
	f, ok := v.tool.Fields["floor"]
	if n, isNumber := datafile.At(v.item, f.Path).(float64); ok && isNumber && math.Abs(n) < 300 {
		return int(n)
	}
	return 0
}

func (v *values) won(name string) int64 { return int64(math.Round(v.number(name))) }

// check refuses what is no home on offer.
func (v *values) check(h knowledge.Listing) {
	switch {
	case v.err != nil:
	case h.DealType != knowledge.DealSale && h.DealType != knowledge.DealJeonse && h.DealType != knowledge.DealMonthlyRent:
		v.fail("deal_type", h.DealType)
	case h.PropertyType == "":
		v.fail("property_type", h.PropertyType)
	case h.AreaM2 <= 0 || h.AreaM2 > 100_000:
		v.fail("area_m2", h.AreaM2)
	case h.DealType == knowledge.DealSale && h.PriceWon == 0:
		v.fail("price_won", h.PriceWon)
	case h.DealType == knowledge.DealJeonse && h.DepositWon == 0:
		v.fail("deposit_won", h.DepositWon)
	}
}

func listing(v values) (knowledge.Listing, error) {
	l := knowledge.Listing{
		ID: v.text("id"), Name: v.text("name"), Sido: v.text("sido"), Sigungu: v.text("sigungu"), Dong: v.text("dong"),
		PropertyType: knowledge.ComplexType(v.text("property_type")), DealType: v.text("deal_type"),
		PriceWon: v.won("price_won"), DepositWon: v.won("deposit_won"), MonthlyWon: v.won("monthly_won"),
		ManagementFeeWon: v.won("management_fee_won"), AreaM2: v.number("area_m2"), Floor: v.floor(),
		BuildYear: int(v.number("build_year")), AvailableFrom: v.text("available_from"),
	}
	v.check(l)
	if l.ID == "" {
		v.fail("id", l.ID)
	}
	return l, v.err
}

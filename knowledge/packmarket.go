package knowledge

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
)

// marketHeader is the only header that a market file may have.
var marketHeader = [...]string{
	"row_id", "label", "sido", "sigungu", "dong", "lawd_cd", "complex_name", "complex_type", "deal_type",
	"area_m2", "floor", "build_year", "price_man", "deposit_man", "monthly_man", "contract_ym", "contract_type",
}

var dealTypes = map[string]string{"매매": DealSale, "전세": DealJeonse, "월세": DealMonthlyRent}

func (p *pack) readMarket(fsys fs.FS) error {
	f, err := fsys.Open(marketFile)
	if err != nil {
		return ignoreMissing(marketFile, err)
	}
	p.market, err = readMarketCSV(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("load pack %s: %w", marketFile, err)
	}
	return nil
}

// readMarketCSV reads a market sample or an export of real deals; sums are
// in 만원 there. Errors carry the line.
func readMarketCSV(r io.Reader) ([]MarketRow, error) {
	in := csv.NewReader(r)
	in.FieldsPerRecord = len(marketHeader)
	header, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if !slices.Equal(header, marketHeader[:]) {
		return nil, fmt.Errorf("line 1: header is %q, want %q", strings.Join(header, ","), strings.Join(marketHeader[:], ","))
	}
	var rows []MarketRow
	seen := map[string]bool{}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		row, err := marketRow(record)
		if err := checked(seen, row.ID, err); err != nil {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		rows = append(rows, row)
	}
}

func marketRow(record []string) (MarketRow, error) {
	c := cells{record: record}
	row := MarketRow{
		ID:           c.text("row_id"),
		Sample:       strings.Contains(c.text("label"), "sample"),
		Sido:         c.text("sido"),
		Sigungu:      c.text("sigungu"),
		Dong:         c.text("dong"),
		LawdCode:     c.text("lawd_cd"),
		Complex:      c.text("complex_name"),
		ComplexType:  c.text("complex_type"),
		DealType:     dealTypes[c.text("deal_type")],
		AreaM2:       c.number("area_m2"),
		Floor:        int(c.whole("floor")),
		BuildYear:    int(c.whole("build_year")),
		PriceWon:     c.won("price_man"),
		DepositWon:   c.won("deposit_man"),
		MonthlyWon:   c.won("monthly_man"),
		ContractYM:   c.text("contract_ym"),
		ContractType: c.text("contract_type"),
	}
	if c.err != nil {
		return row, c.err
	}
	if row.ID == "" || row.Sido == "" || row.Sigungu == "" || len(row.ContractYM) != len("2026-01") {
		return row, fmt.Errorf("row_id, sido, sigungu or contract_ym is wrong")
	}
	row.ID = "M-" + row.ID
	return row, validateDeal(row.property(), row.ComplexType)
}

// cells reads the cells of a record by column and keeps the first error.
type cells struct {
	record []string
	err    error
}

func (c *cells) text(column string) string {
	return strings.TrimSpace(c.record[slices.Index(marketHeader[:], column)])
}

func (c *cells) number(column string) float64 {
	n, err := strconv.ParseFloat(c.text(column), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		c.fail(column)
		return 0
	}
	return n
}

func (c *cells) whole(column string) int64 {
	s := c.text(column)
	if s == "" {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		c.fail(column)
		return 0
	}
	return n
}

func (c *cells) won(column string) int64 {
	man := c.whole(column)
	if man < 0 || man > math.MaxInt64/10_000 {
		c.fail(column)
		return 0
	}
	return man * 10_000
}

func (c *cells) fail(column string) {
	if c.err == nil {
		c.err = fmt.Errorf("%s %q is no number in range", column, c.text(column))
	}
}

package knowledge

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
)

// marketHeader is the only header that a market file may have.
const marketHeader = "row_id,label,sido,sigungu,dong,lawd_cd,complex_name,complex_type,deal_type," +
	"area_m2,floor,build_year,price_man,deposit_man,monthly_man,contract_ym,contract_type"

var dealTypes = map[string]string{"매매": DealSale, "전세": DealJeonse, "월세": DealMonthlyRent}

func (p *pack) readMarket(fsys fs.FS) error {
	file, err := datafile.Open(fsys, marketFile)
	if err == nil {
		p.market, err = readMarketCSV(bytes.NewReader(file.Text))
	}
	return ifThere(packFile{marketFile, file}.wrong(err))
}

// readMarketCSV reads a market sample or an export of real deals; sums are
// in 만원 there. Errors carry the line.
func readMarketCSV(r io.Reader) ([]MarketRow, error) {
	in := csv.NewReader(r)
	columns := strings.Split(marketHeader, ",")
	header, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if !slices.Equal(header, columns) {
		return nil, fmt.Errorf("line 1: header is %q, want %q", strings.Join(header, ","), marketHeader)
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
		c := cells{by: map[string]string{}}
		for i, column := range columns {
			c.by[column] = strings.TrimSpace(record[i])
		}
		row, err := c.row()
		if err := checked(seen, row.ID, err); err != nil {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		rows = append(rows, row)
	}
}

// cells are those of a row by column, and the first error in reading them.
type cells struct {
	by  map[string]string
	err error
}

func (c *cells) row() (MarketRow, error) {
	row := MarketRow{
		ID: "M-" + c.by["row_id"], Sample: strings.Contains(c.by["label"], "sample"),
		Sido: c.by["sido"], Sigungu: c.by["sigungu"], Dong: c.by["dong"], LawdCode: c.by["lawd_cd"],
		Complex: c.by["complex_name"], ComplexType: c.by["complex_type"], DealType: dealTypes[c.by["deal_type"]],
		AreaM2: c.number("area_m2"), Floor: int(c.number("floor")), BuildYear: int(c.number("build_year")),
		PriceWon: c.won("price_man"), DepositWon: c.won("deposit_man"), MonthlyWon: c.won("monthly_man"),
		ContractYM: c.by["contract_ym"], ContractType: c.by["contract_type"],
	}
	switch {
	case c.err != nil:
		return row, c.err
	case c.by["row_id"] == "" || row.Sido == "" || row.Sigungu == "" || len(row.ContractYM) != len("2026-01"):
		return row, errors.New("row_id, sido, sigungu or contract_ym is wrong")
	}
	return row, validateDeal(row.Home())
}

// number is a cell's; an empty cell is 0.
func (c *cells) number(column string) float64 {
	s := c.by[column]
	if s == "" {
		return 0
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(math.Abs(n) <= maxNumber) {
		c.err = fmt.Errorf("%s %q is no number in range", column, s)
		return 0
	}
	return n
}

// maxNumber is more than anything costs in 만원, and exact.
const maxNumber = 1e11

func (c *cells) won(column string) int64 {
	man := c.number(column)
	if man < 0 || man != math.Trunc(man) {
		c.err = fmt.Errorf("%s %q is no sum", column, c.by[column])
	}
	return int64(man) * 10_000
}

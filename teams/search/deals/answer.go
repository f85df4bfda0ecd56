package deals

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/remote"
)

// item is a deal's fields by name, as text. Empty ones come as a space.
type item map[string]string

// answer is one page of the service.
type answer struct {
	code, message string
	total         int
	items         []item
}

// ok tells whether the code says that all is well.
func (a answer) ok() bool { return a.code == "000" || a.code == "00" }

type xmlField struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
}

type xmlAnswer struct {
	XMLName xml.Name
	Header  struct {
		Code    string `xml:"resultCode"`
		Message string `xml:"resultMsg"`
	} `xml:"header"`
	Body struct {
		Items []struct {
			Fields []xmlField `xml:",any"`
		} `xml:"items>item"`
		Total string `xml:"totalCount"`
	} `xml:"body"`
	Gateway struct {
		Code    string `xml:"returnReasonCode"`
		Message string `xml:"returnAuthMsg"`
	} `xml:"cmmMsgHeader"`
}

// parse reads a page; what a gateway refuses comes in an envelope of its own.
func parse(raw []byte) (answer, error) {
	var x xmlAnswer
	if err := xml.Unmarshal(bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\ufeff"))), &x); err != nil {
		return answer{}, fmt.Errorf("%w: %w", remote.ErrAnswer, err)
	}
	a := answer{code: trim(x.Header.Code), message: trim(x.Header.Message)}
	if x.Gateway.Code != "" {
		a.code, a.message = "gateway "+trim(x.Gateway.Code), trim(x.Gateway.Message)
	}
	if a.code == "" {
		return a, fmt.Errorf("%w: <%s> without a result code", remote.ErrAnswer, x.XMLName.Local)
	}
	for _, it := range x.Body.Items {
		fields := make(item, len(it.Fields))
		for _, f := range it.Fields {
			fields[f.XMLName.Local] = trim(f.Text)
		}
		a.items = append(a.items, fields)
	}
	return a.counted(x.Body.Total)
}

func (a answer) counted(total string) (answer, error) {
	total = trim(total)
	if total == "" {
		a.total = len(a.items)
		return a, nil
	}
	n, err := strconv.Atoi(total)
	if err != nil || n < 0 {
		return a, fmt.Errorf("%w: totalCount %q", remote.ErrAnswer, total)
	}
	a.total = n
	return a, nil
}

func trim(s string) string { return strings.TrimSpace(s) }

package deals

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
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

// parse reads a page, which is XML, or JSON where the service was asked for
// it; what a gateway refuses comes in an envelope of its own.
func parse(raw []byte) (answer, error) {
	raw = bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\ufeff")))
	if bytes.HasPrefix(raw, []byte("{")) {
		return parseJSON(raw)
	}
	return parseXML(raw)
}

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

func parseXML(raw []byte) (answer, error) {
	var x xmlAnswer
	if err := xml.Unmarshal(raw, &x); err != nil {
		return answer{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	a := answer{code: trim(x.Header.Code), message: trim(x.Header.Message)}
	if x.Gateway.Code != "" {
		a.code, a.message = "gateway "+trim(x.Gateway.Code), trim(x.Gateway.Message)
	}
	if a.code == "" {
		return a, fmt.Errorf("%w: <%s> without a result code", ErrAnswer, x.XMLName.Local)
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

func parseJSON(raw []byte) (answer, error) {
	var j struct {
		Response struct {
			Header struct {
				Code    text `json:"resultCode"`
				Message text `json:"resultMsg"`
			} `json:"header"`
			Body struct {
				// "" where there are none, an object where there is one.
				Items json.RawMessage `json:"items"`
				Total text            `json:"totalCount"`
			} `json:"body"`
		} `json:"response"`
		Gateway *struct {
			Header struct {
				Code    text `json:"returnReasonCode"`
				Message text `json:"returnAuthMsg"`
			} `json:"cmmMsgHeader"`
		} `json:"OpenAPI_ServiceResponse"`
	}
	if err := json.Unmarshal(raw, &j); err != nil {
		return answer{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	a := answer{code: string(j.Response.Header.Code), message: string(j.Response.Header.Message)}
	if j.Gateway != nil {
		a.code, a.message = "gateway "+string(j.Gateway.Header.Code), string(j.Gateway.Header.Message)
	}
	if a.code == "" {
		return a, fmt.Errorf("%w: no result code", ErrAnswer)
	}
	items, err := jsonItems(j.Response.Body.Items)
	if err != nil {
		return a, fmt.Errorf("%w: items: %w", ErrAnswer, err)
	}
	a.items = items
	return a.counted(string(j.Response.Body.Total))
}

func jsonItems(raw json.RawMessage) ([]item, error) {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] != '{' {
		return nil, nil
	}
	var holder struct {
		Item json.RawMessage `json:"item"`
	}
	if err := json.Unmarshal(raw, &holder); err != nil || len(holder.Item) == 0 {
		return nil, err
	}
	var list []map[string]text
	if holder.Item[0] == '{' {
		list = make([]map[string]text, 1)
		if err := json.Unmarshal(holder.Item, &list[0]); err != nil {
			return nil, err
		}
	} else if err := json.Unmarshal(holder.Item, &list); err != nil {
		return nil, err
	}
	items := make([]item, len(list))
	for i, fields := range list {
		items[i] = make(item, len(fields))
		for name, value := range fields {
			items[i][name] = string(value)
		}
	}
	return items, nil
}

// text is a JSON string or number, as text without space around it.
type text string

func (t *text) UnmarshalJSON(raw []byte) error {
	var s string
	if err := json.Unmarshal(raw, &s); err == nil {
		*t = text(trim(s))
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return err
	}
	*t = text(n)
	return nil
}

func (a answer) counted(total string) (answer, error) {
	total = trim(total)
	if total == "" {
		a.total = len(a.items)
		return a, nil
	}
	n, err := strconv.Atoi(total)
	if err != nil || n < 0 {
		return a, fmt.Errorf("%w: totalCount %q", ErrAnswer, total)
	}
	a.total = n
	return a, nil
}

func trim(s string) string { return strings.TrimSpace(s) }

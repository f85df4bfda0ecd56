package estate

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Entities are the facts named in a query. Positions are byte offsets.
type Entities struct {
	Amounts       []Amount     `json:"amounts,omitempty"`
	Percentages   []Percentage `json:"percentages,omitempty"`
	Areas         []Area       `json:"areas,omitempty"`
	Periods       []Period     `json:"periods,omitempty"`
	Dates         []Date       `json:"dates,omitempty"`
	Regions       []Region     `json:"regions,omitempty"`
	ContractTypes []string     `json:"contract_types,omitempty"`
	PropertyTypes []string     `json:"property_types,omitempty"`
	Articles      []ArticleRef `json:"articles,omitempty"`
	Attributes    []Attribute  `json:"attributes,omitempty"`
}

// Amount is a sum of money in whole won.
type Amount struct {
	Text  string `json:"text"`
	Won   int64  `json:"won"`
	Role  string `json:"role,omitempty"` // what it stands for, in the words of the planning file; "" is unknown
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Percentage is a rate; Value 5 is five percent.
type Percentage struct {
	Text  string  `json:"text"`
	Value float64 `json:"value"`
	Role  string  `json:"role,omitempty"` // increase | interest | conversion | ltv | …
	Start int     `json:"start"`
	End   int     `json:"end"`
}

// Area is a floor area; one 평 is 400/121 ㎡.
type Area struct {
	Text  string  `json:"text"`
	M2    float64 `json:"m2"`
	Unit  string  `json:"unit"` // m2 | pyeong
	Start int     `json:"start"`
	End   int     `json:"end"`
}

// Period is a span of time; exactly what was said, in months and days.
type Period struct {
	Text   string `json:"text"`
	Months int    `json:"months"`
	Days   int    `json:"days"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
}

// Date is a calendar day (YYYY-MM-DD); Role says which.
type Date struct {
	Text string `json:"text"`
	ISO  string `json:"iso"`
	Role string `json:"role,omitempty"` // start | end | contract | balance | …
	// Precision is "month" when only a month was named; ISO is then its
	// first day. Empty means the day was.
	Precision string `json:"precision,omitempty"`
	Start     int    `json:"start"`
	End       int    `json:"end"`
}

// Region is a place; Sigungu and Dong are empty where not named.
type Region struct {
	Text    string `json:"text"`
	Sido    string `json:"sido"`
	Sigungu string `json:"sigungu,omitempty"`
	Dong    string `json:"dong,omitempty"`
	// Capital tells whether the place is in the capital area (수도권).
	Capital bool `json:"capital"`
	Start   int  `json:"start"`
	End     int  `json:"end"`
}

// ArticleRef is a statute article named by the user.
type ArticleRef struct {
	Text    string `json:"text"`
	Law     string `json:"law,omitempty"`
	Article string `json:"article"` // "제7조", "제6조의3"
}

// Attribute is any other named fact of the domain, such as the number of
// houses owned, the user's age or a person's name in a contract.
type Attribute struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Text  string `json:"text,omitempty"`
}

// EntitiesOf are the entities that JSON made them stands for, none where it is
// of something else.
func EntitiesOf(raw json.RawMessage) (e Entities) {
	if json.Unmarshal(raw, &e) != nil {
		return Entities{}
	}
	return e
}

// JSON is how plans keep them.
func (e Entities) JSON() json.RawMessage { return encode(e) }

func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // they are of plain values
	}
	return raw
}

// Attr is the value of the first attribute of that name.
func (e Entities) Attr(name string) (string, bool) {
	for _, a := range e.Attributes {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// Flag tells whether an attribute is true.
func (e Entities) Flag(name string) bool {
	value, _ := e.Attr(name)
	return value == "true"
}

// Count is the number that an attribute tells; more is set for "2+".
func (e Entities) Count(name string) (n int, more, ok bool) {
	value, _ := e.Attr(name)
	digits, more := strings.CutSuffix(strings.TrimSpace(value), "+")
	n, err := strconv.Atoi(digits)
	return n, more, err == nil && n >= 0
}

// Amount is the first amount with one of the roles, in their order.
func (e Entities) Amount(roles ...string) (Amount, bool) {
	for _, role := range roles {
		for _, a := range e.Amounts {
			if a.Role == role {
				return a, true
			}
		}
	}
	return Amount{}, false
}

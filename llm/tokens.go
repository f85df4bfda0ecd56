package llm

import "unicode/utf8"

// Estimate is about how many tokens a text is, rather too many than too few:
// three letters of ASCII or one other character make one. It is what is held
// before a call, and counted where a provider doesn't tell.
func Estimate(text string) int {
	letters := 0
	others := 0
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			letters++
			i++
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		others++
		i += size
	}
	return (letters+2)/3 + others
}

// perMessage is what roles and separators take.
const perMessage = 4

// EstimateInput is Estimate for all that a request sends.
func EstimateInput(req Request) int {
	n := perMessage
	for _, m := range req.Messages {
		n += perMessage + Estimate(m.Text)
		for _, c := range m.ToolCalls {
			n += perMessage + Estimate(c.Name) + Estimate(string(c.Arguments))
		}
	}
	for _, t := range req.Tools {
		n += perMessage + Estimate(t.Name) + Estimate(t.Description) + Estimate(string(t.Schema))
	}
	if req.Schema != nil {
		n += perMessage + Estimate(string(req.Schema.JSON))
	}
	return n
}

// EstimateOutput is Estimate for all that a model wrote.
func EstimateOutput(r Response) int {
	n := Estimate(r.Text)
	for _, c := range r.ToolCalls {
		n += perMessage + Estimate(c.Name) + Estimate(string(c.Arguments))
	}
	return n
}

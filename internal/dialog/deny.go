package dialog

import "strings"

// Denial is what a message waves aside, and what it wants instead: "전세 말고
// 월세", "not a house but a flat".
type Denial struct{ Denied, Instead string }

// maxDenials is how much of a message is looked at for denials, in bytes.
const maxDenials = 600

// Denials lists what a message waves aside, at most one in each way of saying
// it.
func Denials(text string) []Denial {
	text = text[:min(len(text), maxDenials)]
	var list []Denial
	for _, key := range []string{"denied.instead_ko", "denied.not_but", "denied.instead_of"} {
		m := spoken.Named(text, key)
		if m == nil || key == "denied.instead_of" && len(list) > 0 {
			continue // "not X but Y" has "not" too
		}
		list = append(list, Denial{strings.TrimSpace(m["denied"]), strings.TrimSpace(m["instead"])})
	}
	return list
}

// denialReach is how far behind something its denial may end, in bytes.
const denialReach = 24

// Denies tells whether a text that stands behind something waves it aside:
// " 말고 월세" behind "전세".
func Denies(behind string) bool {
	return spoken.Has(behind[:min(len(behind), denialReach)], "denied.behind")
}

// Denied tells whether somebody says that they are not what stands between two
// texts: "생애최초 아니에요", "not a first-time buyer". A question whether they
// are says nothing.
func Denied(before, behind string) bool {
	return spoken.Has(behind[:min(len(behind), denialReach)], "denied.status") || spoken.Has(before[max(0, len(before)-denialReach):], "denied.before")
}

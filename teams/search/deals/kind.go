package deals

import (
	"slices"

	"github.com/madang-dev/madang/knowledge"
)

// kind is one of the service's data sets.
type kind struct {
	complexType string
	lease       bool
	path        string
	// usual tells that it is searched when no type of home is named.
	usual bool
}

// kinds are the data sets (data.go.kr 15126468, 15126474 and their kin).
var kinds = [...]kind{
	{"아파트", false, "RTMSDataSvcAptTradeDev/getRTMSDataSvcAptTradeDev", true},
	{"아파트", true, "RTMSDataSvcAptRent/getRTMSDataSvcAptRent", true},
	{"오피스텔", false, "RTMSDataSvcOffiTrade/getRTMSDataSvcOffiTrade", true},
	{"오피스텔", true, "RTMSDataSvcOffiRent/getRTMSDataSvcOffiRent", true},
	{"연립다세대", false, "RTMSDataSvcRHTrade/getRTMSDataSvcRHTrade", true},
	{"연립다세대", true, "RTMSDataSvcRHRent/getRTMSDataSvcRHRent", true},
	{"단독다가구", false, "RTMSDataSvcSHTrade/getRTMSDataSvcSHTrade", false},
	{"단독다가구", true, "RTMSDataSvcSHRent/getRTMSDataSvcSHRent", false},
}

// kindsFor are the data sets that a filter asks for.
func kindsFor(f knowledge.PropertyFilter) []kind {
	var chosen []kind
	for _, k := range kinds {
		wanted := k.usual
		if len(f.ComplexTypes) > 0 {
			wanted = slices.ContainsFunc(f.ComplexTypes, func(t string) bool { return knowledge.ComplexType(t) == k.complexType })
		}
		if len(f.DealTypes) > 0 {
			wanted = wanted && slices.ContainsFunc(f.DealTypes, func(deal string) bool { return (deal != knowledge.DealSale) == k.lease })
		}
		if wanted {
			chosen = append(chosen, k)
		}
	}
	return chosen
}

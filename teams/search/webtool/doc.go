// Package webtool makes a source of listings or pages of any HTTP service
// that answers in JSON, by a declaration instead of code:
//
//	tools:
//	  - name: 우리 중개망          # what its results are credited to
//	    scope: property           # property (homes on offer) or web (pages)
//	    url: https://listings.example/v1/homes
//	    query:                    # text/template over Ask; empty ones are left out
//	      region: "{{.Sigungu}}"
//	      kind: "{{.ComplexType}}"
//	      max_deposit: "{{.DepositMax}}"
//	    headers:
//	      Authorization: "Bearer ${LISTINGS_KEY}"   # from the environment
//	    items: data.homes         # where the list is; empty is the answer itself
//	    fields:
//	      id: id
//	      name: title
//	      sido: address.sido
//	      sigungu: address.sigungu
//	      property_type: {path: kind, map: {APT: 아파트}}
//	      deal_type: {path: deal, map: {매매: sale, 전세: jeonse, 월세: monthly_rent}}
//	      deposit_won: {path: deposit, times: 10000}
//	      area_m2: area
//	    page: {param: page, first: 1, max: 3}
//
// The service's answer is data: what does not fit is left out, nothing in it
// is carried out, and results that the filter does not ask for are dropped.
package webtool

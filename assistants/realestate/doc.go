// Package realestate is the real-estate adviser: it joins the search,
// analysis and document teams to the supervisor, gives them their packs, and
// puts what they found into the words of an answer.
//
// It answers on leases and sales, prices, loans, taxes, fees, risks and
// contracts in Korea, from the packs in its folder. Market prices and
// listings in them are samples and are labelled so in every answer.
package realestate

// Package deals finds reported deals (실거래가) with the public data service of
// the Ministry of Land, Infrastructure and Transport: sales and leases of
// flats, officetels, row houses and detached houses, one request for each
// district and month.
//
//	filter ─▶ districts × months × kinds ─▶ requests, some side by side
//	          (districts.csv)                │ cached, paged, limited
//	rows   ◀─ cancelled and doubled ones out ◀┘ XML or JSON
//
// The service names districts by the first five digits of the 법정동코드 and
// months as YYYYMM; sums are in 만원. A month is open for 30 days after its
// end, since deals are reported within 30 days (부동산거래신고법 제3조).
package deals

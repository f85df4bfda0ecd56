// Package analysis is the team that reckons: rent increases and conversions,
// loans and repayments, fees and taxes, market figures, the risk of a jeonse
// lease.
//
// Every figure comes from a calculation that is exact in whole won, names the
// article it follows and shows the formula with the numbers filled in: an entry
// of calculations.yaml, its texts and one function. What
// a question leaves open is asked for, never made up; what is taken for
// granted is said. The tables are data (rates.yaml), loaded by LoadTables.
//
//	tables → New → Team.Execute → TeamState
package analysis

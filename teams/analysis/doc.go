// Package analysis is the team that reckons: rent increases and conversions,
// loans and repayments, fees and taxes, market figures, the risk of a jeonse
// lease and of a contract's clauses.
//
// Every figure comes from a calculator that is exact in whole won, names the
// article it follows and shows the formula with the numbers filled in. What
// a question leaves open is asked for, never made up; what is taken for
// granted is said. The tables are data (rates.yaml), loaded by LoadTables.
//
//	tables + clauses → New → Team.Execute → TeamState
package analysis

// Package drafts writes the company's documents: visit reports, seminar
// requests, expense reports and sample requests. Each is a form of package
// forms (forms/*.yaml) with a text in every language (forms/*.ko.md), filled
// from messages, from data and by correction, and kept in versions.
//
//	d := set.Begin("visit_report", "ko")
//	set.Fill(&d, text, drafts.Input{Now: now})
//	missing := set.Missing(d, now) // what to ask next
//	page, err := set.Render(d, now)
//	outcome := rules.Check(set.Target(d, now), "ko")
package drafts

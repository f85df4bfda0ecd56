// Package catalog is what trips are made of: destinations with their sights,
// and the offers of flights and rooms. The built-in pack answers with
// illustrative prices; whoever has real ones answers the same questions.
package catalog

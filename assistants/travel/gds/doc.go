// Package gds searches round trips with a flight-offers service over HTTP, of
// the kind that global distribution systems offer: OAuth 2 client credentials
// for a token, a search that answers with priced offers, limits on how often
// one may ask.
//
// Offers come in won and for the whole party's adults; those of other
// currencies are left out, for no rate is known here.
package gds

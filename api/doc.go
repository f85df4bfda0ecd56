// Package api is the REST door: what a browser, a mobile app or an operator
// asks over plain HTTP. It answers the base contract of chat clients under
// /api/v1/chat exactly as they know it, the extension under /api/v1 (runs,
// checkpoints, memories, documents), the health routes of an operator, and
// the small web page at /.
//
// A route is one row of a table (route.go) that says its path, what it takes
// and what it gives as Go types; the router and /openapi.json are both made
// of that table, so neither can know a route that the other does not.
//
// Every route names an action of the policy, which is asked before its handler
// is. A handler takes what it needs out of a request (request.go) and gives the
// answer or why there is none; one place writes either.
package api

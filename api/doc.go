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
// There is no authentication: the door is for one tenant, and a list is
// everybody's unless ?user_id= narrows it.
package api

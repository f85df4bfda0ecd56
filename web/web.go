// Package web is what a browser is served: the chat page at /, the page
// that shows the OpenAPI description at /docs, and their scripts and styles.
// The pages load nothing from elsewhere and run under a content security
// policy that allows only their own files.
package web

import "embed"

// FS holds index.html, docs.html and the files that they name under
// /assets/.
//
//go:embed *.html *.js *.css
var FS embed.FS

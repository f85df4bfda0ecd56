// Package web is what a browser is served: the chat page at /, the page
// that shows the OpenAPI description at /docs, and their scripts and styles.
// Their sources are in app; dist is what its build makes of them, and is kept
// beside them so that the server is built without Node. The pages load
// nothing from elsewhere and run under a content security policy that allows
// only their own files.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FS holds index.html, docs.html and the files that they name under assets/,
// text only compressed, as name.br and name.gz.
var FS = pages()

func pages() fs.FS {
	root, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path
	}
	return root
}

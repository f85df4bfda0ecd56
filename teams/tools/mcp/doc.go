// Package mcp has models call the tools of MCP servers, which an operator
// declares in a file: started as a process (stdio) or asked over HTTP
// (streamable). Only tools that the file names are offered, each after the
// user's yes unless the file says that it needs none.
//
// A server is no part of this program: what it says is cut and read for orders
// like every tool's, its schema has to compile, and one that is away, hangs or
// changes its tools takes nothing but its own tools with it.
package mcp

// Package tools is what a language model may have done while it works on an
// answer: functions of this program with typed inputs, and those of MCP servers
// (teams/tools/mcp).
//
// A Tool says what it is for, what it takes (a JSON Schema, of a Go type by
// New), how long it may take and whether a person has to allow each call. What
// it found is Facts with their sources, so that an answer which uses them is
// checked against them like against any other. supervisor/toolloop lets a model
// call tools in a run.
package tools

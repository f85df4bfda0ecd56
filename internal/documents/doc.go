// Package documents makes files of Markdown: PDF and Word with a Korean
// font, and iCalendar of the dates that a document carries. It knows nothing
// of what a document is about.
//
//	file, contentType, err := documents.Export(markdown, title, "pdf", made)
//
// Foreign words go into Markdown through Escape, so that they stay words.
package documents

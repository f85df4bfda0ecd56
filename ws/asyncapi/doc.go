// Package asyncapi describes the WebSocket protocol of package ws as an
// AsyncAPI 3.0 document. Its schemas are made from the very types that the
// frames are encoded from, so that clients can be generated from it.
package asyncapi

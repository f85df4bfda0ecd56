package toolloop

// Texts are the loop's words.
var Texts = texts

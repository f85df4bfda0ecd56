package supervisor

// Texts are the supervisor's words.
var Texts = texts

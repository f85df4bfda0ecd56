package fault

import (
	"embed"
	"maps"
	"slices"

	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml
var files embed.FS

var texts = words.Must(files, "texts")

// entry is what clients do on a code.
type entry struct {
	recoverable bool
	status      int // HTTP
}

var table = map[Code]entry{
	InvalidJSON:         {true, 400},
	InvalidMessage:      {true, 400},
	UnknownType:         {true, 400},
	QueryEmpty:          {true, 400},
	QueryTooLarge:       {true, 413},
	InvalidEncoding:     {true, 400},
	InvalidArgument:     {true, 422},
	InvalidAmount:       {true, 422},
	InvalidDate:         {true, 422},
	Unauthenticated:     {false, 401},
	SessionNotFound:     {false, 404},
	RunNotFound:         {true, 404},
	StepNotFound:        {true, 404},
	NotFound:            {true, 404},
	MethodNotAllowed:    {true, 405},
	UnknownAssistant:    {true, 422},
	SessionBusy:         {true, 409},
	QueueFull:           {true, 429},
	RunFinished:         {true, 409},
	StepNotSkippable:    {true, 409},
	DuplicateConflict:   {true, 409},
	InterruptNotPending: {true, 409},
	InterruptNotYours:   {true, 403},
	RateLimited:         {true, 429},
	TooManyConnections:  {true, 429},
	Draining:            {true, 503},
	Unavailable:         {true, 503},
	DeadlineExceeded:    {true, 504},
	ProcessingFailed:    {true, 500},
	Internal:            {true, 500},
}

// Codes lists every code, in order.
func Codes() []Code { return slices.Sorted(maps.Keys(table)) }

// Text is the sentence for a code in the language; a code that is not of the
// list has that of Internal.
func Text(code Code, language string) string {
	if _, ok := table[code]; !ok {
		code = Internal
	}
	return texts.Say(language, string(code))
}

// Languages are the tags of the languages that the product speaks, Korean first:
// those in which every error can be told.
func Languages() []string { return texts.Languages() }

// Speaks tells whether the product speaks a language, or a pseudo-language
// ("en-XA") made of one that it speaks.
func Speaks(tag string) bool { return texts.Speaks(tag) }

// Recoverable tells whether the same client may go on after the error.
func Recoverable(code Code) bool { return table[code].recoverable }

// HTTPStatus is the status that a REST route answers with.
func HTTPStatus(code Code) int {
	if e, ok := table[code]; ok {
		return e.status
	}
	return 500
}

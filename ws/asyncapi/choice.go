package asyncapi

import (
	"reflect"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws"
)

// key is a field of a type, by its name on the wire.
type key struct {
	of    reflect.Type
	field string
}

// choices are the texts of fields that are plain strings in Go but have a
// closed list of values.
var choices = map[key][]any{
	{reflect.TypeFor[ws.Query](), "on_busy"}:            words("enqueue", "reject", "interrupt"),
	{reflect.TypeFor[ws.Query](), "language"}:           words(fault.Languages()...),
	{reflect.TypeFor[ws.Feedback](), "rating"}:          words("positive", "negative"),
	{reflect.TypeFor[ws.InterruptResponse](), "action"}: words(state.InterruptActions()...),
	{reflect.TypeFor[ws.Resumed](), "reason"}:           words(ws.ReasonUnknown, ws.ReasonEpoch, ws.ReasonTooFar, ws.ReasonPruned),
	{reflect.TypeFor[state.Interrupt](), "interrupt_type"}: words(state.InterruptClarification, state.InterruptApproval,
		state.InterruptInput, state.InterruptPlanReview),
	{reflect.TypeFor[state.InterruptResolved](), "by"}: words(state.ReplyByUser, state.ReplyByExpiry),
	{reflect.TypeFor[state.Response](), "type"}: words(state.ResponseAnswer, state.ResponseGuidance, state.ResponseDocument,
		state.ResponseError, state.ResponseCancelled),
	{reflect.TypeFor[state.Section](), "priority"}:  words("high", "medium", "low"),
	{reflect.TypeFor[state.Section](), "type"}:      words("text", "checklist", "warning"),
	{reflect.TypeFor[state.TeamData](), "status"}:   words("success", "failed", "skipped"),
	{reflect.TypeFor[state.PlanChange](), "change"}: words("added", "removed", "changed"),
	{reflect.TypeFor[state.ErrorEvent](), "code"}:   words(fault.Codes()...),
}

package asyncapi

import (
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws"
)

// described is one kind of message: its type on the wire, the schema's name,
// and a value of the type that it is encoded from.
type described struct {
	kind, name string
	body       any
	summary    string
	// envelope tells what the server adds to the body.
	envelope envelope
}

type envelope int

const (
	// whole is a body that has all of its fields.
	whole envelope = iota
	// numbered is a durable event; passing is an event of a run that is
	// not stored and may be lost.
	numbered
	passing
)

func commands() []described {
	return []described{
		{kind: ws.CommandHello, name: "HelloCommand", body: ws.Hello{}, summary: "Opens the extension: who is there, and from where to resume"},
		{kind: ws.CommandQuery, name: "QueryCommand", body: ws.Query{}, summary: "Asks a question"},
		{kind: ws.CommandCancel, name: "CancelCommand", body: ws.Cancel{}, summary: "Ends a run; without a run_id the current one"},
		{kind: ws.CommandTodoSkip, name: "TodoSkipCommand", body: ws.TodoSkip{}, summary: "Asks that a step be passed over"},
		{kind: ws.CommandRetry, name: "RetryCommand", body: ws.Retry{}, summary: "Asks a finished run's question again"},
		{kind: ws.CommandFeedback, name: "FeedbackCommand", body: ws.Feedback{}, summary: "Rates a run's answer"},
		{kind: ws.CommandInterrupt, name: "InterruptResponseCommand", body: ws.InterruptResponse{}, summary: "Answers the question that a run waits for"},
		{kind: ws.CommandRefresh, name: "RefreshCommand", body: ws.Refresh{}, summary: "Renews the socket's token"},
		{kind: ws.CommandPing, name: "PingCommand", body: ws.Ping{}, summary: "Asks for a pong"},
	}
}

// frames lists what clients are sent: first what the door says itself, then
// the events of runs.
func frames() []described {
	return []described{
		{kind: state.FrameConnected, name: "ConnectedFrame", body: ws.Connected{}, summary: "Greets a socket, and again one that says hello"},
		{kind: state.FrameResumed, name: "ResumedFrame", body: ws.Resumed{}, summary: "Ends the replay that hello asked for"},
		{kind: state.FrameAck, name: "Ack", body: ws.Ack{}, summary: "A command was carried out; of a query: it is stored"},
		{kind: state.FramePong, name: "PongFrame", body: ws.Pong{}, summary: "Answers a ping"},
		{kind: state.FrameServerDraining, name: "ServerDrainingFrame", body: ws.ServerDraining{}, summary: "The socket is about to be closed; when to come back"},
		{kind: state.EventError, name: "ErrorFrame", body: failure{}, summary: "Refuses a command, or ends a run that has shown no plan (then with a seq)"},

		{kind: state.EventPlanningStart, name: "PlanningStartEvent", body: state.PlanningStart{}, envelope: numbered, summary: "Work on a query begins"},
		{kind: state.EventAnalysisReady, name: "AnalysisReadyEvent", body: state.AnalysisReady{}, envelope: numbered, summary: "How the query was read"},
		{kind: state.EventPlanReady, name: "PlanReadyEvent", body: state.PlanReady{}, envelope: numbered, summary: "The plan"},
		{kind: state.EventExecutionStart, name: "ExecutionStartEvent", body: state.ExecutionStart{}, envelope: numbered, summary: "Work on the plan begins; once a run"},
		{kind: state.EventTodoUpdated, name: "TodoUpdatedEvent", body: state.TodoUpdated{}, envelope: numbered, summary: "All steps, after a change of one's status"},
		{kind: state.EventPlanUpdated, name: "PlanUpdatedEvent", body: state.PlanUpdated{}, envelope: numbered, summary: "The plan was drawn up anew"},
		{kind: state.EventDataReuse, name: "DataReuseEvent", body: state.DataReuse{}, envelope: numbered, summary: "Results of an earlier run are used again"},
		{kind: state.EventFinalResponse, name: "FinalResponseEvent", body: state.FinalResponse{}, envelope: numbered, summary: "Ends a run"},
		{kind: state.EventRunCancelled, name: "RunCancelledEvent", body: state.CancelledRun{}, envelope: numbered, summary: "Ends a run that was cancelled"},
		{kind: state.EventRunQueued, name: "RunQueuedEvent", body: state.QueuedRun{}, envelope: numbered, summary: "Other runs of the session are ahead"},
		{kind: state.EventWorkflowInterrupted, name: "WorkflowInterruptedEvent", body: state.Interrupt{}, envelope: numbered, summary: "A run rests on a question to the user"},
		{kind: state.EventInterruptResolved, name: "InterruptResolvedEvent", body: state.InterruptResolved{}, envelope: numbered, summary: "The question is over"},
		{kind: state.EventSessionUpdated, name: "SessionUpdatedEvent", body: state.SessionUpdated{}, envelope: numbered, summary: "The session's list entry changed"},
		{kind: state.EventUIModeChanged, name: "UIModeChangedEvent", body: state.UIModeChanged{}, envelope: numbered, summary: "Which view fits the work from here on"},
		{kind: state.EventProactive, name: "ProactiveEvent", body: state.Proactive{}, envelope: numbered, summary: "Opens a run that an event set off"},
		{kind: state.EventStepProgress, name: "StepProgressEvent", body: state.StepProgress{}, envelope: passing, summary: "A step's progress"},
		{kind: state.EventStateChanged, name: "StateChangedEvent", body: state.StateChanged{}, envelope: passing, summary: "Fields that a transition changed, for those who asked"},
		{kind: state.FrameSessionStarted, name: "SessionStartedFrame", body: state.SessionStarted{}, envelope: passing, summary: "An assistant has begun another conversation with this user"},
		{kind: state.EventAnswerDelta, name: "AnswerDeltaEvent", body: state.AnswerDelta{}, envelope: passing, summary: "A piece of the answer that final_response is going to carry whole"},
	}
}

// failure is an error as it refuses a command, and as it ends a run.
type failure struct {
	ws.Error
	Seq     int64  `json:"seq,omitempty"`
	EventID string `json:"event_id,omitempty"`
}

package company

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/madang-dev/madang/assistants/company/retrieval"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// plan is the planner: the steps of a message, or what replaces a failed task.
func (d *desk) plan(_ context.Context, t *turn) (string, error) {
	s := snapshot(t)
	if m := s.ExecutionManagerState; m != nil && m.NeedReplan {
		return nodeExecuting, d.replan(t)
	}
	p := d.planned(&s)
	if len(p.ExecutionPlan) == 0 {
		return nodeCompleted, t.Update("nothing to plan", func(s *GlobalSessionState) {
			s.PlanningState, s.CurrentPhase = p, PhaseCompleted
		})
	}
	next := ""
	err := t.Update("planned", func(s *GlobalSessionState) {
		s.PlanningState = p
		s.feasibleWithin(p)
		s.IterationCount++
		s.ExecutionSteps = s.stepsOf(p.tasks())
		s.WorkflowStatus.PlanID = "plan-" + s.RunID
		s.ExecutionManagerState = newExecution(s.WorkflowStatus.PlanID, p)
		s.CurrentPhase = nextPhase(s)
		s.note(t.Now(), "plan.made", s.WorkflowStatus.PlanID, fmt.Sprintf("%d tasks", len(p.tasks())))
		next = string(s.CurrentPhase)
	}, with{Events: opened})
	return next, err
}

// feasibleWithin has the analysis tell the plan's time, as clients are told it.
func (s *GlobalSessionState) feasibleWithin(p *PlanningState) {
	a := *s.QueryAnalyzerState
	a.FeasibilityCheck.EstimatedTime = int(math.Ceil(p.seconds()))
	s.QueryAnalyzerState = &a
}

func newExecution(planID string, p *PlanningState) *ExecutionManagerState {
	m := &ExecutionManagerState{
		CurrentPlan: CurrentPlan{PlanID: planID, Version: 1, Steps: []string{}}, ExecutionStatus: ExecutionInitializing,
		CompletedTasks: []TaskResult{}, PendingTasks: []PendingTask{}, FailedTasks: []TaskFailure{},
		QualityScores: map[string]float64{}, ValidationResults: map[string]string{},
	}
	m.enlist(p.ExecutionPlan)
	return m
}

// enlist adds steps to what is carried out.
func (m *ExecutionManagerState) enlist(steps []PlanStep) {
	m.CurrentPlan.Steps, m.PendingTasks = slices.Clone(m.CurrentPlan.Steps), slices.Clone(m.PendingTasks)
	for _, step := range steps {
		m.CurrentPlan.Steps = append(m.CurrentPlan.Steps, step.StepID)
		for _, t := range step.Tasks {
			m.PendingTasks = append(m.PendingTasks, PendingTask{t.ID, t.Agent})
		}
	}
}

// planned is the plan of what was understood: what can be found out side by
// side first, then what is made of it, checked and kept.
func (d *desk) planned(s *GlobalSessionState) *PlanningState {
	a := s.QueryAnalyzerState
	p := &PlanningState{
		AnalyzedQuery: AnalyzedQuery{Query: s.Query, Intents: a.intents(), Capabilities: a.RequiredCapabilities, Complexity: a.ComplexityScore},
		ExecutionPlan: []PlanStep{},
		FallbackPlans: []FallbackPlan{},
	}
	for _, wave := range d.waves(s) {
		p.addStep(wave)
	}
	for _, t := range p.tasks() {
		p.FallbackPlans = append(p.FallbackPlans, d.fallbackOf(s, t)...)
	}
	p.reckon()
	return p
}

// waves are the tasks, those that may go on side by side together.
func (d *desk) waves(s *GlobalSessionState) [][]Task {
	var first []Task
	var waves [][]Task
	for _, p := range s.QueryAnalyzerState.ParsedIntents {
		if !p.workable() {
			continue
		}
		t := Task{
			Agent: needs[p.Intent].agent, Intent: p.Intent, Question: p.Text, Told: p.Told, Document: p.Document, Request: p.Request,
			Title: texts.Say(s.Language, "task."+string(p.Intent)),
		}
		switch p.Intent {
		case IntentAnalysis:
			t.Title = d.titleOf(s, p)
			first = append(first, t)
		case IntentRetrieval, IntentCompliance:
			switch {
			case phrases.Has(p.Text, "wish.web"):
				t.Sources = []string{retrieval.Web, retrieval.InternalDB, retrieval.VectorDB}
			case phrases.Has(p.Text, "wish.recall"):
				t.Sources = []string{retrieval.VectorDB} // what was noted
			}
			first = append(first, t)
		case IntentDocument:
			waves = append(waves, []Task{t})
			if len(s.Heard.Open) == 0 {
				waves = append(waves, []Task{{Agent: ComplianceValidationAgent, Intent: IntentCompliance, Document: p.Document, Title: texts.Say(s.Language, "task.compliance")}})
			}
		default:
			waves = append(waves, []Task{t})
		}
	}
	if len(first) > 0 {
		waves = slices.Insert(waves, 0, first)
	}
	return waves
}

// titleOf is what a task of numbers looks up, in words.
func (d *desk) titleOf(s *GlobalSessionState, p ParsedIntent) string {
	if p.Request == nil {
		return texts.Say(s.Language, "task.analysis")
	}
	return texts.Say(s.Language, "task.numbers", "what", d.Numbers.Summary(*p.Request))
}

// addStep appends a step behind those that are there.
func (p *PlanningState) addStep(tasks []Task) {
	n := len(p.ExecutionPlan) + 1
	step := PlanStep{StepID: fmt.Sprintf("step_%d", n), Agents: []string{}, Parallel: len(tasks) > 1, Checkpoint: true, Dependencies: []string{}, Tasks: tasks}
	if n > 1 {
		step.Dependencies = append(step.Dependencies, p.ExecutionPlan[n-2].StepID)
	}
	for i := range tasks {
		tasks[i].ID = fmt.Sprintf("step_%d_%d", n, i+1)
		agent := agents[tasks[i].Agent]
		step.Agents = append(step.Agents, tasks[i].Agent)
		step.Timeout, step.RetryCount = max(step.Timeout, agent.timeout), max(step.RetryCount, agent.retry)
	}
	p.ExecutionPlan = append(p.ExecutionPlan, step)
}

// reckon fills in what follows from the steps.
func (p *PlanningState) reckon() {
	p.TaskDependencies, p.DependencyGraph = map[string][]string{}, DependencyGraph{Nodes: []string{}, Edges: [][2]string{}}
	p.PriorityOrder, p.ParallelOpportunities, p.ContingencyTriggers = []string{}, [][]string{}, map[string]Trigger{}
	p.ResourceRequirements = ResourceRequirements{APICalls: map[string]int{}}
	before := []string{} // the tasks of the step ahead, which all of a step wait for
	for _, step := range p.ExecutionPlan {
		for _, t := range byUrgency(step.Tasks) {
			p.PriorityOrder = append(p.PriorityOrder, t.ID)
		}
		ids := []string{}
		for _, t := range step.Tasks {
			ids = append(ids, t.ID)
			p.TaskDependencies[t.ID] = before
			for _, dep := range before {
				p.DependencyGraph.Edges = append(p.DependencyGraph.Edges, [2]string{dep, t.ID})
			}
		}
		before = ids
		p.DependencyGraph.Nodes = append(p.DependencyGraph.Nodes, ids...)
		if step.Parallel {
			p.ParallelOpportunities = append(p.ParallelOpportunities, ids)
		}
		p.ResourceRequirements.add(step)
	}
	p.EstimatedSteps = len(p.ExecutionPlan)
	for _, f := range p.FallbackPlans {
		p.ContingencyTriggers[f.ID] = f.Trigger
	}
}

// byUrgency are the tasks of a step, those first that may take longest, for what
// follows waits for the last of them; equal ones are in the message's order.
func byUrgency(tasks []Task) []Task {
	longest := func(t Task) int { return agents[t.Agent].timeout * (1 + agents[t.Agent].retry) }
	tasks = slices.Clone(tasks)
	slices.SortStableFunc(tasks, func(a, b Task) int { return longest(b) - longest(a) })
	return tasks
}

// maxParallel is how many of a run's tasks work at once, the first of
// priority_order first: half of the connections to a company's database.
const maxParallel = 4

// add makes room for a step's tasks at once; an agent of numbers or of files
// takes a connection. Calls are those of searches, by source, over all steps.
func (r *ResourceRequirements) add(step PlanStep) {
	n := min(len(step.Tasks), maxParallel)
	r.CPUCores, r.MemoryMB, r.DBConnections = max(r.CPUCores, n), max(r.MemoryMB, 8*n), max(r.DBConnections, n)
	for _, t := range step.Tasks {
		if t.Agent != InformationRetrievalAgent {
			continue
		}
		sources := t.Sources
		if len(sources) == 0 {
			sources = retrieval.InHouse()
		}
		for _, source := range sources {
			r.APICalls[source]++
		}
	}
}

// stepsOf are tasks as steps that clients are shown, in the order in which they
// begin where not all can at once.
func (s *GlobalSessionState) stepsOf(tasks []Task) []state.ExecutionStep {
	tasks = slices.Clone(tasks)
	rank := func(t Task) int { return slices.Index(s.PlanningState.PriorityOrder, t.ID) }
	slices.SortFunc(tasks, func(a, b Task) int { return rank(a) - rank(b) })
	steps := []state.ExecutionStep{}
	for _, t := range tasks {
		agent := agents[t.Agent]
		_, of := s.PlanningState.task(t.ID)
		step := supervisor.NewStep(t.ID, agent.team, t.Title, s.PlanningState.TaskDependencies[t.ID]...)
		step.StepType, step.AgentName, step.Question = agent.stepType, t.Agent, t.Question
		step.TimeoutMS, step.MaxAttempts = int64(of.Timeout)*1000, of.RetryCount+1
		steps = append(steps, step)
	}
	return steps
}

// fallbackOf is what is done instead of a task: a smaller question where the
// time does not suffice, what an earlier turn has found where the source can't
// be asked, the web where nothing is found in the house.
func (d *desk) fallbackOf(s *GlobalSessionState, t Task) (list []FallbackPlan) {
	add := func(trigger Trigger, change func(*Task)) {
		other := t
		other.ID, other.Fallback = "", t.ID+"_"+string(trigger)
		change(&other)
		list = append(list, FallbackPlan{ID: other.Fallback, For: t.ID, Trigger: trigger, Task: other})
	}
	if t.Agent == DataAnalysisAgent && t.Request != nil {
		if small, ok := smaller(*t.Request); ok {
			add(TriggerTimeout, func(o *Task) {
				o.Request, o.Title = &small, texts.Say(s.Language, "task.smaller", "what", d.Numbers.Summary(small))
			})
		}
		if _, ok := s.keptData(*t.Request); ok {
			add(TriggerSourceDown, func(o *Task) {
				o.Kept, o.Title = true, texts.Say(s.Language, "task.kept", "what", d.Numbers.Summary(*t.Request))
			})
		}
	}
	if t.Agent == InformationRetrievalAgent && d.Web != nil && len(t.Sources) == 0 {
		add(TriggerEmpty, func(o *Task) {
			o.Sources, o.Title = []string{retrieval.Web}, texts.Say(s.Language, "task.web")
		})
	}
	return list
}

// smaller is the request without what it is broken down by; false is one that
// has nothing to leave out.
func smaller(r semantic.Request) (semantic.Request, bool) {
	if len(r.Metrics) == 0 || len(r.Groups) == 0 && r.Grain == "" && r.CompareTo == nil {
		return r, false
	}
	r.Groups, r.Grain, r.CompareTo, r.Having = nil, "", nil, nil
	r.Order, r.Limit, r.Share, r.Growth = semantic.Order{}, 0, false, false
	return r, true
}

// fallback is the plan that was laid by for a failure.
func (p *PlanningState) fallback(f TaskFailure) (FallbackPlan, bool) {
	i := slices.IndexFunc(p.FallbackPlans, func(b FallbackPlan) bool { return b.For == f.TaskID && b.Trigger == f.Type })
	if i < 0 {
		return FallbackPlan{}, false
	}
	return p.FallbackPlans[i], true
}

// replan puts fallbacks behind the failed tasks, and once more what waited for
// these.
func (d *desk) replan(t *turn) error {
	var added []Task
	return t.Update("re-planned", func(s *GlobalSessionState) {
		added = s.replan()
		s.WorkflowStatus.Replans++
		s.note(t.Now(), "plan.changed", s.WorkflowStatus.PlanID, value(s.ExecutionManagerState.ReplanReason))
		s.CurrentPhase = nextPhase(s)
	}, with{Events: func(s *GlobalSessionState) []engine.Event {
		reason := texts.Say(s.Language, "replan."+value(s.ExecutionManagerState.ReplanReason))
		var changes []state.PlanChange
		for _, t := range added {
			changes = append(changes, state.PlanChange{StepID: t.ID, Change: "added"})
		}
		return []engine.Event{supervisor.PlanUpdated(s.Plan(), reason, changes...)}
	}})
}

// replan changes the plan in the state; added are its new tasks.
func (s *GlobalSessionState) replan() (added []Task) {
	p := *s.PlanningState
	p.ExecutionPlan = slices.Clone(p.ExecutionPlan)
	var again, instead []Task
	if s.unfiled() {
		instead = append(instead, Task{Agent: StorageDecisionAgent, Intent: IntentStorage, Document: s.Paper.Type, Title: texts.Say(s.Language, "task.file")})
	}
	s.manage(func(m *ExecutionManagerState) {
		m.FailedTasks = slices.Clone(m.FailedTasks)
		for i, f := range m.FailedTasks {
			plan, ok := p.fallback(f)
			switch task, _ := p.task(f.TaskID); {
			case f.Replaced:
				continue
			case ok:
				instead = append(instead, plan.Task)
			case f.Type == TriggerDependency:
				again = append(again, task)
			default:
				continue
			}
			m.FailedTasks[i].Replaced = true
		}
	})
	before := len(p.ExecutionPlan)
	if len(instead) > 0 {
		p.addStep(instead)
	}
	for _, t := range again {
		p.addStep([]Task{t})
	}
	p.reckon()
	s.PlanningState = &p
	for _, step := range p.ExecutionPlan[before:] {
		added = append(added, step.Tasks...)
	}
	s.ExecutionSteps = append(s.ExecutionSteps, s.stepsOf(added)...)
	s.IterationCount++
	s.manage(func(m *ExecutionManagerState) {
		m.NeedReplan = false
		m.ReplanAttempts++
		m.CurrentPlan.Version++
		m.enlist(p.ExecutionPlan[before:])
	})
	s.WorkflowStatus.Fallback = added[0].Fallback
	return added
}

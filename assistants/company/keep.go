package company

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/teams"
)

// StorageDecisionAgentState is where something was kept, and why.
type StorageDecisionAgentState struct {
	DataToStore ItemRef         `json:"data_to_store"`
	Decision    filing.Decision `json:"decision"`
	// DecisionReasoning says the decision's reasons in words.
	DecisionReasoning string `json:"decision_reasoning"`
	// StorageMetadata is whose it is and since when it is kept.
	StorageMetadata StorageMetadata `json:"storage_metadata"`
}

// StorageMetadata is what is known of what was kept besides itself.
type StorageMetadata struct {
	CompanyID string `json:"company_id"`
	PersonID  string `json:"person_id" redact:"true"`
	StoredAt  string `json:"stored_at"`
}

// ItemRef names what was kept.
type ItemRef struct {
	Key   string `json:"key"`
	Kind  string `json:"kind"`
	Title string `json:"title"`
}

// keep is the storage decision agent: the write is an effect of the commit that
// ends the step.
func (d *desk) keep(_ context.Context, step *step) (result, error) {
	task, _ := step.State.PlanningState.task(step.StepID)
	s := step.State
	item, ok := s.item(task)
	if !ok {
		return result{}, teams.Permanent(errDependency)
	}
	item.Key = step.Run.RunID + "/" + step.StepID
	decision := d.schemas().Decide(item)
	if decision.StorageStatus != filing.Pending {
		return result{}, teams.Permanent(fmt.Errorf("file %s: %v", item.Kind, decision.Problems))
	}
	write := d.schemas().Write(d.Store, item, decision, step.Now())
	completed := filing.Completed(item, decision)
	reasoning := decision.Reasoning(s.Language)
	shown := state.StepResult{Summary: texts.Say(s.Language, "shown.kept", "where", reasoning), TotalResults: 1}
	r := done(step, shown, 1, func(_ *GlobalSessionState, a *AgentState) {
		a.Storage = &StorageDecisionAgentState{
			DataToStore: ItemRef{item.Key, item.Kind, item.Title}, Decision: completed, DecisionReasoning: reasoning,
			StorageMetadata: StorageMetadata{item.CompanyID, item.PersonID, stamp(step.Now())},
		}
	})
	r.Effects = []store.Effect{write}
	if s.Paper != nil && task.Document == s.Paper.Type {
		r.Effects = append(r.Effects, filing.SaveDocument(d.Store, s.Paper.record(s), step.Now()))
	}
	return r, nil
}

// item is what a task has to keep: the document, a note, or the numbers that
// were shown last, with what was remarked of them.
func (s *GlobalSessionState) item(task Task) (item filing.Item, ok bool) {
	item = filing.Item{CompanyID: s.CompanyID, OwnerID: s.UserID, PersonID: s.Person.ID, SessionID: s.SessionID}
	if task.Document != "" && s.Paper != nil {
		item.Kind, item.Title, item.Text = s.Paper.Type+"_draft", s.Paper.Title, s.Paper.Markdown
		return item, true
	}
	n, ok := noteIn(task.Question)
	if !ok { // "one more: …"
		n.Text = task.Question
		if start, end, more := phrases.Find(n.Text, "note.more"); more && start == 0 {
			n.Text = cmp.Or(strings.Trim(n.Text[end:], noteMarks), n.Text)
		}
	}
	switch figures := s.figures(); {
	case n.Shown && len(figures) > 0:
		data := figures[0].Data
		item.Kind, item.Rows = "result", data.rows()
		item.Title = n.titled(data.ProcessedData.Title)
		item.Text = item.Title + ": " + strings.Join(data.lines(s.Language), "; ") // by which it is found again
	case n.Text != "":
		item.Kind, item.Title, item.Text = "note", n.titled(""), strings.TrimSpace(n.Title+"\n"+n.Text)
	default:
		return item, false
	}
	return item, true
}

// item is a document that is handed in, with the values of its form as a
// row of its kind's table.
func (p *Paper) item(s *GlobalSessionState) filing.Item {
	item := filing.Item{Key: p.File + "/submitted", CompanyID: s.CompanyID, OwnerID: s.UserID, PersonID: s.Person.ID, SessionID: s.SessionID, Kind: p.Type, Title: p.Title, Text: p.Markdown}
	if p.Draft != nil {
		item.Rows = []map[string]any{p.Draft.Row()}
	}
	return item
}

// rows are a result's rows by the names of their columns.
func (a *DataAnalysisAgentState) rows() (list []map[string]any) {
	for _, row := range a.RawData {
		named := map[string]any{}
		for i, c := range a.ProcessedData.Columns {
			switch {
			case row[i].Number != nil:
				named[c.Name] = *row[i].Number
			case row[i].Text != "":
				named[c.Name] = row[i].Text
			}
		}
		list = append(list, named)
	}
	return list
}

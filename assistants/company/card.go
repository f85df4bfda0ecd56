package company

import (
	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/state"
)

// data is what clients that draw are given: charts and tables of the numbers,
// by team.
func (a *answer) data() map[string]state.TeamData {
	data := map[string]state.TeamData{}
	if a.check != nil {
		data["compliance"] = assistant.Packed(struct {
			Outcome *compliance.Outcome `json:"outcome"`
		}{a.check})
	}
	if a.form != nil {
		data["document"] = assistant.Packed(a.form)
	}
	var figures dataCard
	if a.s.PlanningState == nil {
		return data
	}
	for _, t := range a.s.PlanningState.tasks() {
		agent, ok := a.s.agent(t.ID)
		if ok && agent.Data != nil {
			figures.add(agent.Data)
		}
	}
	if len(figures.Tables) > 0 {
		data["data"] = assistant.Packed(figures)
	}
	return data
}

// formCard is a form under way for clients that show controls.
type formCard struct {
	DocumentType string          `json:"document_type"`
	Missing      []forms.Missing `json:"missing,omitempty"`
	Questions    []forms.Missing `json:"questions,omitempty"`
	Fields       []forms.Entry   `json:"fields"`
}

// dataCard is the numbers for clients that draw them.
type dataCard struct {
	Visualization struct {
		Charts []chartCard `json:"charts"`
	} `json:"visualization_data"`
	Tables []tableCard `json:"tables"`
}

// tableCard is a result as a table, with what it rests on.
type tableCard struct {
	ProcessedData
	Rows       any `json:"rows"`
	Statistics any `json:"statistics"`
	Request    any `json:"request"`
}

func (c *dataCard) add(d *DataAnalysisAgentState) {
	c.Visualization.Charts = append(assistant.All(c.Visualization.Charts), d.charts()...)
	c.Tables = append(c.Tables, tableCard{d.ProcessedData, d.RawData, d.Statistics, d.Request})
}

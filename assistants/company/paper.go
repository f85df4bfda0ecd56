package company

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/drafts"
	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// The statuses of a document.
const (
	StatusDraft     = "draft"     // not checked, or not whole
	StatusChecked   = "checked"   // may be handed in
	StatusReview    = "review"    // a person has to look at it
	StatusBlocked   = "blocked"   // may not be handed in as it is
	StatusSubmitted = "submitted" // handed in
)

// Paper is the document that a session works on. It is replaced, never changed.
type Paper struct {
	ID string `json:"document_id"` // of this version
	// File names it in the company's files through all versions.
	File     string `json:"file"`
	Type     string `json:"document_type"`
	Title    string `json:"title"`
	Markdown string `json:"markdown" redact:"true"`
	Version  int    `json:"current_version"`
	Status   string `json:"status"`
	// Draft is the form behind it, nil for a report.
	Draft *drafts.Draft `json:"draft,omitempty" redact:"true"`
	// Open is how many required values are missing.
	Open int `json:"open"`
	// Outcome is the newest check, Checks how often there was one.
	Outcome *compliance.Outcome `json:"outcome,omitempty"`
	Checks  int                 `json:"checks"`
	// Stored is why it was kept where it is, once it is handed in.
	Stored string `json:"stored,omitempty"`
}

// DocumentGenerationAgentState is a document's making.
type DocumentGenerationAgentState struct {
	DocumentType string `json:"document_type"`
	TemplateID   string `json:"template_id"`

	// FormData and DraftVersions are in the draft, SourceData names the results
	// that it was made of.
	Draft      *drafts.Draft `json:"draft,omitempty" redact:"true"`
	SourceData []string      `json:"source_data"`

	CurrentVersion    int               `json:"current_version"`
	GeneratedDocument GeneratedDocument `json:"generated_document"`

	DocumentID      string  `json:"document_id"`
	StorageLocation string  `json:"storage_location"`
	DocumentURL     *string `json:"document_url"`
}

// GeneratedDocument is the document as it was made.
type GeneratedDocument struct {
	Content string `json:"content" redact:"true"`
	Format  string `json:"format"`
	Title   string `json:"title"`
	// Metadata is a Metadata, as it goes with the document.
	Metadata json.RawMessage `json:"metadata"`
}

// Metadata is what a document is, besides what it says.
type Metadata struct {
	DocumentType string   `json:"document_type"`
	TemplateID   string   `json:"template_id"`
	Version      int      `json:"version"`
	Language     string   `json:"language"`
	Sources      []string `json:"sources"` // the tasks whose results it has
}

// template is the form behind a document, its type where there is none.
func (p *Paper) template() string {
	if p.Draft == nil {
		return p.Type
	}
	return p.Draft.TemplateID
}

// writeDocument is the document generation agent.
func (d *desk) writeDocument(_ context.Context, step *step) (result, error) {
	task, _ := step.State.PlanningState.task(step.StepID)
	var paper Paper
	var sources []string
	var err error
	if task.Document == docReport {
		paper, sources, err = d.report(step)
	} else {
		paper, err = d.form(step, task)
	}
	if err != nil {
		return result{}, err
	}
	meta := assistant.Packed(Metadata{paper.Type, paper.template(), paper.Version, step.State.Language, assistant.All(sources)}).Data
	link := state.LinkTo(paper.ID, paper.Title)
	shown := state.StepResult{Summary: texts.Say(step.Run.Language, "shown.document", "title", paper.Title, "version", paper.Version), TotalResults: 1}
	r := done(step, shown, 1, func(s *GlobalSessionState, a *AgentState) {
		path := link.Downloads["markdown"]
		a.Document = &DocumentGenerationAgentState{
			DocumentType: paper.Type, TemplateID: paper.template(), Draft: paper.Draft, SourceData: assistant.All(sources), CurrentVersion: paper.Version,
			GeneratedDocument: GeneratedDocument{Content: paper.Markdown, Format: "markdown", Title: paper.Title, Metadata: meta},
			DocumentID:        paper.ID, StorageLocation: "documents", DocumentURL: &path,
		}
		s.Paper = &paper
	})
	if paper.Open == 0 {
		r.Documents = []state.Document{{
			ID: paper.ID, SessionID: step.Run.SessionID, RunID: step.Run.RunID, UserID: step.Run.UserID, Type: paper.Type, Title: paper.Title,
			Markdown: paper.Markdown, Metadata: meta, CreatedAt: step.Now(),
		}}
	}
	return r, nil
}

// form is the draft that the message was read into, as a document.
func (d *desk) form(step *step, task Task) (Paper, error) {
	h := step.State.Heard
	if h.Draft == nil {
		return Paper{}, teams.Permanent(errDependency)
	}
	page, err := d.papers().Render(*h.Draft, step.State.day())
	if err != nil {
		return Paper{}, teams.Permanent(fmt.Errorf("render %s: %w", task.Document, err))
	}
	return Paper{
		ID: documentID(step), Type: task.Document, Title: page.Title, Markdown: page.Markdown, Version: h.Draft.CurrentVersion,
		File: step.State.file(step, task.Document), Status: StatusDraft, Draft: h.Draft, Open: len(h.Open), Checks: step.State.checks(task.Document),
	}, nil
}

// documentID names a version of a document: the same step makes the same,
// however often it is done.
func documentID(step *step) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(step.Run.RunID+"/"+step.StepID)).String()
}

// file is the name of the document that a step goes on with, or begins.
func (s *GlobalSessionState) file(step *step, kind string) string {
	if s.Paper != nil && s.Paper.Type == kind && s.Paper.Status != StatusSubmitted && s.Heard.Draft != nil && s.Heard.Draft.CurrentVersion > 1 {
		return s.Paper.File
	}
	return documentID(step)
}

// checks is how often the present document of a kind was checked.
func (s *GlobalSessionState) checks(kind string) int {
	if s.Paper != nil && s.Paper.Type == kind && s.Paper.Status != StatusSubmitted {
		return s.Paper.Checks
	}
	return 0
}

// report makes a document of the numbers of this message, or else of those
// that were shown last.
func (d *desk) report(step *step) (p Paper, sources []string, err error) {
	s := step.State
	found := s.figures()
	own := slices.ContainsFunc(s.PlanningState.tasks(), func(t Task) bool { return t.Agent == DataAnalysisAgent })
	if len(found) == 0 || own && found[0].ExecutionContext.RunID != s.RunID { // its own are not there: none of another question
		return p, nil, teams.Permanent(errDependency)
	}
	say := texts.In(s.Language)
	var b strings.Builder
	title := say.Say("report.title", "what", found[0].Data.ProcessedData.Title)
	if told := phrases.Named(s.said(), "titled"); told != nil {
		title = told["title"]
	}
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", title, say.Say("report.head", "day", s.Today, "name", s.Person.Name, "dept", s.Person.Dept))
	for _, f := range found {
		a := answer{Printer: say, s: s, sample: d.Sample}
		a.addData(f.Data)
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", f.Data.ProcessedData.Title, strings.Join(a.core, "\n\n"))
		if table, _ := f.Data.table(s.Language); table != "" {
			b.WriteString(table + "\n")
		}
		fmt.Fprintf(&b, "- %s\n\n", strings.Join(a.notes, "\n- "))
		sources = append(sources, f.TaskID)
	}
	return Paper{ID: documentID(step), File: s.file(step, docReport), Type: docReport, Title: title, Markdown: b.String(), Version: s.checks(docReport) + 1, Status: StatusDraft, Checks: s.checks(docReport)}, sources, nil
}

// figures are the results of this run, else of the newest turn that has any,
// in the order of their tasks.
func (s *GlobalSessionState) figures() (list []AgentState) {
	newest := 0
	for _, a := range s.AgentStates {
		if a.Data == nil || a.ErrorMessage != nil || a.ExecutionContext.Turn < newest {
			continue
		}
		if a.ExecutionContext.Turn > newest {
			newest, list = a.ExecutionContext.Turn, nil
		}
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b AgentState) int { return strings.Compare(a.TaskID, b.TaskID) })
	return list
}

func (s *GlobalSessionState) day() time.Time {
	day, err := time.Parse(time.DateOnly, s.Today)
	if err != nil {
		return time.Time{}
	}
	return day
}

// record is the document as the company's files have it.
func (p *Paper) record(s *GlobalSessionState) filing.Document {
	doc := filing.Document{
		ID: p.File, CompanyID: s.CompanyID, OwnerID: s.UserID, PersonID: s.Person.ID, SessionID: s.SessionID, Type: p.Type, Title: p.Title, Status: p.Status,
		Version: p.Version, PageID: p.ID, Markdown: p.Markdown, Outcome: p.Outcome,
	}
	if p.Draft != nil {
		doc.Values = p.Draft.FormData
	}
	return doc
}

// statusOf is where a check leaves a document.
func statusOf(o *compliance.Outcome) string {
	switch {
	case o.Passed():
		return StatusChecked
	case slices.ContainsFunc(o.Violations, func(v compliance.Violation) bool { return !v.Warning }), o.Blocked:
		return StatusBlocked
	}
	return StatusReview
}

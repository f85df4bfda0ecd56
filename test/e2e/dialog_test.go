package e2e

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/internal/datafile"
)

// talk is a file of conversations with an assistant (testdata/dialogs).
type talk struct {
	Assistant string `yaml:"assistant"`
	Protocol  string `yaml:"protocol"` // of the socket; "" is the base contract
	Kind      string `yaml:"kind"`     // of answers whose turns name none
	// Facts are short names of what turns look at: paths into the answer (see
	// look), with "=" before them whether it is as it was behind the turn before,
	// with ">" whether it is more.
	Facts   map[string]string `yaml:"facts"`
	Never   []string          `yaml:"never"` // texts of no answer
	Dialogs []dialog          `yaml:"dialogs"`
}

// dialog is a conversation in a session of its own.
type dialog struct {
	Name   string `yaml:"name"`
	Person string `yaml:"person"` // who asks, of the company's
	// Kills has it held once more on a server that is killed behind each turn.
	Kills bool   `yaml:"kills"`
	Turns []turn `yaml:"turns"`
}

// turn is a message and what the answer has to be like.
type turn struct {
	Say      string   `yaml:"say"`
	Repeat   int      `yaml:"repeat"`   // Say that often in one message
	Reply    string   `yaml:"reply"`    // to the open question, instead of Say (see solve); what it is asked further is answered, too
	Review   string   `yaml:"review"`   // approve | modify | reject: of the question that waits for a role
	Payload  any      `yaml:"payload"`  // of the review
	Language string   `yaml:"language"` // of the query frame
	Kind     string   `yaml:"kind"`     // any is not looked at
	Intent   string   `yaml:"intent"`
	Has      []string `yaml:"has"`
	Lacks    []string `yaml:"lacks"`
	Core     []string `yaml:"core"` // texts of the key answer
	Sources  []string `yaml:"sources"`
	Without  []string `yaml:"no_sources"`
	English  bool     `yaml:"english"` // no Hangul
	PDF      []string `yaml:"pdf"`     // texts of the document as PDF
	// WithModel are facts besides, where the scripted model is asked.
	WithModel map[string]any `yaml:"with_model"`

	facts map[string]any // the rest, by the talk's names
}

// UnmarshalYAML takes what is none of the turn's own keys for facts.
func (d *turn) UnmarshalYAML(n *yaml.Node) error {
	type own turn
	if err := n.Load((*own)(d)); err != nil {
		return err
	}
	if err := n.Load(&d.facts); err != nil {
		return err
	}
	for _, key := range []string{"say", "repeat", "reply", "review", "payload", "language", "kind", "intent", "has", "lacks", "core", "sources", "no_sources", "english", "pdf", "with_model"} {
		delete(d.facts, key)
	}
	return nil
}

// talks are all files of conversations, by name.
func talks(t *testing.T) map[string]*talk {
	t.Helper()
	files, err := filepath.Glob("testdata/dialogs/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogs: %v", err)
	}
	all := map[string]*talk{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		k := &talk{Kind: "answer"}
		if err := datafile.Decode(raw, k); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".yaml")] = k
	}
	return all
}

// turnsOf are turns as a file of dialogs writes them.
func turnsOf(t *testing.T, text string) (list []turn) {
	t.Helper()
	if err := yaml.Load([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// leastCalls is how many answers of the scripted model all dialogs together use.
const leastCalls = 40

// The assistants hold their conversations on each database, by rules and with a
// model: one server each, a session for each dialog.
func TestDialogs(t *testing.T) {
	t.Parallel()
	all := talks(t)
	held(t, leastCalls, func(t *testing.T, s *server) {
		for name, k := range all {
			for _, d := range k.Dialogs {
				t.Run(name+"/"+d.Name, func(t *testing.T) {
					t.Parallel()
					own := s.in(t)
					sp := k.speaker(own, own.session(k.session(d)), "?last_seq=0") // the extension waits for a resume else
					for _, turn := range d.Turns {
						sp.hold(turn)
					}
				})
			}
		}
	})
}

// A server that is killed between the messages of a dialog, also while something
// waits for a reviewer, loses nothing of it.
func TestDialogsOutliveKills(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		for file, k := range talks(t) {
			for _, d := range k.Dialogs {
				if !d.Kills {
					continue
				}
				t.Run(name+"/"+file+"/"+d.Name, func(t *testing.T) {
					t.Parallel()
					args, env := environment(t)
					if k.Assistant != "" { // alone it starts in a sixth of the time
						args = append(args, "--assistants", k.Assistant)
					}
					s := start(t, args, env)
					id := s.session(k.session(d))
					var sp *speaker
					for i, turn := range d.Turns {
						if i > 0 {
							s.kill()
							s = start(t, args, env)
						}
						next := k.speaker(s, id, "?last_seq=999999999")
						if sp != nil {
							next.doc = sp.doc
						}
						sp = next
						sp.hold(turn)
					}
				})
			}
		}
	}
}

// session is the body that begins a dialog's session.
func (k *talk) session(d dialog) map[string]any {
	body := map[string]any{}
	if k.Assistant != "" {
		body["assistant"] = k.Assistant
	}
	if d.Person != "" {
		body["metadata"] = map[string]any{"person_id": d.Person}
	}
	return body
}

// speaker is somebody who talks with an assistant.
type speaker struct {
	*socket
	talk    *talk
	own     *server
	session string
	// doc is the newest answer with what came before it, before that of the turn
	// before.
	doc, before map[string]any
}

func (k *talk) speaker(s *server, session, query string) *speaker {
	s.t.Helper()
	var protocols []string
	if k.Protocol != "" {
		protocols = []string{k.Protocol}
	}
	sp := &speaker{socket: s.dial(session, query, protocols...), talk: k, own: s, session: session}
	if f := sp.must(); f.Type != "connected" {
		s.t.Fatalf("greeted with %s", f.Type)
	}
	return sp
}

// hold says the turn's message and looks at what comes back.
func (c *speaker) hold(d turn) response {
	c.t.Helper()
	say := strings.Repeat(d.Say, max(d.Repeat, 1))
	switch {
	case d.Review != "":
		say = d.Review
		c.review(d)
	case d.Reply != "":
		say = c.solve(d.Reply)
		c.query(say, d.Language)
	default:
		c.query(say, d.Language)
	}
	frames, r := c.settled()
	if r.Type != "error" {
		c.before, c.doc = c.doc, documentOf(c.t, frames)
	}
	if before := c.before; d.Reply != "" && c.followedUp() {
		c.query("그 밖에 더 말씀드릴 것은 없습니다.", d.Language)
		frames, r = c.settled()
		c.before, c.doc = before, documentOf(c.t, frames)
	}
	text := r.Answer + "\n" + r.Message
	fail := func(format string, args ...any) {
		c.t.Helper()
		c.t.Errorf("%.80q: "+format+"\n%s", append(append([]any{say}, args...), text)...)
	}
	if kind := cmp.Or(d.Kind, c.talk.Kind); kind != "any" && r.Type != kind {
		fail("kind %s, want %s", r.Type, kind)
	}
	if intent := r.Structured.Metadata.Intent; d.Intent != "" && intent != d.Intent && r.Intent != d.Intent {
		fail("intent %q %q, want %s", intent, r.Intent, d.Intent)
	}
	c.checkText(d, r, text, fail)
	c.checkShown(say, frames, fail)
	if r.Type != "error" {
		c.checkFacts(d.facts, fail)
		if c.own.model() {
			c.checkFacts(d.WithModel, fail)
		}
		if check := c.talk.check(); check != nil {
			check(c, d, frames, r, fail)
		}
	}
	if len(d.PDF) > 0 {
		c.checkPDF(d, r, fail)
	}
	return r
}

func (c *speaker) query(text, language string) {
	c.t.Helper()
	query := map[string]any{"type": "query", "query": text}
	if language != "" {
		query["language"] = language
	}
	c.send(query)
}

func (c *speaker) checkText(d turn, r response, text string, fail func(string, ...any)) {
	c.t.Helper()
	for _, want := range d.Has {
		if !strings.Contains(text, want) {
			fail("no %q", want)
		}
	}
	for _, no := range slices.Concat(d.Lacks, c.talk.Never, []string{"<script", "%!", "\x00"}) {
		if strings.Contains(text, no) {
			fail("%q should not be there", no)
		}
	}
	if d.English && strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) {
		fail("Korean in English")
	}
	core := coreOf(c.t, r)
	if r.Structured.Metadata.AnsweredBy == "model" {
		core = text // the rules' conclusions stand among the figures
	}
	for _, want := range d.Core {
		if !strings.Contains(core, want) {
			fail("no %q in the key answer", want)
		}
	}
	sources := r.Structured.Metadata.Sources
	for _, want := range d.Sources {
		if !slices.Contains(sources, want) {
			fail("no source %s in %q", want, sources)
		}
	}
	for _, no := range d.Without {
		if slices.Contains(sources, no) {
			fail("source %s in %q", no, sources)
		}
	}
}

func (c *speaker) checkPDF(d turn, r response, fail func(string, ...any)) {
	c.t.Helper()
	id, _ := look(c.doc, "document.id").(string)
	if id = cmp.Or(id, textOf(look(c.doc, "data.report.document.id"))); id == "" {
		fail("no document")
		return
	}
	text := squeeze(pdfText(c.t, c.own.download(id, "pdf", "application/pdf")))
	for _, want := range d.PDF {
		if !strings.Contains(text, squeeze(want)) {
			fail("no %q in the PDF", want)
		}
	}
}

// settled reads frames up to an answer or a question, which is a response of
// kind question here.
func (c *socket) settled() ([]frame, response) {
	c.t.Helper()
	var frames []frame
	for {
		f := c.must()
		frames = append(frames, f)
		switch f.Type {
		case "final_response":
			return frames, f.Response
		case "error":
			return frames, response{Type: "error", Message: f.Code + " " + f.Message}
		case "workflow_interrupted":
			var q inquiry
			if err := json.Unmarshal(f.Raw, &q); err != nil {
				c.t.Fatal(err)
			}
			return frames, response{Type: "question", Message: q.Data.Message}
		}
	}
}

// review answers the question of the session that waits for a role over REST.
func (c *speaker) review(d turn) {
	c.t.Helper()
	var list struct {
		Interrupts []struct {
			ID   string `json:"interrupt_id"`
			Role string `json:"role"`
		}
	}
	if code := c.own.call("GET", "/api/v1/interrupts?session_id="+c.session, nil, &list); code != 200 || len(list.Interrupts) != 1 {
		c.t.Fatalf("interrupts: %d %+v", code, list)
	}
	body := map[string]any{"reply_id": "r-" + c.session[len(c.session)-12:], "role": list.Interrupts[0].Role, "action": d.Review}
	if d.Payload != nil {
		body["payload"] = d.Payload
	}
	if code := c.own.call("POST", "/api/v1/interrupts/"+list.Interrupts[0].ID, body, nil); code != 200 {
		c.t.Fatalf("review: %d", code)
	}
}

// documentOf is the answer as JSON, the teams' data without its wrapping, with
// "plan" (teams of the plan as it was shown last), "skipped" (teams whose steps
// were) and "replans" (their number).
func documentOf(t testing.TB, frames []frame) map[string]any {
	t.Helper()
	var last struct {
		Response map[string]any `json:"response"`
		Question map[string]any `json:"interrupt_data"`
	}
	decoder := json.NewDecoder(bytes.NewReader(frames[len(frames)-1].Raw))
	decoder.UseNumber()
	if err := decoder.Decode(&last); err != nil {
		t.Fatal(err)
	}
	doc := map[string]any{"question": last.Question}
	maps.Copy(doc, last.Response)
	if data, ok := doc["data"].(map[string]any); ok {
		for team, part := range data {
			data[team] = look(part, "data")
		}
	}
	plan, skipped, replans := []any{}, map[string]bool{}, 0
	for _, f := range frames {
		if f.Type == "plan_updated" {
			replans++
		}
		if f.Type == "plan_ready" || f.Type == "plan_updated" {
			plan = []any{}
			for _, s := range f.Steps {
				plan = append(plan, s.Team)
			}
		}
		for _, s := range f.Steps {
			skipped[s.Team] = s.Status == "skipped"
		}
	}
	maps.DeleteFunc(skipped, func(_ string, is bool) bool { return !is })
	var teams []any
	for _, team := range slices.Sorted(maps.Keys(skipped)) {
		teams = append(teams, team)
	}
	doc["plan"], doc["skipped"], doc["replans"] = plan, teams, replans
	return doc
}

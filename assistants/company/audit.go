package company

import (
	"time"

	"github.com/madang-dev/madang/internal/audit"
)

// entries are the run's lines of the session's trail for the company's chain of
// rows. Ids and outcomes alone: a row outlives the texts.
func (s *GlobalSessionState) entries() (list []audit.Entry) {
	for _, line := range s.AuditTrail {
		if line.RunID == s.RunID && line.Action != actionHanded {
			list = append(list, s.entry(line))
		}
	}
	return list
}

// answered is the line of the run's end.
func (s *GlobalSessionState) answered(at time.Time, kind string) audit.Entry {
	return s.entry(AuditEntry{At: stamp(at), RunID: s.RunID, Actor: s.UserID, Action: "query.answered", Outcome: kind})
}

func (s *GlobalSessionState) entry(line AuditEntry) audit.Entry {
	at, err := time.Parse(time.RFC3339, line.At)
	if err != nil {
		at = time.Time{} // it was written by stamp
	}
	subject := "run:" + line.RunID
	if line.Subject != "" {
		subject += "/" + line.Subject
	}
	return audit.Entry{
		Tenant: s.CompanyID, At: at, Actor: audit.User(line.Actor), Action: line.Action, Subject: subject,
		Details: map[string]string{"outcome": line.Outcome},
	}
}

// actionHanded is written with the document itself, the rest with the answer.
const actionHanded = "document.handed"

package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// maxEdits bounds the fields that one fork changes.
const maxEdits = 50

// edited is the state that a fork begins with in the place of its
// checkpoint's; without changes it is none.
func (f forkRoutes) edited(q *request, from state.Session, req *forkRequest) (state.Checkpoint, error) {
	if len(req.Changes) == 0 {
		return state.Checkpoint{}, nil
	}
	if len(req.Changes) > maxEdits {
		return state.Checkpoint{}, wrong("changes", "are more than 50")
	}
	point, err := f.cfg.Store.Checkpoint(q.ctx(), q.owner, req.CheckpointID)
	if err != nil {
		return point, missing(err, fault.NotFound)
	}
	at := slices.IndexFunc(f.cfg.Assistants, func(a Assistant) bool { return a.Name == from.Assistant && a.EditedFunc != nil })
	if at < 0 {
		return point, wrong("changes", "can't be made here")
	}
	seen := q.redactorOf(from.Assistant, point.State)
	for _, field := range slices.Sorted(maps.Keys(req.Changes)) {
		path, err := parseField("changes", field)
		if err != nil {
			return point, wrong("changes", fmt.Sprintf("%q is no path", field))
		}
		old := state.Field(point.State, strings.Join(path, "."))
		switch {
		case old == nil:
			return point, wrong("changes", fmt.Sprintf("there is no %q", field))
		case !sameJSON(seen.JSON(field, old), old):
			// Who asks is among it, and what stands hidden would be lost.
			return point, wrong("changes", fmt.Sprintf("%q holds what is hidden", field))
		}
		if point.State, err = withField(point.State, path, req.Changes[field]); err != nil { // a name with a dot
			return point, wrong("changes", fmt.Sprintf("%q is no path", field))
		}
	}
	point.State, err = f.cfg.Assistants[at].EditedFunc(point.SchemaVersion, point.State)
	if err != nil {
		return point, fault.Wrap(fault.InvalidArgument, invalid{"changes", err.Error()})
	}
	return point, nil
}

// withField is a value with another one at a path that is there.
func withField(raw json.RawMessage, path []string, value json.RawMessage) (json.RawMessage, error) {
	if len(path) == 0 {
		return value, nil
	}
	inner, err := withField(state.Field(raw, path[0]), path[1:], value)
	if err != nil {
		return nil, err
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) == nil {
		object[path[0]] = inner
		return json.Marshal(object)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("field %s: %w", path[0], err)
	}
	i, err := strconv.Atoi(path[0])
	if err != nil {
		return nil, fmt.Errorf("field %s: %w", path[0], err)
	}
	list[i] = inner
	return json.Marshal(list)
}

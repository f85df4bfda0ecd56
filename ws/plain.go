package ws

import (
	"encoding/json"

	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/state"
)

// plainSections is a final response's payload with the content of its sections
// as plain text. What else it has stays as it is.
func plainSections(payload []byte) ([]byte, error) {
	var final, response, structured map[string]json.RawMessage
	if err := json.Unmarshal(payload, &final); err != nil {
		return nil, err
	}
	// What an answer without sections lacks on the way to them reads as none.
	var sections []state.Section
	_ = json.Unmarshal(final["response"], &response)
	_ = json.Unmarshal(response["structured_data"], &structured)
	_ = json.Unmarshal(structured["sections"], &sections)
	if len(sections) == 0 {
		return payload, nil
	}
	for i := range sections {
		sections[i].Content = documents.PlainLines(sections[i].Content)
	}
	var err error
	if structured["sections"], err = json.Marshal(sections); err != nil {
		return nil, err
	}
	if response["structured_data"], err = json.Marshal(structured); err != nil {
		return nil, err
	}
	if final["response"], err = json.Marshal(response); err != nil {
		return nil, err
	}
	return json.Marshal(final)
}

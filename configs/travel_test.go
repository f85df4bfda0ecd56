package configs

import (
	"fmt"
	"strings"
	"testing"
)

func TestTheFlightServiceNeedsItsKeys(t *testing.T) {
	t.Parallel()
	_, _, err := Load(nil, []string{"--travel-flights-url", "https://flights.example"}, nil, files{}.read)
	for _, want := range []string{"travel.flights_key: must be set", "travel.flights_secret: must be set"} {
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	env := []string{"MADANG_TRAVEL_FLIGHTS_URL=https://flights.example/test", "MADANG_TRAVEL_FLIGHTS_KEY=k3y", "MADANG_TRAVEL_FLIGHTS_SECRET=hunter2"}
	s, _, err := Load(nil, nil, env, files{}.read)
	if err != nil || s.Travel.FlightsSecret != "hunter2" {
		t.Errorf("%v %+v", err, s.Travel)
	}
	for _, text := range []string{s.String(), fmt.Sprintf("%v %+v %#v", s, s, s), s.LogValue().String()} {
		if strings.Contains(text, "hunter2") || strings.Contains(text, "k3y") {
			t.Errorf("a secret shows in %s", text)
		}
	}
	if _, _, err := Load(nil, []string{"--travel-flights-url", "ftp://x"}, env[1:], files{}.read); !strings.Contains(fmt.Sprint(err), "travel.flights_url") {
		t.Error(err)
	}
}

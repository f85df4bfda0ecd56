//go:build failpoint

package failpoint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// order is what happens at one place.
type order struct {
	name, action string
	wait         time.Duration
	text         string
	// from and to are the hits at which it happens, counted from 1; to 0
	// is for ever.
	from, to int
}

// table is all orders and how often each place was passed.
type table struct {
	orders []order
	log    string

	mu   sync.Mutex
	hits map[string]int
}

func (t *table) hit(name string) error {
	if len(t.orders) == 0 {
		return nil
	}
	t.mu.Lock()
	t.hits[name]++
	n := t.hits[name]
	t.mu.Unlock()
	for i := range t.orders {
		o := &t.orders[i]
		if o.name != name || n < o.from || o.to > 0 && n > o.to {
			continue
		}
		tell(t.log, fmt.Sprintf("failpoint %s hit %d: %s", name, n, o.action))
		if err := o.carryOut(); err != nil {
			return err
		}
	}
	return nil
}

func parse(spec string) (*table, error) {
	t := &table{hits: make(map[string]int)}
	for part := range strings.SplitSeq(spec, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		o, err := parseOrder(part)
		if err != nil {
			return nil, fmt.Errorf("failpoint: %q: %w", part, err)
		}
		t.orders = append(t.orders, o)
	}
	return t, nil
}

// parseOrder reads place=action[:argument][@n[+]].
func parseOrder(part string) (order, error) {
	name, rest, ok := strings.Cut(part, "=")
	if !ok || !slices.Contains(Names(), name) {
		return order{}, fmt.Errorf("no place %q", name)
	}
	o := order{name: name, from: 1}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		number, onwards := strings.CutSuffix(rest[at+1:], "+")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return order{}, fmt.Errorf("no hit %q", rest[at+1:])
		}
		o.from, rest = n, rest[:at]
		if !onwards {
			o.to = n
		}
	}
	var argument string
	o.action, argument, _ = strings.Cut(rest, ":")
	switch o.action {
	case "kill", "stop":
		return o, nil
	case "error":
		o.text = argument
		return o, nil
	case "sleep":
		var err error
		o.wait, err = time.ParseDuration(argument)
		return o, err
	}
	return order{}, fmt.Errorf("no action %q", o.action)
}

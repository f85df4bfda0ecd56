package analysis

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/datafile"
)

const packs = "../../assistants/realestate/packs/"

func loadTables(t testing.TB) *Tables {
	t.Helper()
	file, err := datafile.Open(os.DirFS(packs), "rates.yaml")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := LoadTables(file)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

func TestLoadTablesRefuses(t *testing.T) {
	t.Parallel()
	pack, err := os.ReadFile(packs + "rates.yaml")
	if err != nil {
		t.Fatal(err)
	}
	good := string(pack)
	tests := []struct{ name, old, new, want string }{
		{"unknown key", "ceiling_pct: 5\n", "ceiling_percent: 5\n", "13:3"},
		{"empty file", good, "", "version 0"},
		{"not YAML", "version: 1", "version: [1", "rates"},
		{"version", "version: 1", "version: 9", "version 9"},
		{"text for a number", "ceiling_pct: 5\n", "ceiling_pct: five\n", "13:16"},
		{"absurd rate", "ceiling_pct: 5\n", "ceiling_pct: 500\n", "rent_increase.ceiling_pct"},
		{"unknown status", "status: statute", "status: rumour", "rumour"},
		{"bad day", `from: "2026-08-27"`, `from: "2026-13-27"`, "base_rate.history"},
		{"history out of order", `from: "2026-08-27"`, `from: "2026-01-27"`, "not after"},
		{"fee bands out of order", "below: 200000000, pct: 0.5", "below: 20000000, pct: 0.5", "brokerage.sale"},
		{"open-ended row missing", "    - {pct: 0.7}\n", "", "open-ended"},
		{"tax slope", "slope_minus: 3", "slope_minus: 2", "slope"},
		{"bracket jump", "deduct: 1260000", "deduct: 1260001", "jump"},
		{"rates missing", "pct: [0.097, 0.102, 0.107, 0.113]", "pct: [0.097, 0.102, 0.107]", "3 rates"},
		{"too many decimals", "pct: 0.4}", "pct: 0.412345}", "decimals"},
		{"unknown area", "area: overcrowded, sido: 경기도", "area: crowded, sido: 경기도", "small_deposit.areas"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			bad := strings.Replace(good, tt.old, tt.new, 1)
			if bad == good {
				t.Fatalf("%q is not in the pack", tt.old)
			}
			_, err := LoadTables(datafile.File{Text: []byte(bad)})
			if err == nil {
				t.Fatal("no error")
			}
			if !errors.Is(err, ErrTables) {
				t.Errorf("%v is no ErrTables", err)
			}
			if tt.name != "not YAML" && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

func FuzzLoadTables(f *testing.F) {
	pack, err := os.ReadFile(packs + "rates.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(pack[:2000]))
	f.Add("version: 1\nltv: 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 8<<10 {
			return
		}
		if tables, err := LoadTables(datafile.File{Text: []byte(text)}); err == nil && tables.validate() != nil {
			t.Fatal("loaded tables that don't hold")
		}
	})
}

func TestRatesInWriting(t *testing.T) {
	for _, r := range []Rate{0, 1, 10, 100, 1000, Percent, Percent + 1, 23_300, 5 * Percent, Whole, 123_456_789, -1, -23_300, -Whole} {
		sign, n := "", r
		if r < 0 {
			sign, n = "-", -r
		}
		want := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%s%d.%04d", sign, n/Percent, n%Percent), "0"), ".")
		raw, err := json.Marshal(r)
		if err != nil || string(raw) != want || r.String() != want+"%" {
			t.Errorf("%d is %s, on the wire %s (%v), want %s", int64(r), r, raw, err, want)
		}
	}
}

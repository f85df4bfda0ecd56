package mention

import (
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

var reader = sync.OnceValues(func() (*planning.Planner, error) {
	file, err := datafile.Open(configs.FS, "planning/realestate.yaml")
	if err != nil {
		return nil, err
	}
	cfg, err := planning.Load(file)
	if err != nil {
		return nil, err
	}
	return planning.New(cfg, nil)
})

// Saturday; last week is 9 to 15 November.
var today = time.Date(2026, 11, 21, 0, 0, 0, 0, time.FixedZone("KST", 9*60*60))

func listing(order int, name string, won int64) estate.Mention {
	return estate.Mention{
		Kind: estate.MentionListing, Label: name, Order: order, Region: "서울특별시 마포구",
		PropertyType: "apartment", DealType: "jeonse", Won: won, RunID: "r-list",
	}
}

var (
	listA    = listing(1, "마포구 A단지 아파트 전세 8억원", 800_000_000)
	listB    = listing(2, "마포구 B단지 아파트 전세 6억원", 600_000_000)
	listC    = listing(3, "마포구 C단지 아파트 전세 9억원", 900_000_000)
	ownHomes = estate.Mention{Kind: estate.MentionHome, Label: "송파구 빌라 전세 3억원", Region: "서울특별시 송파구", PropertyType: "villa", DealType: "jeonse", Won: 300_000_000, RunID: "r-own"}
	lease    = estate.Mention{Kind: estate.MentionDocument, Label: "주택 임대차 계약서", RunID: "r-doc"}
	loanA    = estate.Mention{Kind: estate.MentionLoan, Label: "청년 버팀목 전세자금", Order: 1, RunID: "r-loan"}
	loanB    = estate.Mention{Kind: estate.MentionLoan, Label: "신혼부부 버팀목", Order: 2, RunID: "r-loan"}
	enHome   = estate.Mention{Kind: estate.MentionHome, Label: "Gangnam apartment jeonse 800,000,000 won", Region: "서울특별시 강남구", PropertyType: "apartment", DealType: "jeonse", Won: 800_000_000, RunID: "r-en"}
)

func remember(daysAgo int, mentions ...estate.Mention) state.Memory {
	return state.Memory{RunID: mentions[0].RunID, Query: "예전 질문", Mentions: estate.Remember(mentions), Timestamp: today.AddDate(0, 0, -daysAgo).Add(12 * time.Hour)}
}

func TestReferences(t *testing.T) {
	t.Parallel()
	p, err := reader()
	if err != nil {
		t.Fatal(err)
	}
	lists := []estate.Mention{listA, listB, listC}
	lastWeek, lastMonth := remember(8, ownHomes), remember(40, listA)
	const several, nothing = "?", ""
	for _, c := range []struct {
		query    string
		mentions []estate.Mention
		memories []state.Memory
		want     string // a label, several or nothing
	}{
		// In the session: one thing was spoken of.
		{"그 집 위험해?", []estate.Mention{ownHomes}, nil, ownHomes.Label},
		{"그집은 보증보험 들 수 있어?", []estate.Mention{ownHomes}, nil, ownHomes.Label},
		{"아까 말한 집 대출 얼마나 돼?", []estate.Mention{ownHomes}, nil, ownHomes.Label},
		{"방금 그 집 전세가율은?", []estate.Mention{ownHomes}, nil, ownHomes.Label},
		{"아까 그 집은?", []estate.Mention{ownHomes}, nil, ownHomes.Label},
		{"그 빌라 시세가 어떻게 돼?", []estate.Mention{ownHomes}, nil, ownHomes.Label},
		{"내가 말한 집 안전해?", []estate.Mention{ownHomes}, nil, ownHomes.Label},
		{"그거 위험한 거야?", []estate.Mention{ownHomes}, nil, ownHomes.Label},
		{"그 아파트 시세는?", []estate.Mention{ownHomes}, nil, nothing}, // it was a villa
		{"그 계약서 다시 보여줘", []estate.Mention{lease}, nil, lease.Label},
		{"아까 작성한 계약서에 특약 추가해줘", []estate.Mention{lease}, nil, lease.Label},
		{"그 집 위험해?", []estate.Mention{lease}, nil, nothing},
		{"그 대출 금리는?", []estate.Mention{loanA}, nil, loanA.Label},
		{"추천해준 상품 한도는?", []estate.Mention{loanA, loanB}, nil, several},
		{"두 번째 상품 금리 알려줘", []estate.Mention{loanA, loanB}, nil, loanB.Label},

		// Lists.
		{"첫 번째 매물 위험해?", lists, nil, listA.Label},
		{"두번째 집 대출 가능해?", lists, nil, listB.Label},
		{"2번 매물은 어때?", lists, nil, listB.Label},
		{"3번은 어때?", lists, nil, listC.Label},
		{"세 번째 거 전세가율은?", lists, nil, listC.Label},
		{"마지막 매물 자세히 알려줘", lists, nil, listC.Label},
		{"그 중에서 제일 싼 매물은?", lists, nil, listB.Label},
		{"그중 가장 비싼 집 위험해?", lists, nil, listC.Label},
		{"그 집 위험해?", lists, nil, several},
		{"아까 보여준 매물 중개보수는?", lists, nil, several},
		{"다섯 번째 매물은?", lists, nil, nothing},
		{"두 번째 집 사면 취득세 얼마야?", lists, nil, nothing},
		{"두 번째 주택 취득세는?", lists, nil, nothing},
		{"첫 번째 매물 위험해?", []estate.Mention{ownHomes}, nil, nothing},
		{"그 집 위험해?", append([]estate.Mention{ownHomes}, lists...), nil, ownHomes.Label}, // the newest turn
		{"두 번째 매물은 어때?", append([]estate.Mention{ownHomes}, lists...), nil, listB.Label},

		// Other sessions.
		{"아까 그 집은?", nil, []state.Memory{lastWeek}, ownHomes.Label},
		{"지난주에 본 송파 빌라 아직 괜찮아?", nil, []state.Memory{lastWeek, lastMonth}, ownHomes.Label},
		{"지난주에 말한 집 대출은?", nil, []state.Memory{remember(1, enHome), lastWeek}, ownHomes.Label},
		{"지난달에 본 마포 아파트 시세는?", nil, []state.Memory{lastWeek, lastMonth}, listA.Label},
		{"어제 물어본 집 위험해?", nil, []state.Memory{remember(1, enHome), lastWeek}, enHome.Label},
		{"지난주에 본 마포 아파트 위험해?", nil, []state.Memory{lastWeek}, nothing},
		{"전에 물어본 집 보증금은?", nil, []state.Memory{remember(1, listA, listB)}, several},
		{"그 집 위험해?", []estate.Mention{lease}, []state.Memory{lastWeek}, ownHomes.Label},

		// Not pointing at anything said before.
		{"그 집주인이 보증금을 안 돌려줘", []estate.Mention{ownHomes}, nil, nothing},
		{"전세 3억 집을 보고 있는데 그 집 근저당이 1억이야", lists, nil, nothing},
		{"강남구 아파트 전세 시세 알려줘", lists, nil, nothing},
		{"전에 살던 집 보증금을 못 받았어", []estate.Mention{ownHomes}, nil, nothing},
		{"어제 본 집이 전세 5억인데 괜찮아?", nil, []state.Memory{remember(1, ownHomes)}, nothing},
		{"가장 싼 아파트 찾아줘", lists, nil, nothing},
		{"그럼 6%면?", []estate.Mention{ownHomes}, nil, nothing},
		{"그건 왜 그래?", lists, nil, nothing},
		{"집 살 때 주의할 점은?", []estate.Mention{ownHomes}, nil, nothing},

		// English.
		{"Is that one risky?", []estate.Mention{enHome}, nil, enHome.Label},
		{"Is that apartment safe?", []estate.Mention{enHome}, nil, enHome.Label},
		{"How risky is the second one?", lists, nil, listB.Label},
		{"Tell me more about the first listing", lists, nil, listA.Label},
		{"What about the last one?", lists, nil, listC.Label},
		{"How much can I borrow for the cheapest of them?", lists, nil, listB.Label},
		{"Is the apartment I mentioned last week still ok?", nil, []state.Memory{remember(8, enHome)}, enHome.Label},
		{"Is the Gangnam apartment from last week safe?", nil, []state.Memory{remember(8, enHome), lastMonth}, enHome.Label},
		{"What is the fee for the house you showed me earlier?", lists, nil, several},
		{"I am a first home buyer, what tax do I pay?", lists, nil, nothing},
		{"What happens in the first year of a lease?", lists, nil, nothing},
		{"Can I cancel that contract?", []estate.Mention{enHome}, nil, nothing},
	} {
		got := nothing
		ref := Find(c.query, p.Facts(c.query, today), Past{Mentions: c.mentions, Memories: c.memories, Today: today})
		switch {
		case ref == nil:
		case ref.Chosen != nil:
			got = ref.Chosen.Label
		default:
			got = several
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.query, got, c.want)
		}
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	options := []estate.Mention{listA, listB, listC}
	for payload, want := range map[string]string{
		`{"value":"2"}`: listB.Label, `{"text":"3"}`: listC.Label, `{"text":"B단지"}`: listB.Label,
		`{"text":"첫 번째 거"}`: listA.Label, `{"text":"두 번째"}`: listB.Label,
		`{"text":"the second one"}`: listB.Label, `{"text":"마지막 매물"}`: listC.Label,
		`{"text":"다른 거"}`: "", `{"text":"9"}`: "", `{}`: "", `[]`: "",
	} {
		got := ""
		if m := Choose(options, &state.Reply{Action: state.ActionAnswer, Payload: []byte(payload)}); m != nil {
			got = m.Label
		}
		if got != want {
			t.Errorf("%s: %q, want %q", payload, got, want)
		}
	}
	if m := Choose(options, &state.Reply{Action: state.ActionSkip}); m == nil || m.Label != listA.Label {
		t.Errorf("without an answer: %v", m)
	}
}

package company

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// Nothing that a user wrote stands plain in the assistant's own tables; who reads
// it by the assistant, or has it exported, reads it as it was written.
func TestWhatIsFiledIsSealed(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.store.UserTables(Name, filing.UserTables()...)
	o.stream.Close()
	o.session(state.Session{UserID: "u1"})
	o.ask("기억해줘: 푸른약국 결제일은 매달 25일")
	o.ask("방문보고서 작성해줘. 방문일 2026-11-20, 거래처 고객기관066, 의사, 목적 제품설명, 설명 제품 예시가디온정, 제공 물품 없음, 반응 긍정, 다음 조치 자료 전달, 이상사례 없음")
	o.ask("제출해줘")
	o.ask("네")
	o.ask("사원별 매출 보여줘")
	o.ask("이 결과 저장해줘")
	columns := 0
	if err := o.store.View(t.Context(), "as it stands", func(ctx context.Context, tx store.Tx) error {
		for _, table := range filing.UserTables() {
			for _, column := range table.Sealed {
				rows, err := tx.QueryContext(ctx, "SELECT "+column+" FROM "+table.Name)
				if err != nil {
					return err
				}
				for rows.Next() {
					var stands []byte
					if err := rows.Scan(&stands); err != nil {
						return err
					}
					if len(stands) > 0 && !bytes.HasPrefix(stands, []byte("$sealed$")) {
						t.Errorf("%s.%s stands as %.60s", table.Name, column, stands)
					}
					columns += min(len(stands), 1)
				}
				if err := rows.Close(); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil || columns < 15 {
		t.Errorf("%d values are sealed, %v", columns, err)
	}
	var archive bytes.Buffer
	if err := o.store.ExportUser(t.Context(), store.Server(), "u1", time.Now(), &archive); err != nil {
		t.Fatal(err)
	}
	exported := storetest.Archive(t, archive.Bytes())
	for table, word := range map[string]string{
		"company_chunks": "매달 25일", "company_document_versions": "고객기관066", "company_visits": "자료 전달", "company_filings": "푸른약국",
	} {
		if rows := fmt.Sprint(exported["assistants/company/"+table+".jsonl"]); !strings.Contains(rows, word) || strings.Contains(rows, "$sealed$") {
			t.Errorf("%s is exported as %.200s", table, rows)
		}
	}
	if h := o.ask("푸른약국 메모 찾아줘"); !strings.Contains(h.text(), "25일") {
		t.Error(h.text())
	}
}

package guard

import (
	"strings"
	"testing"
)

// Canaries of every kind are gone, what is no person's stays.
func TestHide(t *testing.T) {
	t.Parallel()
	for text, canary := range map[string]string{
		"제 이름은 김민지입니다. 전세 5% 인상 되나요":                         "김민지",
		"임차인: 박서준, 보증금 3억":                                   "박서준",
		"My name is Jane Porter, may it rise by 5%?":         "Porter",
		"전화는 010-1234-5678이에요":                               "1234-5678"[:4],
		"주민번호 900101-1234568입니다":                             "1234568",
		"메일은 minji.kim@example.com 입니다":                      "minji",
		"국민은행 계좌 123456-78-901234로 보내요":                      "123456-78",
		"서울시 마포구 문래로 12 103동 501호에 살아요":                      "문래로 12",
		"I live at 12 Teheran-ro, Gangnam-gu":                "Teheran-ro",
		"여권은 M123A4567":                                      "M123A4567",
		"api_key=canarySecret99":                             "canarySecret99",
		"Authorization: Bearer canary.token.123":             "canary.token.123",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtaW5qaSJ9.c2lnbmVk": "eyJzdWIi",
		"postgres://madang:hunter22@db:5432/madang is away":  "hunter22",
		"비밀번호는 hunter22!":                                    "hunter22",
		`{"password":"hunter22","note":"x"}`:                 "hunter22",
	} {
		got := Hide(text)
		if strings.Contains(got, canary) {
			t.Errorf("%q: %q", text, got)
		}
		if Hide(got) != got {
			t.Errorf("%q is %q the second time", got, Hide(got))
		}
	}
	for _, text := range []string{
		"저는 세입자입니다", "제가 임대인에게 통보했어요", "마포구 전세 3억 5천만원이 적당한가요", "run-00000000-0000-4000-8000-000000000001",
		"2026-11-25에 계약", "I'm a tenant in Mapo-gu", "the secret of a good lease", "주택임대차보호법 제7조", "http://localhost:8000/x",
	} {
		if got := Hide(text); got != text {
			t.Errorf("%q: %q", text, got)
		}
	}
}

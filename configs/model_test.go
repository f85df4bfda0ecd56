package configs

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestTheModelsSettings(t *testing.T) {
	t.Parallel()
	env := []string{
		"OPENAI_BASE_URL=http://user:hunter2@localhost:11434/v1", "OPENAI_API_KEY=sk-hunter2", "MADANG_MODEL=llama3.1",
		"MADANG_EMBEDDING_MODEL=bge-m3", "MADANG_MODEL_TOKENS_PER_RUN=20000", "MADANG_MODEL_PRICE_INPUT=0.15", "MADANG_MODEL_TIMEOUT=30s",
	}
	s, _, err := Load(nil, []string{"--model", "scripted:demo.yaml"}, env, files{}.read)
	if err != nil {
		t.Fatal(err)
	}
	m := s.Model
	if m.Name != "scripted:demo.yaml" || m.Embedding != "bge-m3" || m.APIKey != "sk-hunter2" || m.TokensPerRun != 20_000 ||
		m.PriceInput != 0.15 || m.PriceOutput != -1 || m.Timeout != 30*time.Second || m.SilenceTimeout != 8*time.Second {
		t.Errorf("%+v", m)
	}
	for _, text := range []string{s.String(), fmt.Sprintf("%v %+v %#v", s, s, s), s.LogValue().String()} {
		if strings.Contains(text, "hunter2") {
			t.Errorf("a secret shows in %s", text)
		}
	}
	for _, secret := range []string{"--api-key", "--base-url", "OPENAI_BASE_URL VALUE"} {
		if strings.Contains(Usage(), "  "+secret) {
			t.Errorf("%s can be given as a flag", secret)
		}
	}
	_, _, err = Load(nil, nil, []string{
		"OPENAI_BASE_URL=ftp://x", "MADANG_MODEL_TOKENS_PER_DAY=-1", "MADANG_MODEL_PRICE_OUTPUT=-2", "MADANG_MODEL_CURRENCY=money",
		"MADANG_MODEL_COST_PER_DAY=NaN", "MADANG_MODEL_TIMEOUT=1ms", "MADANG_MODEL_MAX_TOKENS=1",
	}, files{}.read)
	for _, want := range []string{
		"model.base_url", "model.tokens_per_day: must be at least 0", "model.price_output: must be at least -1",
		"model.currency: must be a currency", "model.cost_per_day", "model.timeout", "model.max_tokens",
	} {
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}

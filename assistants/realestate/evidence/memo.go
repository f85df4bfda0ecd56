package evidence

import "sync"

// taken is a fact's text taken apart; nobody changes it afterwards.
type taken struct {
	reading reading
	words   map[string]bool
}

// maxMemo bounds the texts that are remembered, about 2 MB.
const maxMemo = 1000

// memo remembers articles that were taken apart: a library has a few hundred
// and every answer of law is made of them.
type memo struct {
	mu    sync.RWMutex
	texts map[string]taken
}

var articles = memo{texts: map[string]taken{}}

func (m *memo) of(text string) taken {
	m.mu.RLock()
	t, ok := m.texts[text]
	m.mu.RUnlock()
	if ok {
		return t
	}
	t = takeApart(text)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.texts) >= maxMemo {
		clear(m.texts)
	}
	m.texts[text] = t
	return t
}

func takeApart(text string) taken {
	t := taken{read(text), wordsOf(text)}
	t.reading.figures = t.reading.figures.widened()
	return t
}

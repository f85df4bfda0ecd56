package api

import (
	"io"
	"net/http"
	"time"
)

// A body may take bodyWait, and a second longer for each slowestBody bytes of it
// that have come: a byte now and then holds no connection, and a large body over
// a bad network arrives.
const (
	bodyWait    = 5 * time.Second
	slowestBody = 64 << 10
)

// pace bounds how long the request's body may take to come in. Once it is there
// net/http lifts the deadline: it reads on behind a body, and one that passed there
// would end the work's context.
func pace(w http.ResponseWriter, r *http.Request, wait time.Duration) {
	if r.Body == http.NoBody {
		return
	}
	b := &pacedBody{ReadCloser: r.Body, control: http.NewResponseController(w), began: time.Now(), wait: wait}
	b.extend()
	r.Body = b
}

type pacedBody struct {
	io.ReadCloser
	control *http.ResponseController
	began   time.Time
	wait    time.Duration
	came    int
}

func (b *pacedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.came += n
	if n > 0 && err == nil {
		b.extend()
	}
	return n, err
}

// extend sets the deadline, where the connection knows any: a test's does not.
func (b *pacedBody) extend() {
	_ = b.control.SetReadDeadline(b.began.Add(b.wait + time.Duration(b.came)*time.Second/slowestBody))
}

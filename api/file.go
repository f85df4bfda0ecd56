package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
	"github.com/madang-dev/madang/knowledge/ingest"
)

const (
	filePath = extension + "/files/text"
	// maxFile is the largest file that is read, maxFileBody a form with one.
	maxFile     = 10 << 20
	maxFileBody = maxFile + 64<<10
	// maxFileText is what goes into a message beside a name and a question.
	maxFileText = 63 << 10
	// filesAtOnce is how many files a node reads at a time, filesOfOne how many
	// an address may have under way: each takes memory, and a processor.
	filesAtOnce = 2
	filesOfOne  = 2
	// fileWait bounds what reading a file takes, from its last byte on.
	fileWait = 15 * time.Second
	// maxFileName is in runes.
	maxFileName = 100
)

// fileRoutes show what files say. Nothing of a file is kept: what a user wants
// to have read goes into a message.
type fileRoutes struct {
	*door
	turn chan struct{}
}

// fileText is what a file says.
type fileText struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func (f fileRoutes) list() []route {
	return []route{{method: http.MethodPost, path: filePath, tag: "documents", action: policy.Talk,
		summary: "The text of a DOCX, PDF, TXT, MD or HTML file of at most 10 MiB; nothing is kept",
		file:    "file", reply: fileText{}, handle: f.text}}
}

func (f fileRoutes) text(q *request) (any, error) {
	release, err := f.cfg.Limiter.Hold(q.ctx(), "file", q.address(), filesOfOne)
	if err != nil {
		return nil, err
	}
	defer release()
	name, raw, err := sentFile(q)
	if err != nil {
		return nil, err
	}
	// A large file over a slow line has used up the time for the answer.
	_ = http.NewResponseController(q.Response()).SetWriteDeadline(time.Now().Add(fileWait + bodyWait))
	ctx, cancel := context.WithTimeout(q.ctx(), fileWait)
	defer cancel()
	select {
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
	case <-ctx.Done():
		return nil, fault.Wrap(fault.RateLimited, limit.Wait(2*time.Second))
	}
	text, err := ingest.Text(ctx, name, raw, maxFileText)
	if err != nil {
		return nil, fileFault(q, err)
	}
	return fileText{name, text}, nil
}

// sentFile is the form's file and what it is called. Forms are read from the
// wire: none is written to a disk.
func sentFile(c echo.Context) (name string, raw []byte, err error) {
	form, err := c.Request().MultipartReader()
	if err != nil {
		return "", nil, noFile(c)
	}
	for {
		part, err := form.NextPart()
		if err != nil {
			return "", nil, bodyOr(c, err)
		}
		if part.FormName() != "file" {
			continue
		}
		if raw, err = io.ReadAll(io.LimitReader(part, maxFile+1)); err != nil {
			return "", nil, bodyOr(c, err)
		}
		if len(raw) > maxFile {
			return "", nil, fileError(c, fault.QueryTooLarge, "file.large", nil)
		}
		return fileName(part.FileName()), raw, nil
	}
}

// bodyOr is what a form that can't be read to its file's end comes down to.
func bodyOr(c echo.Context, err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fileError(c, fault.QueryTooLarge, "file.large", err)
	}
	return noFile(c)
}

func noFile(c echo.Context) error {
	return fileError(c, fault.InvalidArgument, "file.none", nil)
}

// fileName is a file's own name without what is not to be seen, cut before its
// ending where it is too long.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if end := path.Ext(name); utf8.RuneCountInString(name) > maxFileName && len(end) < maxFileName/4 {
		name = string([]rune(name)[:maxFileName-utf8.RuneCountInString(end)]) + end
	}
	return strings.TrimSpace(name)
}

// fileFault tells why a file has no text for a message.
func fileFault(c echo.Context, err error) error {
	for _, known := range []struct {
		why  error
		code fault.Code
		key  string
	}{
		{ingest.ErrKind, fault.InvalidArgument, "file.kind"},
		{ingest.ErrBroken, fault.InvalidArgument, "file.broken"},
		{ingest.ErrNoText, fault.InvalidArgument, "file.no_text"},
		{ingest.ErrTooLong, fault.QueryTooLarge, "file.long"},
		{ingest.ErrNoTool, fault.ProcessingFailed, "file.no_tool"}, // logged, for who can install it
		{context.DeadlineExceeded, fault.DeadlineExceeded, "file.slow"},
	} {
		if errors.Is(err, known.why) {
			return fileError(c, known.code, known.key, err)
		}
	}
	return err
}

func fileError(c echo.Context, code fault.Code, key string, cause error) error {
	why := sentence{texts.Say(speak(c), key)}
	return fault.Wrap(code, errors.Join(why, invalid{"file", "can't be taken (" + strings.TrimPrefix(key, "file.") + ")"}, cause))
}

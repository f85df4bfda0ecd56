package ws

import (
	"hash/maphash"
	"net/http"
)

// A page of an existing client that opens two sockets while it loads keeps both:
// it forgets the first, still shows what that one hears, and every answer stands
// there twice. So the newest of a page's sockets is played, and an older one is
// set aside: it stays open and is played nothing. Sockets are of one page when
// both are a browser's base clients of the same session, with the same Origin and
// User-Agent, opened within TwinWait of each other on this node, and the older has
// sent no frame. Two tabs are opened further apart; should they not have been, the
// one that was set aside is played all that it missed with the first frame that
// it sends, and is never set aside again.

// pageSeed keeps who talks to a server from making two pages look like one.
var pageSeed = maphash.MakeSeed()

// pageOf is what the sockets of one page have in common besides their session; 0
// is of a client that is no browser's page or says what it has.
func pageOf(r *http.Request, extended bool) uint64 {
	origin := r.Header.Get("Origin")
	if origin == "" || extended || r.URL.Query().Has("last_seq") {
		return 0
	}
	return maphash.String(pageSeed, origin+"\n"+r.UserAgent())
}

// twin is the session's newest page socket, if c is its newer twin. Whoever
// calls it holds the registry's mutex.
func (r *registry) twin(c *conn) *conn {
	older := r.newest[c.sessionID]
	if older == nil || older == c || older.page != c.page || c.opened.Sub(older.opened) > c.server.cfg.TwinWait {
		return nil
	}
	return older
}

// setAside has the socket played nothing until it speaks.
func (c *conn) setAside() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.spoke || c.extended {
		return
	}
	c.aside = true
	if c.playing != nil {
		c.playing.stopLocked()
	}
}

// speak notes that the socket's client has sent a frame; one that was set aside
// takes its twin's place.
func (c *conn) speak() {
	c.mu.Lock()
	c.spoke = true
	aside := c.aside
	c.mu.Unlock()
	if !aside {
		return
	}
	if twin := c.server.registry.takeOver(c); twin != nil {
		twin.setAside()
	}
	c.comeBack()
}

// takeOver makes the socket the newest of its page again and gives the one that
// was.
func (r *registry) takeOver(c *conn) *conn {
	r.mu.Lock()
	defer r.mu.Unlock()
	was := r.newest[c.sessionID]
	if was == nil || was == c || was.page != c.page {
		return nil
	}
	r.newest[c.sessionID] = c
	return was
}

// comeBack plays the socket on from where it was set aside; false is one that
// has ended.
func (c *conn) comeBack() bool {
	c.greeting.Lock()
	defer c.greeting.Unlock()
	c.mu.Lock()
	aside, ending, greeted := c.aside, c.ending, c.playing != nil
	c.aside = false
	c.mu.Unlock()
	if aside && greeted && !ending {
		sent := c.halt()
		next := &player{conn: c, after: sent.to, pos: sent.to, sent: sent}
		next.open()
		c.play(next)
		next.wake()
	}
	return !ending
}

// leavePage has the page's socket that this one set aside played again: the page
// may have kept that one. What is aside itself leaves nothing open.
func (c *conn) leavePage() {
	aside := c.now().aside
	for older := c.older; older != nil && !aside && !older.comeBack(); older = older.older {
	}
}

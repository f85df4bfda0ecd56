// Package gds searches round trips with a flight-offers service over HTTP, of
// the kind that global distribution systems offer: OAuth 2 client credentials
// for a token, a search that answers with priced offers, limits on how often
// one may ask.
//
// Offers come in won and for the whole party's adults; those of other
// currencies are left out, for no rate is known here.
package gds

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/internal/remote"
)

// Config is what a Client needs; BaseURL, Key and Secret have no default.
type Config struct {
	BaseURL     string // https://host[/path], without /v1
	Key, Secret string
	// Remote bounds what the service is asked.
	Remote remote.Config
	Logger *slog.Logger
}

// Client searches flights. It is safe for concurrent use and starts no
// goroutine.
type Client struct {
	Config
	base    string
	service *remote.Client
}

// New is a client of a service.
func New(cfg Config) (*Client, error) {
	base, err := url.Parse(strings.TrimRight(cfg.BaseURL, "/"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, errors.New("gds: the base URL must be http or https with a host")
	}
	if cfg.Key == "" || cfg.Secret == "" {
		return nil, errors.New("gds: key and secret are needed")
	}
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	return &Client{Config: cfg, base: base.String(), service: remote.New(cfg.Remote)}, nil
}

// Source marks the offers of the service; maxOffers is how many it is asked
// for.
const (
	Source    = "gds"
	maxOffers = 150
)

// Flights searches round trips and gives the cheapest, the most comfortable
// and one between them. Each search fetches its own token: they are few, and
// none can be stale. Errors are remote's and the context's.
func (c *Client) Flights(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
	var granted struct {
		AccessToken string `json:"access_token"`
	}
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {c.Key}, "client_secret": {c.Secret}}
	if err := c.send(ctx, "/v1/security/oauth2/token", form, "", &granted); err != nil {
		return nil, err
	}
	if granted.AccessToken == "" {
		return nil, fmt.Errorf("gds: %w: no token", remote.ErrAnswer)
	}
	var found struct {
		Data         []offer `json:"data"`
		Dictionaries struct {
			Carriers map[string]string `json:"carriers"`
		} `json:"dictionaries"`
	}
	if err := c.send(ctx, "/v2/shopping/flight-offers?"+query(q).Encode(), nil, granted.AccessToken, &found); err != nil {
		return nil, err
	}
	var all []catalog.Flight
	for _, o := range found.Data {
		f, err := o.flight(q.People, found.Dictionaries.Carriers)
		if err != nil {
			c.Logger.Warn("flight offer left out", "offer", o.ID, "error", err)
			continue
		}
		all = append(all, f)
	}
	if len(all) == 0 {
		return nil, catalog.ErrNone
	}
	return choose(all), nil
}

func query(q catalog.FlightQuery) url.Values {
	v := url.Values{
		"originLocationCode": {q.Origin}, "destinationLocationCode": {q.Destination.Airports[0]},
		"departureDate": {q.Depart.Format(time.DateOnly)}, "returnDate": {q.Return.Format(time.DateOnly)},
		"adults": {strconv.Itoa(q.People)}, "currencyCode": {"KRW"}, "max": {strconv.Itoa(maxOffers)},
	}
	if q.Airline != "" {
		v.Set("includedAirlineCodes", q.Airline)
	}
	return v
}

// send asks with a token, or with a form for one. Its errors name the service's
// own code and never hold the key, the secret or the token.
func (c *Client) send(ctx context.Context, path string, form url.Values, token string, into any) error {
	req := remote.Request{URL: c.base + path, Header: http.Header{"Accept": {"application/json"}}}
	if form != nil {
		req.Method, req.Body = http.MethodPost, []byte(form.Encode())
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	} else {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := c.service.Fetch(ctx, req)
	if err != nil {
		return fmt.Errorf("gds: %w%s", err, said(answer))
	}
	if err := json.Unmarshal(answer.Body, into); err != nil {
		return fmt.Errorf("gds: %w: %w", remote.ErrAnswer, err)
	}
	return nil
}

// said is what the service says of a refusal, "" for nothing.
func said(a remote.Answer) string {
	var body struct {
		Errors []struct {
			Code  int    `json:"code"`
			Title string `json:"title"`
		} `json:"errors"`
		Error string `json:"error"`
	}
	_ = json.Unmarshal(a.Body, &body) // what is no JSON says nothing more
	switch {
	case len(body.Errors) > 0:
		return fmt.Sprintf(": %d %s", body.Errors[0].Code, body.Errors[0].Title)
	case body.Error != "":
		return ": " + body.Error
	}
	return ""
}

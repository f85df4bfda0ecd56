package gds

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/cache"
)

// Source marks the offers of the service.
const Source = "gds"

// page is an answer of the search.
type page struct {
	Meta struct {
		Links struct {
			Next string `json:"next"`
		} `json:"links"`
	} `json:"meta"`
	Data         []offer `json:"data"`
	Dictionaries struct {
		Carriers map[string]string `json:"carriers"`
	} `json:"dictionaries"`
}

// perPage is how many offers a page is asked for.
const perPage = 50

// Flights searches round trips and gives the cheapest, the most comfortable
// and one between them. A search that was made lately is answered from the
// cache.
func (c *Client) Flights(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
	key := cache.Key("flights", 1, q.Origin, q.Destination.Airports[0], q.Depart.Format(time.DateOnly), q.Return.Format(time.DateOnly), strconv.Itoa(q.People), q.Airline)
	if found, ok := c.cached(ctx, key); ok {
		return found, nil
	}
	var all []catalog.Flight
	target := c.base.String() + "/v2/shopping/flight-offers?" + query(q).Encode()
	for n := 0; target != "" && n < c.MaxPages; n++ {
		var p page
		if err := c.get(ctx, target, &p); err != nil {
			if len(all) == 0 {
				return nil, err
			}
			// Some pages are better than none, and they are real offers.
			c.Logger.Warn("a further page of flight offers", "error", err)
			break
		}
		for _, o := range p.Data {
			f, err := o.flight(q.People, p.Dictionaries.Carriers)
			if err != nil {
				c.Logger.Warn("flight offer left out", "offer", o.ID, "error", err)
				continue
			}
			all = append(all, f)
		}
		target = c.next(p.Meta.Links.Next)
	}
	if len(all) == 0 {
		return nil, catalog.ErrNone
	}
	chosen := choose(all)
	c.keep(ctx, key, chosen)
	return chosen, nil
}

func query(q catalog.FlightQuery) url.Values {
	v := url.Values{
		"originLocationCode": {q.Origin}, "destinationLocationCode": {q.Destination.Airports[0]},
		"departureDate": {q.Depart.Format(time.DateOnly)}, "returnDate": {q.Return.Format(time.DateOnly)},
		"adults": {strconv.Itoa(q.People)}, "currencyCode": {"KRW"}, "max": {strconv.Itoa(perPage)},
	}
	if q.Airline != "" {
		v.Set("includedAirlineCodes", q.Airline)
	}
	return v
}

// next is the address of the next page; one on another host is not followed,
// for it would be sent the token.
func (c *Client) next(link string) string {
	if link == "" {
		return ""
	}
	u, err := c.base.Parse(link)
	if err != nil || u.Host != c.base.Host || u.Scheme != c.base.Scheme {
		c.Logger.Warn("next page of flight offers on another host")
		return ""
	}
	return u.String()
}

func (c *Client) cached(ctx context.Context, key string) ([]catalog.Flight, bool) {
	if c.Cache == nil {
		return nil, false
	}
	raw, ok, err := c.Cache.Get(ctx, key)
	if err != nil {
		c.Logger.Warn("cache of flights", "error", err)
	}
	if err != nil || !ok {
		return nil, false
	}
	var found []catalog.Flight
	if err := json.Unmarshal(raw, &found); err != nil || len(found) == 0 {
		return nil, false
	}
	return found, true
}

func (c *Client) keep(ctx context.Context, key string, found []catalog.Flight) {
	if c.Cache == nil {
		return
	}
	raw, err := json.Marshal(found)
	if err == nil {
		err = c.Cache.Set(ctx, key, raw, c.TTL)
	}
	if err != nil {
		c.Logger.Warn("cache of flights", "error", fmt.Errorf("keep: %w", err))
	}
}

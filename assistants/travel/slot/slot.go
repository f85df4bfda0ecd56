// Package slot reads what a traveller says: where to, for how long, for how
// much, how many and in what style, several at once or one by one, corrected
// or asked about. It needs no model and remembers nothing: the caller tells
// what was asked last and keeps what was understood.
package slot

import (
	"reflect"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
)

// Name is a slot: one thing to know of a trip.
type Name string

// The slots. The first two have to be told before anything is searched, the next three are assumed until they are.
const (
	Destination   Name = "destination"
	Duration      Name = "duration"
	Budget        Name = "budget"
	NumPeople     Name = "num_people"
	TravelStyle   Name = "travel_style"
	StartDate     Name = "start_date"
	Origin        Name = "origin"
	Flexibility   Name = "budget_flexibility"
	Airline       Name = "preferred_airline"
	Accommodation Name = "accommodation_preference"
	MustVisit     Name = "must_visit_places"
	Avoid         Name = "avoid_places"
	Pace          Name = "pace"
	StayArea      Name = "stay_area"
	Resting       Name = "rest"
	Flying        Name = "flight_hours"
	FlightPaid    Name = "flight_cost"
	LodgingPaid   Name = "lodging_cost"
)

// Required lists the slots that have to be told, in the order of asking.
func Required() []Name { return []Name{Destination, Duration} }

// bounds are those of the design, section 4.1.
var bounds = map[Name][2]int64{Duration: {1, 14}, Budget: {100_000, 10_000_000}, NumPeople: {1, 10}}

// Bounds are the least and the most of a slot; a budget is in won.
func Bounds(name Name) (from, to int64) { return bounds[name][0], bounds[name][1] }

// Fits tells whether a number is within the bounds of a slot.
func Fits[T int | int64](name Name, n T) bool {
	return int64(n) >= bounds[name][0] && int64(n) <= bounds[name][1]
}

// Problem is why something that was said was not taken.
type Problem struct {
	Slot Name
	Code string
	// Text is what it is about: a place's name, the sum as it was said.
	Text string
}

// The codes of a Problem.
const (
	OutOfRange     = "out_of_range"
	Contradiction  = "contradiction"
	UnknownPlace   = "unknown_place"
	SeveralPlaces  = "several_places"
	SeveralCities  = "several_cities" // a country of which several cities are known
	PastDate       = "past_date"
	ImpossibleDate = "impossible_date"
	MovingFeast    = "moving_feast" // whose day no calendar of ours has
	OtherCurrency  = "other_currency"
	// Those of what is only told: a night that is spent on the flight ("3박 5일"), and that
	// only the beginning was read.
	airNight      = "air_night"
	unknownOrigin = "unknown_origin"
	truncated     = "truncated"
)

// The acts of a message besides telling slots, by the keys of phrases.
const (
	ActNone   = ""
	ActGreet  = "greeting"
	ActThanks = "thanks"
	ActAbout  = "about"
	ActStatus = "status"
	ActReset  = "reset"
	ActExport = "export"
	ActRetry  = "retry"
	ActChoose = "choose_plan"
	ActAsk    = "question" // see Topic
	// The others need plans.
	ActUndo     = "undo"
	ActCompare  = "compare"
	ActWhy      = "why"
	ActMore     = "more" // ideas that are not in the days
	ActShow     = "show"
	ActBrief    = "brief"
	ActConfirm  = "confirm"
	ActKeep     = "keep"
	ActStop     = "stop"
	ActCheaper  = "cheaper"
	ActBetter   = "better"
	ActOther    = "other" // another hotel or flight
	ActRemove   = "remove"
	ActAdd      = "add"
	ActSwap     = "swap"
	ActDay      = "change_day"
	ActDislike  = "dislike"
	ActComplain = "complaint"
	ActBook     = "book"
	ActDiet     = "diet"
	ActShare    = "share"
	ActJoy      = "joy"
	ActEarly    = "early" // a change of days that are not there yet
	ActWhich    = "which" // a change of Item without what it should be
)

// Topics of a question that decide more than its answer, and items that an
// act is about; the others are the keys of phrases.
const (
	TopicSeason  = "season"
	TopicSights  = "sights"
	TopicPlaces  = "places"
	TopicHours   = "hours"
	TopicCost    = "cost"
	TopicFit     = "budget_fit"
	TopicService = "service"
	TopicEvening = "evening"
	TopicMeals   = "meals"
	TopicPlan    = "plan"
	TopicIf      = "what_if" // what a change would cost
	TopicArea    = "stay_area"
	ItemHotel    = "hotel"
	ItemFlight   = "flight"
	ItemDaily    = "daily" // what is spent there
	ItemBoth     = "parts" // stay and flight
)

// Context is what the reading of a message depends on.
type Context struct {
	Pack  *catalog.Pack
	Today time.Time
	// Asked is the slot that the user was asked for; "" is none.
	Asked Name
	// Suggested is the destination that a yes would mean, by its id.
	Suggested string
	// Destination is where the trip goes so far, by its id.
	Destination string
	// Nights, Budget and People are what is known, for messages that change
	// it by something ("하루 더"); 0 is unknown.
	Nights  int
	Budget  int64
	People  int
	Pace    string
	Avoided []string // sights that were taken out, the last one last
	// Start is the day of departure; zero is none.
	Start time.Time
	// Assumed are the slots whose values nobody told.
	Assumed []Name
	// Offer is what the last answer offered; nil is nothing.
	Offer *Offer
	// Planned tells that there are plans that a message may be about.
	Planned bool
	// LastDay is the day of the trip that was last spoken of, 0 is none; LastItem is
	// what the last message was about.
	LastDay  int
	LastItem string
	// LastPlace is the name of the sight that the last message was about.
	LastPlace string
	// FlightCost and LodgingCost are those of the trip; nil is estimated.
	FlightCost, LodgingCost *Cost
	// Language is the message's: in Korean, sums are told in 만원.
	Language string
}

// Offer is what an answer offered and a bare yes takes: a plan, a stay, a flight
// or both of a band, or else slots.
type Offer struct {
	Item  string `json:"item,omitempty"`
	Band  string `json:"band,omitempty"`
	Slots Slots  `json:"slots"`
}

// Rest is a part of each day without visits, HH:MM.
type Rest struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Slots are what is known of a trip, or what a message says of it; nil and
// empty fields are not.
type Slots struct {
	Destination *string  `json:"destination"` // a catalog id
	Duration    *int     `json:"duration"`    // nights
	Budget      *int64   `json:"budget"`      // won, for all
	NumPeople   *int     `json:"num_people"`
	TravelStyle []string `json:"travel_style"`
	// Assumed are those of the slots above whose values nobody told.
	Assumed []Name `json:"assumed,omitempty"`

	BudgetFlexibility       *string  `json:"budget_flexibility"` // strict | flexible
	PreferredAirline        *string  `json:"preferred_airline"`  // IATA code
	AccommodationPreference *string  `json:"accommodation_preference"`
	MustVisitPlaces         []string `json:"must_visit_places"` // catalog ids
	// AvoidPlaces are sights that the user does not want to see.
	AvoidPlaces []string `json:"avoid_places"`
	// StartDate is the first day, YYYY-MM-DD; StartAssumed tells that the
	// user named none, or only a month.
	StartDate    *string `json:"start_date"`
	StartAssumed bool    `json:"start_assumed"`
	Origin       *string `json:"origin"`    // IATA
	Pace         *string `json:"pace"`      // relaxed | packed
	StayArea     *string `json:"stay_area"` // by its name in the base language
	Rest         *Rest   `json:"rest"`      // hours of each day without visits
	// SetsOff and Lands are when the flight out goes and is there, TakesOff when the
	// one back goes, in minutes of the first and the last day, by local time.
	SetsOff  *int `json:"sets_off,omitempty"`
	Lands    *int `json:"lands,omitempty"`
	TakesOff *int `json:"takes_off,omitempty"`
	// FlightCost and LodgingCost are how these enter the sum; nil is estimated.
	FlightCost  *Cost `json:"flight_cost,omitempty"`
	LodgingCost *Cost `json:"lodging_cost,omitempty"`
}

// Focus is what an act or a question is about besides its topic.
type Focus struct {
	Item   string   `json:"item"`             // hotel | flight | plan …
	Day    int      `json:"day"`              // of the trip, from 1
	Figure string   `json:"figure,omitempty"` // of the costs, by the keys of phrases
	Of     string   `json:"of,omitempty"`     // what may be in the sum, as it was said
	Named  []string `json:"places"`           // catalog ids of sights
	Area   string   `json:"area,omitempty"`
	Band   string   `json:"band,omitempty"`   // of the plan, the stay or the flight
	Drops  []string `json:"styles,omitempty"` // that are not liked, or not any more
	Foods  []string `json:"foods,omitempty"`  // that are not eaten, in the words of the user
	// Where is what a place to go to is to be like: near, cheap, warm; Month, from 1,
	// is when.
	Where []string `json:"where,omitempty"`
	Month int      `json:"month,omitempty"`
	// Kinds are the words for styles that the message wishes for or asks about.
	Kinds []Kind `json:"kinds,omitempty"`
	// Instead tells that something else is to take the place of what goes.
	Instead bool `json:"instead,omitempty"`
}

// Reading is what a message says. Its styles are added to those known, unless
// ReplaceStyles; Drops go.
type Reading struct {
	Slots
	Suggested string // a catalog id that a following yes takes
	Wanted    string // a place that is known by its name and that no trip can be planned to
	// PerPerson tells that Budget is for each traveller.
	PerPerson     bool
	ReplaceStyles bool

	Problems []Problem
	Notes    []Problem // what is to be told beside what was taken
	Act      string
	// Asks tells that the message asks: it changes nothing.
	Asks  bool
	Topic string
	Focus
	With   int      // a second day
	Keeps  []string // what an act must leave as it is
	Within bool     // the budget is not to be passed
	// Supposes tells that the hours of a flight are only asked about.
	Supposes bool
	Part     string // of the day: morning | afternoon | evening | one (place)
	Empty    bool   // the day is to be free
	// Unknown are places to be seen that the trip's city does not have in the
	// catalog, in the user's words: nothing is planned of them.
	Unknown []string
	// Only tells that a style is wished for alone, Empty's day being for nothing else.
	Only bool
	// NoLodging is a kind of lodging, as it was said, that no data has.
	NoLodging string
	// OneStay tells that a part of the nights, or a night's price, is asked for by
	// itself: a plan has one stay, of a band.
	OneStay bool
	// Vague tells that a place is wished for that is only described.
	Vague   bool
	About   string // the destination that a question is about
	guessed bool   // the pace is what the message resembles
}

// Kind is a word for a style, as it was said.
type Kind struct {
	Style string `json:"style"`
	Word  string `json:"word"`
}

// Told tells whether the message filled or changed anything.
func (r *Reading) Told() bool {
	return len(r.Drops) > 0 || !reflect.DeepEqual(r.Slots, Slots{StartAssumed: r.StartAssumed})
}

func (r *Reading) problem(slot Name, code, text string) {
	r.Problems = append(r.Problems, Problem{Slot: slot, Code: code, Text: Plain(text)})
}

// Refuses tells whether something was said of a slot that can't be.
func (r *Reading) Refuses(slot Name) bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Slot == slot })
}

// severalPlaces tells whether several cities are named, of which one is asked for.
func (r *Reading) severalPlaces() bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Code == SeveralPlaces })
}

// note tells something besides, of which nothing else depends.
func (r *Reading) note(slot Name, code, text string) {
	r.Notes = append(r.Notes, Problem{Slot: slot, Code: code, Text: text})
}

// differs tells whether a value is told that is another than the known one.
func differs[T comparable](told *T, known T) bool { return told != nil && *told != known }

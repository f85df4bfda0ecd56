// Package travel is the travel planner. It asks for what it lacks of a trip,
// one message after the other, lets a flight and a hotel expert search side
// by side, lays the days out, reckons the costs and offers three plans.
//
//	initialize → info_collector ─┬─ something is missing, or a question → answer
//	                             ├─ a file is wanted ─────┐
//	                             └─ all is known ─────────┴→ execute_agents → answer
//
// A run is one message of the user; the state lives as long as its session.
// Prices come from the built-in sample unless a flight-offers service is
// configured, and every answer says which.
package travel

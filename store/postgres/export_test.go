package postgres

// AdvanceSQL and ArriveSQL are what a group is written by.
const (
	AdvanceSQL = advanceSQL
	ArriveSQL  = arriveSQL
)

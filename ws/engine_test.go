package ws

import "github.com/madang-dev/madang/engine"

// The engine is what a Server is made for.
var (
	_ runs      = (*engine.Engine)(nil)
	_ positions = (*engine.Engine)(nil)
	_ controls  = (*engine.Engine)(nil)
	_ Stream    = (*engine.Stream)(nil)
)

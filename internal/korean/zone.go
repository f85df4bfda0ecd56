package korean

import "time"

// Zone is where days begin and end: the laws and the users are there. It has no
// summer time, so that no database of zones is needed.
var Zone = time.FixedZone("KST", 9*60*60)

package pointworth

// weights are worths with all pieces on the board and with none.
type weights [Features][2]float64

// fitted to 72413 positions of the project's own games by
// internal/tools/tune.
var fitted = weights{
	Corner:      {73, 106},
	InnerEnd:    {66, 143},
	OuterEnd:    {84, 159},
	InnerCross:  {91, 169},
	MixedCross:  {87, 165},
	OuterCross:  {106, 166},
	InnerHeld:   {36, 1},
	OuterHeld:   {13, -1},
	InnerFacing: {41, -14},
	OuterFacing: {3, -3},
	Tempo:       {4, 3},
}

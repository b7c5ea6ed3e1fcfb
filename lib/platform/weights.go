package platform

// The keys of the editor's own parameters.
const (
	keyAdjusts         = "editor.adjusts"
	keyCandidates      = "coordinator.candidates"
	keyWeightStatic    = "weight.static"
	keyWeightSearch    = "weight.search"
	keyWeightMC        = "weight.mc"
	keyWeightTerminals = "weight.terminals"
	keyWeightMemory    = "weight.memory"
	keyStaticCapture   = "static.capture"
	keyStaticSave      = "static.save"
	keyStaticAtari     = "static.atari"
	keyStaticCut       = "static.cut"
	keyStaticNear      = "static.near"
	keyStaticLine      = "static.line"
	keyStaticOpen      = "static.open"
	keyStaticWaste     = "static.waste"
	keySearchCapture   = "search.capture"
	keySearchSave      = "search.save"
	keyShapes          = "memory.shapes"
)

// weightParameters are the weights of the modules' scores, and the modules' own.
var weightParameters = []Parameter{
	{keyAdjusts, Switch, 0, 1, 1, "the engine changes parameters by phase and tactics"},
	{keyCandidates, Whole, 1, 361, 20, "candidates that a choice is explained with"},
	{keyWeightStatic, Real, 0, 100, 1, "weight of static analysis"},
	{keyWeightSearch, Real, 0, 100, 2, "weight of the search for captures and ladders"},
	{keyWeightMC, Real, 0, 100, 20, "weight of Monte-Carlo"},
	{keyWeightTerminals, Real, 0, 100, 20, "weight of the trees of compute terminals where their visits are as many as the own; it grows with their number, 20-fold at most"},
	{keyWeightMemory, Real, 0, 100, 2, "weight of the memory bank"},
	{keyStaticCapture, Real, 0, 10, 2, "worth of a stone captured"},
	{keyStaticSave, Real, 0, 10, 1.6, "worth of a stone saved from atari"},
	{keyStaticAtari, Real, 0, 10, 0.5, "worth of a stone put into atari"},
	{keyStaticCut, Real, 0, 10, 1, "worth of a point that cuts or joins chains"},
	{keyStaticNear, Real, 0, 10, 1.2, "worth of being beside the last move"},
	{keyStaticLine, Real, 0, 10, 1, "worth of the third and fourth line"},
	{keyStaticOpen, Real, 0, 10, 1, "worth of room around the point"},
	{keyStaticWaste, Real, 0, 10, 2, "cost of a stone that is put into atari by its own side"},
	{keySearchCapture, Real, 0, 10, 1, "worth of a stone that can be captured, in ladders too"},
	{keySearchSave, Real, 0, 10, 1, "worth of a stone that can be saved"},
	{keyShapes, Real, 0, 1, 0.5, "share of corner shapes in what the memory bank says"},
}

// adjustment changes a parameter while the situation is that.
type adjustment struct {
	key    string
	factor float64
	why    string // the phase, the tactic or the standing
}

// adjustments are applied one after the other. In the opening shapes count more and
// reading counts less; in a fight it is the other way round. The side that is behind
// looks for captures, the side that is ahead saves its stones.
var adjustments = []adjustment{
	{keyWeightMemory, 1.5, string(Opening)},
	{keyStaticLine, 1.5, string(Opening)},
	{keyWeightSearch, 0.5, string(Opening)},
	{keyStaticLine, 0.2, string(Ending)},
	{keyStaticOpen, 0.2, string(Ending)},
	{keySeconds, 0.7, string(Ending)},
	{keyWeightSearch, 1.5, string(Fight)},
	{keyStaticNear, 1.5, string(Fight)},
	{keyNodes, 2, string(Fight)},
	{keySearchCapture, 1.3, string(Behind)},
	{keySearchSave, 1.3, string(Ahead)},
}

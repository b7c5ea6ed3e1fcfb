//go:build !slim

package engine

func init() {
	newSeveral = makeSeveral
	viewSeveral = func(k *knowledge) view { return &severalView{k.several, k.scale} }
}

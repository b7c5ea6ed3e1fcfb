// Package enginetest is a mock of [engine.Engine] for the tests of those who
// use engines: a book generator is tested with players that answer what the
// test says, fail when the test says so, and cost nothing.
//
//	ctrl := gomock.NewController(t)
//	player := enginetest.NewMockEngine(ctrl)
//	player.EXPECT().Name().Return("mock").AnyTimes()
//	player.EXPECT().Search(gomock.Any(), gomock.Any(), gomock.Any()).
//		Return(engine.Result{}, engine.ErrEngineDied)
//
// The mock is written by mockgen; go generate writes it anew after a change of
// the interface. Programs never link this package.
package enginetest

//go:generate go tool mockgen -source=../engine.go -destination=mock.go -package=enginetest -write_package_comment=false

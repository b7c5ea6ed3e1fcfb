package enginetest_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/golang/mock/gomock"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/engine/enginetest"
)

// reporter lets the example run outside a test; a call that was not expected
// panics, as a test would fail.
type reporter struct{}

func (reporter) Errorf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (reporter) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func Example() {
	player := enginetest.NewMockEngine(gomock.NewController(reporter{}))
	player.EXPECT().Name().Return("liar")
	player.EXPECT().Search(gomock.Any(), gomock.Any(), gomock.Any()).
		Return(engine.Result{}, errors.New("illegal move e0e9"))

	_, err := player.Search(context.Background(), nil, engine.DefaultLimits())
	fmt.Println(player.Name()+":", err)
	// Output: liar: illegal move e0e9
}

// TestMockEngine_isCurrent fails to compile when the interface has moved on
// without go generate.
func TestMockEngine_isCurrent(t *testing.T) {
	ctrl := gomock.NewController(t)
	var e engine.Engine = enginetest.NewMockEngine(ctrl)
	var _ engine.Evaluator = enginetest.NewMockEvaluator(ctrl)
	e.(*enginetest.MockEngine).EXPECT().Close().Return(nil)
	if err := e.Close(); err != nil {
		t.Errorf("Close() = %v, want nil", err)
	}
}

package surakarta

import (
	"errors"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func TestPosition_strangeCharacterIsNamed(t *testing.T) {
	_, err := New("bbbbbb/bb红bbb/6/6/wwwwww/wwwwww b", DefaultOptions(), true)
	if want := `'红' in row 2, expected b, w, . or 1 to 6`; !errors.Is(err, game.ErrPosition) || !strings.Contains(err.Error(), want) {
		t.Errorf("err = %v, want ErrPosition with %s", err, want)
	}
}

package platform_test

import (
	"fmt"

	"qikit.dev/qikit/lib/platform"
)

func ExampleParameterEditor() {
	e := platform.NewParameterEditor(nil)
	value, err := e.Set("mc.seconds", "1.50")
	fmt.Println(value, err)
	_, err = e.Set("mc.seconds", "3600")
	fmt.Println(err)
	// Output:
	// 1.5 <nil>
	// platform: bad parameter: mc.seconds is "3600", expected 0.01 to 120
}

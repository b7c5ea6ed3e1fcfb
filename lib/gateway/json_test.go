package gateway_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/job"
)

func TestParseOptions(t *testing.T) {
	for _, text := range []string{"", " \n", "{}", `{"limits":{}}`} {
		got, err := gateway.ParseOptions([]byte(text))
		want := gateway.DefaultOptions()
		got.Seed, got.Log, got.Clock, got.Keys = want.Seed, want.Log, want.Clock, want.Keys
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v; want the defaults", text, got, err)
		}
	}
	o, err := gateway.ParseOptions([]byte(`{"host":"127.0.0.2","port":99,"name":"x","store":"s","size":9,"komi":0.5,"rule":"seed","seed":7,"keys":{"a":"b"},
		"limits":{"login":1.5,"graces":0,"rate":2.5,"out_octets":1000,"delay":0}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := gateway.DefaultOptions()
	want.Host, want.Port, want.Name, want.Store, want.Size, want.Komi, want.Rule, want.Seed = "127.0.0.2", 99, "x", "s", 9, 0.5, "seed", 7
	want.Keys = map[string]string{"a": "b"}
	want.Limits.Login, want.Limits.Graces, want.Limits.Rate, want.Limits.OutOctets, want.Limits.Delay = 1500*time.Millisecond, 0, 2.5, 1000, 0
	o.Log, o.Clock = want.Log, want.Clock
	if !reflect.DeepEqual(o, want) {
		t.Errorf("%+v, want %+v", o, want)
	}
	for _, row := range [][2]string{
		{`{"prot":1}`, "prot"}, {`{"port":70000}`, "port is 70000, expected 0 to 65535"}, {`{"limits":{"grace":-1}}`, "limits.grace is -1, expected over 0 to 1000000000"}, {`{"limits":{"grace":1e300}}`, "limits.grace is 1e300"}, {`{"limits":{"burst":0}}`, "limits.burst is 0, expected 1 or more"},
		{`{} x`, "behind"}, {`[]`, "object"},
		{`{"seed":-1}`, "seed is -1, expected a whole number from 0"}, {`{"store":3}`, "store is 3, expected a text"},
		{`{"limits":{"grace":"x"}}`, "limits.grace is \"x\", expected a number of seconds"}, {`{"rule":"x"}`, `rule is "x", expected one of "area", "seed", "seed+komi"`}, {`{"komi":1e9}`, "komi is 1000000000, expected -361 to 361"}, {`{"komi":0.3}`, "bad option: komi is 0.3, expected halves of a point"},
	} {
		if _, err := gateway.ParseOptions([]byte(row[0])); !errors.Is(err, gateway.ErrOptions) || !strings.Contains(err.Error(), row[1]) {
			t.Errorf("%s: %v, want ErrOptions about %s", row[0], err, row[1])
		}
	}
}

func TestState(t *testing.T) {
	o, _ := options()
	h := open(t, o)
	h.login("carl").ask("201", "701")
	b, w, game := pair(h.login("amy"), h.login("bob"))
	moves(b, w, game, "C3 D4")
	var state struct {
		Schema, Error                                               string
		Port, Connections, Sessions, Waiting, Playing, Games, Moves int
	}
	if err := json.Unmarshal(h.State(), &state); err != nil {
		t.Fatal(err)
	}
	if state.Schema != "qikit/gateway/1" || state.Error != "" || state.Port != h.Port() || state.Connections != 3 || state.Sessions != 3 || state.Waiting != 1 || state.Playing != 1 || state.Games != 1 || state.Moves != 2 {
		t.Errorf("state %+v", state)
	}
}

func TestShutdownWork(t *testing.T) {
	o, _ := options()
	h := open(t, o)
	h.login("amy").ask("103", "603")
	h.until("connections 0")
	j := job.Start(h.ShutdownWork(time.Minute))
	<-j.Done()
	if text, err := j.Result(); err != nil || !strings.Contains(string(text), `"connections":0`) {
		t.Errorf("%s, %v", text, err)
	}
}

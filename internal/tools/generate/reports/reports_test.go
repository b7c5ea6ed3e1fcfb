package reports

import (
	"strings"
	"testing"
)

func TestFiles_typesOfAReport(t *testing.T) {
	files, err := Files("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	text := string(files[python.path])
	for name, want := range map[string]string{
		"null is None":          "class Outcome(Report):\n    \"\"\"How the game ended; None while it goes on.\"\"\"\n\n    winner: Optional[str]\n",
		"a report in a report":  "    outcome: Optional[Outcome]\n",
		"its part":              "    _parts = {\"outcome\": Outcome}\n",
		"a list of reports":     "    moves: List[EntryMove]\n",
		"a word of Python's":    "    from_: int\n",
		"a key often left out":  "    visits: Optional[int]\n",
		"an object without end": "    reasons: Dict[str, int]\n",
		"a key that is silent":  "    win_rate: Optional[float]\n    \"\"\"Win rate of the user after the move. None unless analysed.\"\"\"\n",
		"when it speaks":        "    _when = {\"status\": \"analysed\", \"win_rate\": \"analysed\", \"best_win_rate\": \"analysed\"}\n",
		"a report behind keys":  "    _parts = {\"targets.*\": Tally, \"sizes.*\": Tally}\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: the file lacks\n%s", name, want)
		}
	}
	for _, unwanted := range []string{"schema:", "null"} {
		if strings.Contains(text, unwanted) {
			t.Errorf("the file has %q", unwanted)
		}
	}
	if n := strings.Count(text, "class Failure(Report)"); n != 1 {
		t.Errorf("a type of two schemas stands there %d times", n)
	}

	text = string(files[typescript.path])
	for name, want := range map[string]string{
		"null":                 "  /** How the game ended; null while it goes on. */\n  outcome: Outcome | null;\n",
		"names in camel case":  "  winRate: number;\n",
		"a union of texts":     "  circuit: \"inner\" | \"outer\";\n",
		"a list of reports":    "  badMoves: BadMove[];\n",
		"a key often left out": "  visits?: number;\n",
		"64 bits":              "  seed: number | bigint;\n",
		"64 bits in a report":  "  order: \"game\" | \"worst\";\n  /** Seed of the searches. */\n  seed: number | bigint;\n",
		"a table":              "  targets: Record<string, Tally>;\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: the file for TypeScript lacks\n%s", name, want)
		}
	}

	text = string(files[csharp.path])
	for name, want := range map[string]string{
		"a class":              "    public sealed partial class Line\n    {\n",
		"a value":              "    public partial struct GatewayState\n",
		"null of a number":     "        public int? Score { get; private set; }\n",
		"a count":              "        public long Count { get; private set; }\n",
		"64 bits":              "                Seed = report[\"seed\"].ULong,\n",
		"a list of texts":      "                Accepted = report[\"accepted\"].Texts,\n",
		"a list of numbers":    "                Loops = report[\"loops\"].Ints,\n",
		"a list of reports":    "                Lines = report[\"lines\"].Each(Line.From),\n",
		"a report in a report": "                Search = report[\"search\"].As(RecordSearch.From),\n",
		"a key often left out": "                Visits = report[\"visits\"].LongOrNull,\n",
		"counts by key":        "        public Dictionary<string, long> Reasons { get; private set; }\n",
		"lists of lists":       "                Policy = report[\"policy\"],\n",
		"seconds":              "                Time = TimeSpan.FromSeconds(report[\"time\"].Double),\n",
		"the words of a text":  "/// <summary>The circuit travelled. \"inner\" or \"outer\".</summary>\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: the file for C# lacks\n%s", name, want)
		}
	}
}

using System;
using System.IO;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class SurakartaTests
    {
        const string TwoWays = "6/6/6/6/b5/1w4 b"; // black a2 takes b1 round one corner, or round the other three

        [Test]
        public void RoutesAreShortestFirst()
        {
            using (var board = new Board("surakarta", TwoWays))
            {
                Route[] routes = board.Routes("a2b1");
                Assert.AreEqual(2, routes.Length);
                Assert.AreEqual("inner", routes[0].Circuit);
                Assert.AreEqual(new[] { "a2", "b1" }, routes[0].Points);
                Assert.AreEqual(new[] { 0 }, board.Route("a2xb1").Loops);
                Assert.AreEqual(new[] { 5, 11, 17 }, routes[1].Loops);
                Assert.AreEqual(24, routes[1].Points.Length);
                StringAssert.Contains("no capture", Assert.Throws<RulesException>(() => board.Route("a2-a3")).Message);
                Assert.Throws<RulesException>(() => board.Routes("a2xf6"));
                Assert.Throws<ParseException>(() => board.Routes("castle"));
                Assert.Throws<ArgumentNullException>(() => board.Routes(null));
            }
            using (var board = new Board("xiangqi"))
            {
                Assert.Throws<UnsupportedException>(() => board.Routes("h2e2"));
            }
        }

        [Test]
        public void Targets()
        {
            using (var board = new Board("surakarta"))
            {
                Assert.AreEqual(new[] { "a3", "b3" }, board.Targets("a2").Steps);
                Assert.AreEqual(0, board.Targets("f6").Steps.Length, "not black's");
                Assert.AreEqual(new[] { "b1" }, board.Attackers("a2"), "guarded around the corner");
                Assert.Throws<ParseException>(() => board.Targets("z9"));
            }
            using (var board = new Board("surakarta", TwoWays)) Assert.AreEqual(new[] { "b1" }, board.Targets("a2").Captures);
            using (var board = new Board("xiangqi")) Assert.AreEqual(new[] { "h9" }, board.Targets("h2").Captures);
        }

        [Test]
        public void TheRulesReachTheGame()
        {
            using (var board = new Board("surakarta", null, new BoardOptions { First = "w" })) Assert.AreEqual("w", board.Side);
            Assert.AreEqual("repetition", Ends(null).Reason);
            Assert.IsNull(Ends(new BoardOptions { RuleSet = "contest" }));
            Assert.AreEqual("no capture", Ends(new BoardOptions { RuleSet = "contest", NoCaptureLimit = 4 }).Reason);
            Assert.AreEqual(-1, Ends(new BoardOptions { Repetition = "draw" }).Winner);
            Assert.IsNull(Ends(new BoardOptions { RepetitionLimit = 3 }));
            Outcome drawn = Ends(new BoardOptions { RepetitionLimit = 0, NoCaptureLimit = 4, NoCapture = "draw" });
            Assert.AreEqual("no capture", drawn.Reason);
            Assert.AreEqual(-1, drawn.Winner);
            using (var board = new Board("surakarta", "6/w5/wwww2/bbbw2/bbbw2/bbbw2 b", new BoardOptions { NoMove = "lose" }))
            {
                Assert.AreEqual(1, board.Outcome.Winner);
            }
            StringAssert.Contains("no_move", Assert.Throws<InvalidArgumentException>(
                () => new Board("surakarta", null, new BoardOptions { NoMove = "pass" })).Message);
            using (var board = new Board("surakarta", "6/6/6/6/4wb/4w1 w", new BoardOptions { StartBlocks = true }))
            {
                CollectionAssert.DoesNotContain(board.Moves(), "e2xf2");
            }
        }

        static Outcome Ends(BoardOptions rules)
        {
            using (var board = new Board("surakarta", "5w/6/6/6/6/b1b3 b", rules))
            {
                foreach (string move in new[] { "a1-b1", "f6-e6", "b1-a1", "e6-f6" }) board.Play(move);
                return board.Outcome;
            }
        }

        [Test]
        public async Task EveryStrategySearchesAndEvaluatesForEitherRole()
        {
            foreach (string strategy in new[] { null, "101", "102", "103", "104", "105", "106" })
            {
                using (var engine = new Engine("surakarta", new EngineOptions { Strategy = strategy, TableMb = 4 }))
                using (var board = new Board("surakarta", TwoWays))
                using (var other = new Board("surakarta", "6/6/6/1b4/6/3w2 b"))
                {
                    SearchResult found = await engine.SearchAsync(board, new SearchLimits { Depth = 3, Lines = 2 });
                    Assert.AreEqual("a2xb1", found.Best, strategy);
                    Assert.AreEqual(2, found.Lines.Count, strategy);
                    Assert.AreEqual("a2xb1", found.Lines[0].Moves[0], strategy);
                    var front = engine.Evaluate(other);
                    CollectionAssert.IsSubsetOf(new[] { "extent", "position", "dynamic", "potential", "phase", "total" }, front.Keys);
                    Assert.AreEqual(strategy == null ? 7 : 6, front.Count, strategy); // the strategies value by the document, without a network
                    Assert.AreEqual(414, front["total"]);
                    Assert.AreEqual(414, engine.Evaluate(other, new EvaluateOptions { Role = "front" })["total"]);
                    Assert.AreEqual(3 * 98, engine.Evaluate(other, new EvaluateOptions { Role = "back" })["total"]);
                }
            }
        }

        [Test]
        public async Task TheStrategiesTakeValuesOfTheirOwn()
        {
            var points = new int[36];
            points[7] = 900; // b2, one step from a1
            using (var engine = new Engine("surakarta", new EngineOptions { Strategy = "102", PieceValue = 200, PointValues = points }))
            using (var board = new Board("surakarta", "w5/6/6/6/6/b5 b"))
            {
                SearchResult found = await engine.SearchAsync(board, new SearchLimits { Depth = 1 });
                Assert.AreEqual("a1-b2", found.Best);
                Assert.AreEqual(900, found.Score);
            }
            var weights = new EngineOptions { Strategy = "106", WeightsFrontEndgame = new[] { 1, 10, 1, 1 }, WeightsBackEndgame = new[] { 0, 2, 0, 0 } };
            using (var engine = new Engine("surakarta", weights))
            using (var board = new Board("surakarta", "6/6/6/1b4/6/3w2 b"))
            {
                Assert.AreEqual(1380, engine.Evaluate(board)["total"]);
                Assert.AreEqual(2 * 98, engine.Evaluate(board, new EvaluateOptions { Role = "back" })["total"]);
            }
            Assert.Throws<InvalidArgumentException>(() => new Engine("surakarta", new EngineOptions { Strategy = "101", PieceValue = 79 }));
            Assert.Throws<UnsupportedException>(() => new Engine("surakarta", new EngineOptions { WeightsFront = new[] { 1, 2, 3, 4 } }));
        }

        [Test]
        public async Task TablesAreBuiltAndKnownByHeart()
        {
            string folder = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
            try
            {
                using (Job<string> job = EndgameTables.Build("surakarta", folder, new TableOptions { Largest = "2v1" }))
                {
                    Assert.AreEqual(folder, await job.WaitAsync());
                    Assert.AreEqual(1, job.Progress.Fraction);
                }
                string[] files = Directory.GetFiles(folder);
                Assert.AreEqual(2, files.Length);
                Assert.IsNull((await Search(folder)).Note);
                Assert.AreEqual("win", (await Search(folder)).Proven);
                File.WriteAllText(files[0], "altered");
                StringAssert.Contains(Path.GetFileName(files[0]), (await Search(folder)).Note);

                var wrong = new TableOptions();
                wrong.More["larges"] = "1v1";
                StringAssert.Contains("larges", Assert.Throws<InvalidArgumentException>(() => EndgameTables.Build("surakarta", folder, wrong)).Message);
                using (Job<string> job = EndgameTables.Build("surakarta", folder, new TableOptions { Largest = "5v1" }))
                {
                    Assert.Throws<InvalidArgumentException>(() => job.Wait());
                }
                using (Job<string> job = EndgameTables.Build("xiangqi", folder)) Assert.Throws<UnsupportedException>(() => job.Wait());
                using (Job<string> job = EndgameTables.Build("surakarta", Path.Combine(files[0], "x"))) Assert.Throws<StorageException>(() => job.Wait());
            }
            finally
            {
                if (Directory.Exists(folder)) Directory.Delete(folder, true);
            }
        }

        static async Task<SearchResult> Search(string folder)
        {
            using (var engine = new Engine("surakarta", new EngineOptions { Tables = folder }))
            using (var board = new Board("surakarta", TwoWays))
            {
                return await engine.SearchAsync(board, new SearchLimits { Depth = 1 });
            }
        }

        [Test]
        public void BadInput()
        {
            StringAssert.Contains("13 pieces", Assert.Throws<RulesException>(() => new Board("surakarta", "wwwwww/wwwwww/6/5b/bbbbbb/bbbbbb b")).Message);
            Assert.Throws<RulesException>(() => new Board("surakarta", "wwwwww/wwwwww/6/6/6/6 w"));
            Assert.Throws<ParseException>(() => new Board("surakarta", "wwwwwww/wwwwww/6/6/bbbbbb/bbbbbb b"));
            Assert.Throws<ParseException>(() => new Board("surakarta", "wwwwww/wwwwww/6/6w/bbbbbb/bbbbbb b"));
            Assert.Throws<ParseException>(() => new Board("surakarta", "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb r"));
            Assert.Throws<InvalidArgumentException>(() => new Board("surakarta", null, new BoardOptions { RuleSet = "chess" }));
            Assert.Throws<InvalidArgumentException>(() => new Board("surakarta", null, new BoardOptions { First = "red" }));
            Assert.Throws<InvalidArgumentException>(() => new Board("surakarta", null, new BoardOptions { NoCaptureLimit = -1 }));
            Assert.Throws<InvalidArgumentException>(() => new Board("surakarta", null, new BoardOptions { NaturalLimit = 3 }));
            StringAssert.Contains("101", Assert.Throws<UnsupportedException>(() => new Engine("surakarta", new EngineOptions { Strategy = "107" })).Message);
            using (var engine = new Engine("surakarta", new EngineOptions { TableMb = 4 }))
            using (var board = new Board("surakarta"))
            {
                StringAssert.Contains("role is \"sideways\", expected one of \"front\", \"back\"",
                    Assert.Throws<InvalidArgumentException>(() => engine.Evaluate(board, new EvaluateOptions { Role = "sideways" })).Message);
                var wrong = new EvaluateOptions();
                wrong.More["rolle"] = "front";
                Assert.Throws<InvalidArgumentException>(() => engine.Evaluate(board, wrong));
            }
        }
    }
}

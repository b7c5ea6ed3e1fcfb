using System;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class EngineTests
    {
        [Test]
        public async Task SearchesToADepth()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi", new EngineOptions { Workers = 1, TableMb = 4 }))
            {
                SearchResult result = await engine.SearchAsync(board, new SearchLimits { Depth = 4, Lines = 3 });
                CollectionAssert.Contains(board.Moves(), result.Best);
                Assert.IsTrue(result.Depth >= 4 && result.Nodes > 100);
                Assert.AreEqual(3, result.Lines.Count);
                Assert.AreEqual(result.Best, result.Lines[0].Moves[0]);
                Assert.IsTrue(result.WinRate >= 0 && result.WinRate <= 1);
                Assert.IsTrue(result.Score.HasValue);
            }
        }

        [Test]
        public async Task LevelsPlayWhatTheTableOfAllLanguagesSays()
        {
            int rows = 0;
            foreach (string line in System.IO.File.ReadAllLines(TestFiles.OfProject("internal", "ctest", "testdata", "levels.tsv")))
            {
                if (line.StartsWith("#", StringComparison.Ordinal)) continue;
                string[] row = line.Split('\t'), moves = row[3].Split(' ');
                var rules = new BoardOptions();
                if (row[1] != "")
                    foreach (string key in Json.Parse(row[1]).Keys) rules.More[key] = (long)Json.Parse(row[1])[key].DoubleOrNull.Value;
                using (var board = new Board(row[0], row[2], rules))
                    for (int level = 1; level <= moves.Length; level++, rows++)
                        using (var engine = new Engine(row[0], new EngineOptions { Level = level, Seed = 7, TableMb = 1, Deterministic = true }))
                            Assert.AreEqual(moves[level - 1], (await engine.SearchAsync(board, new SearchLimits { Nodes = 100 })).Best, level + ": " + line);
            }
            Assert.GreaterOrEqual(rows, 90);
        }

        [Test]
        public async Task ATreeSearchIsAKindOfEngine()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi", new EngineOptions { Kind = "mcts", Seed = ulong.MaxValue }))
            {
                SearchResult result = await engine.SearchAsync(board, new SearchLimits { Visits = 300 });
                CollectionAssert.Contains(board.Moves(), result.Best);
                Assert.IsNull(result.Score);
            }
        }

        [Test]
        public async Task PlaysByTheClockAndPonders()
        {
            await Busy.Soon(2, () => SixMoves(TimeSpan.FromSeconds(2)));
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi", new EngineOptions { Ponder = true, TableMb = 4 }))
            {
                Assert.Throws<InvalidArgumentException>(() => engine.Start(board, new SearchLimits { Clock = TimeSpan.FromSeconds(-1) }));
                await Throws<InvalidArgumentException>(engine.SearchAsync(board, new SearchLimits { Visits = 10 }));
            }
            Assert.Throws<UnsupportedException>(() => new Engine("xiangqi", new EngineOptions { Ponder = true, Level = 3 }));
        }

        static async Task<double> SixMoves(TimeSpan left)
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi", new EngineOptions { Ponder = true, TableMb = 4 }))
            {
                Func<double> spent = Busy.Spent();
                for (int ply = 0; ply < 6 && left > TimeSpan.Zero; ply++)
                {
                    var clock = Stopwatch.StartNew();
                    SearchResult result = await engine.SearchAsync(board, new SearchLimits { Clock = left, MovesToGo = 10 });
                    board.Play(result.Best);
                    left -= clock.Elapsed;
                }
                return spent();
            }
        }

        [Test]
        public async Task ABookAnswersWhereItHasThePosition()
        {
            using (var files = new TestFiles())
            using (var board = new Board("xiangqi"))
            {
                string path = TestFiles.Generate(files["small.qkb"], TestFiles.Small(""));
                BookEntry known;
                using (Book book = Book.Open(path)) known = book.Lookup(board);
                using (var engine = new Engine("xiangqi", new EngineOptions { Book = path, TableMb = 4 }))
                {
                    SearchResult found = await engine.SearchAsync(board, new SearchLimits { Depth = 3 });
                    Assert.AreEqual(known.Best, found.Best);
                    Assert.AreEqual(known.Eval, found.Score);
                    Assert.AreEqual(0.5, found.WinRate); // no game has a result
                    Assert.IsTrue(found.Depth == 0 && found.Nodes == 0 && found.Lines.Count == 1);
                    CollectionAssert.AreEqual(new[] { known.Best }, found.Lines[0].Moves);
                    StringAssert.StartsWith("book: " + known.Best, found.Note);
                    Assert.IsTrue((await engine.SearchAsync(board, new SearchLimits { Depth = 2, Lines = 2 })).Nodes > 0);
                }
                System.IO.File.WriteAllText(files["text.qkb"], "1. h2e2");
                Assert.Throws<NotFoundException>(() => new Engine("xiangqi", new EngineOptions { Book = files["none.qkb"] }));
                Assert.Throws<ParseException>(() => new Engine("xiangqi", new EngineOptions { Book = files["text.qkb"] }));
                Assert.Throws<InvalidArgumentException>(() => new Engine("surakarta", new EngineOptions { Book = path }));
            }
        }

        [Test]
        public void EvaluatesByTerms()
        {
            using (var board = new Board("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1"))
            using (var engine = new Engine("xiangqi"))
            {
                var terms = engine.Evaluate(board);
                CollectionAssert.AreEquivalent(new[] { "value", "position", "mobility", "own", "enemy", "total", "network" }, terms.Keys);
                Assert.IsTrue(terms["value"] < 0, "a horse down");
                engine.Clear();
            }
        }

        [Test]
        public void ANetworkFileValuesPositions()
        {
            string net = TestFiles.OfProject("lib", "engine", "testdata", "men.qnet");
            using (var down = new Board("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w"))
            using (var engine = new Engine("xiangqi", new EngineOptions { Evaluator = "nnue", Net = net }))
            {
                var terms = engine.Evaluate(down);
                Assert.AreEqual(-950, terms["network"]);
                Assert.AreEqual(terms["value"] + terms["position"] + terms["mobility"] + terms["own"] + terms["enemy"], terms["total"]);
                using (var tree = new Engine("xiangqi", new EngineOptions { Kind = "mcts", Net = net }))
                    CollectionAssert.AreEquivalent(terms, tree.Evaluate(down));
            }
            using (var files = new TestFiles())
            {
                System.IO.File.WriteAllText(files["no.qnet"], "not a network, but a text that is longer than the header of one");
                Assert.Throws<InvalidArgumentException>(() => new Engine("xiangqi", new EngineOptions { Net = files["no.qnet"] }));
            }
            Assert.Throws<InvalidArgumentException>(() => new Engine("surakarta", new EngineOptions { Net = net }));
            Assert.Throws<UnsupportedException>(() => new Engine("gomoku", new EngineOptions { Net = net }));
        }

        [Test]
        public async Task ASearchThatNothingWouldEndIsRefused()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            {
                foreach (SearchLimits limits in new[] { null, new SearchLimits(), new SearchLimits { Lines = 2, Fresh = true } })
                {
                    var e = await Throws<InvalidArgumentException>(engine.SearchAsync(board, limits));
                    StringAssert.StartsWith("search: no limit, expected Depth, Nodes, Visits, Time, Clock", e.Message);
                    await Throws<InvalidArgumentException>(engine.SearchAsync(board, limits, CancellationToken.None));
                }
                Assert.IsNotNull((await engine.SearchAsync(board, new SearchLimits { Nodes = 100 })).Best);
                Assert.IsNotNull((await engine.SearchAsync(board, new SearchLimits { Time = TimeSpan.FromMilliseconds(5) })).Best);
                Assert.IsNotNull((await engine.SearchAsync(board, new SearchLimits { Time = TimeSpan.FromTicks(1) })).Best);
            }
        }

        [Test]
        public void NoObjectOfTheLibraryIsCopiedOrSerialised()
        {
            var formatter = new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter();
            int kinds = 0;
            foreach (Type kind in typeof(Engine).Assembly.GetTypes().Where(t => typeof(NativeObject).IsAssignableFrom(t)))
            {
                Assert.IsFalse(typeof(ICloneable).IsAssignableFrom(kind) || kind.IsSerializable, kind.Name);
                kinds++;
            }
            Assert.IsTrue(kinds > 8);
            using (var engine = new Engine("xiangqi"))
            using (var stream = new System.IO.MemoryStream())
            {
                Assert.Throws<System.Runtime.Serialization.SerializationException>(() => formatter.Serialize(stream, engine));
            }
        }

        [Test]
        public async Task ACancelledTokenEndsASearchSoon()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            {
                await Busy.Soon(2, async () =>
                {
                    using (var source = new CancellationTokenSource(50))
                    {
                        Func<double> spent = Busy.Spent();
                        await Throws<OperationCanceledException>(engine.SearchAsync(board, null, source.Token));
                        double seconds = spent();
                        await Throws<OperationCanceledException>(engine.SearchAsync(board, null, source.Token));
                        return seconds;
                    }
                });
            }
        }

        [Test]
        public async Task ACancelledJobKeepsTheBest()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            using (Job<SearchResult> job = engine.Start(board))
            {
                Assert.Throws<StateException>(() => job.Result());
                while (job.Progress.Events == 0) await Task.Delay(5); // until it has found something
                job.Cancel();
                SearchResult result = await job.WaitAsync();
                Assert.AreEqual(JobState.Cancelled, job.Progress.State);
                CollectionAssert.Contains(board.Moves(), result.Best);
                Assert.AreEqual(result.Best, job.Result().Best, "any number of times");
            }
        }

        [Test]
        public async Task TellsAfterEachIteration()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            using (Job<SearchResult> job = engine.Start(board, new SearchLimits { Depth = 5 }))
            {
                SearchResult result = await job.WaitAsync();
                Json told;
                int last = 0, count = 0;
                for (; job.TryReadEvent(out told); count++)
                {
                    SearchResult sofar = SearchResult.From(told);
                    Assert.IsTrue(sofar.Depth >= last);
                    last = sofar.Depth;
                }
                Assert.IsTrue(count >= 2);
                Assert.AreEqual(result.Depth, last);
            }
        }

        [Test]
        public void WaitingOnTheThread()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            {
                using (Job<SearchResult> job = engine.Start(board))
                {
                    Assert.IsFalse(job.Wait(250), "it goes on until it is cancelled");
                    job.Cancel();
                    Assert.IsTrue(job.Wait(Busy.Hang));
                    Assert.Throws<ArgumentOutOfRangeException>(() => job.Wait(-1));
                }
                using (Job<SearchResult> job = engine.Start(board, new SearchLimits { Depth = 2 })) Assert.IsNotNull(job.Wait().Best);
            }
        }

        [Test]
        public async Task DisposingTheEngineEndsItsSearch()
        {
            var engine = new Engine("xiangqi");
            using (var board = new Board("xiangqi"))
            using (Job<SearchResult> job = engine.Start(board))
            {
                engine.Dispose();
                Task ended = job.WaitAsync();
                Assert.AreSame(ended, await Task.WhenAny(ended, Task.Delay(Busy.Hang)));
                Assert.Throws<HandleException>(() => engine.Start(board));
            }
        }

        [Test]
        public async Task BadInput()
        {
            Assert.Throws<NotFoundException>(() => new Engine("ludus"));
            StringAssert.Contains("oracle", Assert.Catch<QikitException>(() => new Engine("xiangqi", new EngineOptions { Kind = "oracle" })).Message);
            var wrong = new EngineOptions();
            wrong.More["tabel"] = 3;
            StringAssert.Contains("tabel", Assert.Throws<InvalidArgumentException>(() => new Engine("xiangqi", wrong)).Message);
            Assert.Throws<InvalidArgumentException>(() => new Engine("xiangqi", new EngineOptions { Workers = -1 }));
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            {
                Assert.Throws<InvalidArgumentException>(() => engine.Start(board, new SearchLimits { Depth = -1 }));
                Assert.Throws<ArgumentNullException>(() => engine.Start(null));
                await Throws<InvalidArgumentException>(engine.SearchAsync(board, new SearchLimits { Depth = 101 }));
                await Throws<InvalidArgumentException>(engine.SearchAsync(board, new SearchLimits { Depth = 1, Lines = 0 }));
            }
        }

        [Test]
        public async Task AnExternalEngineThatIsNotThereOrDiesIsNamed()
        {
            Func<string, Task> broken = async path =>
            {
                using (var board = new Board("xiangqi"))
                using (Engine engine = await Engine.OpenAsync("xiangqi", new EngineOptions { Kind = "uci", Path = path, Timeout = Busy.Hang / 1000 }))
                {
                    await engine.SearchAsync(board, new SearchLimits { Depth = 1 });
                }
            };
            StringAssert.Contains("/no/such/engine", (await Throws<NotFoundException>(broken("/no/such/engine"))).Message);
            StringAssert.Contains("false", (await Throws<StorageException>(broken("/bin/false"))).Message);
        }

        [Test]
        public void ADefectInsidePoisonsOnlyWhatItWasIn()
        {
            Assert.IsInstanceOf<PanicException>(Library.Panic());
            Assert.IsInstanceOf<PanicException>(Library.Panic(null, true));
            var board = new Board("xiangqi");
            var engine = new Engine("xiangqi");
            Assert.IsInstanceOf<PanicException>(Library.Panic(engine));
            Assert.Throws<PanicException>(() => engine.Start(board));
            Assert.IsInstanceOf<PanicException>(Library.Panic(board, true));
            Assert.Throws<PanicException>(() => board.Play("h2e2"));
            engine.Dispose();
            board.Dispose();
            using (var other = new Board("xiangqi")) Assert.AreEqual(44, other.Moves().Length);
        }

        /// <summary>Assert.Throws for a task; NUnit 2.6 has none.</summary>
        internal static async Task<T> Throws<T>(Task task) where T : Exception
        {
            try
            {
                await task;
            }
            catch (T e)
            {
                return e;
            }
            Assert.Fail("expected " + typeof(T).Name);
            return null;
        }
    }
}

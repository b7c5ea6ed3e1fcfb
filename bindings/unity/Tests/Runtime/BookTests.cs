using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class BookTests
    {
        [Test]
        public void IsGeneratedOpenedLookedUpAndRead()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            using (var start = new Board("xiangqi"))
            {
                long count = book.Count;
                Assert.IsTrue(count > 10);
                BookEntry entry = book.Lookup(start);
                Assert.AreEqual(entry.Moves.Count, book.Lookup(start.Position).Moves.Count);
                Assert.IsTrue(entry.Count >= 1 && entry.Moves.Count >= 1);
                foreach (EntryMove m in entry.Moves)
                {
                    CollectionAssert.Contains(start.Moves(), m.Move);
                    Assert.AreEqual(m.Count, m.Wins + m.Draws + m.Losses + m.Unknown);
                }
                List<BookRecord> records = book.Records().ToList();
                Assert.AreEqual(count, records.Count);
                foreach (BookRecord record in records)
                {
                    Assert.IsNull(record.Result); // the games were cut off
                    Assert.AreEqual(record.Count, record.Unknown);
                    using (var board = new Board("xiangqi", record.Initial))
                    {
                        foreach (string move in record.Moves) board.Play(move);
                        Assert.AreEqual(record.Flipped, board.Side != "red");
                        if (!record.Flipped) Assert.AreEqual(board.Position.Split(' ')[0], record.Fen.Split(' ')[0]);
                    }
                }
            }
        }

        [Test]
        public async Task EvaluationsFlowBack()
        {
            using (var files = new TestFiles())
            {
                string path = TestFiles.Generate(files["a.qkb"], TestFiles.Small(""));
                Minimaxed report;
                using (Job<Minimaxed> job = Book.Minimax(path)) report = await job.WaitAsync();
                using (Book book = Book.Open(path))
                using (var start = new Board("xiangqi"))
                {
                    Assert.AreEqual(book.Count, report.Positions);
                    BookEntry entry = book.Lookup(start);
                    CollectionAssert.Contains(start.Moves(), entry.Best);
                    foreach (EntryMove m in entry.Moves)
                    {
                        start.Play(m.Move);
                        BookEntry behind = book.Lookup(start);
                        start.Undo();
                        Assert.AreEqual(-behind.Eval, m.Eval);
                        Assert.AreEqual(behind.Depth + 1, m.Depth);
                    }
                }
            }
        }

        [Test]
        public async Task AnEngineThatCanNotDoTheJobIsToldAtOnce()
        {
            using (var files = new TestFiles())
            {
                BookOptions options = TestFiles.Small(files["never.qkb"]);
                options.Game = "surakarta";
                options.Players = new List<PlayerOptions> { new PlayerOptions { Strategy = "101", Nodes = 100 } };
                using (Job<BookSummary> job = Book.Generate(options))
                {
                    InvalidArgumentException told = null;
                    try { await job.WaitAsync(); }
                    catch (InvalidArgumentException e) { told = e; }
                    StringAssert.Contains("players[0]: ", told.Message);
                }
                Assert.IsFalse(File.Exists(files["never.qkb"]));
            }
        }

        [Test]
        public async Task OneAndTwoWorkersGiveTheSameBytes()
        {
            using (var files = new TestFiles())
            {
                var texts = new List<string>();
                foreach (int workers in new[] { 1, 2 })
                {
                    BookOptions options = TestFiles.Small("");
                    options.Workers = workers;
                    using (Book book = Book.Open(TestFiles.Generate(files[workers + ".qkb"], options)))
                    {
                        await book.ExportAsync(files[workers + ".jsonl"]);
                    }
                    texts.Add(File.ReadAllText(files[workers + ".jsonl"]));
                }
                Assert.IsTrue(texts[0].Length > 1000);
                Assert.AreEqual(texts[0], texts[1]);
            }
        }

        [Test]
        public async Task ExportsEveryFormat()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            {
                foreach (string format in new[] { "jsonl", "pgn", "epd", "csv", "plain", "bin", "xqb", "html" })
                {
                    if (format == "plain" || format == "bin") // have no word for games without a result
                        Assert.AreEqual(0, (await book.ExportAsync(files["a.none"], format))["records"].Int);
                    Json report = await book.ExportAsync(files["a." + format], format, new ExportOptions { Unknown = true });
                    StringAssert.StartsWith("qikit/export/", report["schema"].Text);
                    Assert.IsTrue(new FileInfo(files["a." + format]).Length > 100, format);
                }
                await book.ExportAsync(files["chinese.pgn"], "pgn", new ExportOptions { Notation = "chinese", Encoding = "gb18030" });
                StringAssert.Contains("[Format \"Chinese\"]", File.ReadAllText(files["chinese.pgn"]));
                StringAssert.Contains("\uFFFD", File.ReadAllText(files["chinese.pgn"])); // these bytes are no UTF-8
                Json late = await book.ExportAsync(files["late.jsonl.gz"], "jsonl", new ExportOptions { MinPly = 2, SkipCheck = true });
                Assert.IsTrue(late["records"].Int > 0 && late["records"].Int < (long)book.Count);
                Assert.AreEqual(0x1f, File.ReadAllBytes(files["late.jsonl.gz"])[0]); // gzip
                StringAssert.Contains("docx", (await EngineTests.Throws<QikitException>(Docx(book, files["a.docx"]))).Message);
            }
        }

        [Test]
        public async Task ExportsAsTheSuffixOfTheNameSays()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            {
                foreach (string format in new[] { "jsonl", "pgn", "epd", "csv", "html" })
                {
                    Assert.AreEqual(format, (await book.ExportAsync(files["b." + format]))["format"].Text);
                }
                Assert.AreEqual("jsonl", (await book.ExportAsync(files["b"]))["format"].Text);
                Assert.AreEqual("pgn", (await book.ExportAsync(files["c.csv"], "pgn"))["format"].Text);
                Assert.AreEqual("csv", (await book.ExportAsync(files["d.csv.gz"], null, new ExportOptions { MinPly = 2 }))["format"].Text);
                StringAssert.Contains("ends in \".parquet\", expected the suffix of one of bin, binpack, csv",
                    (await EngineTests.Throws<UnsupportedException>(book.ExportAsync(files["b.parquet"]))).Message);
            }
        }

        static async Task Docx(Book book, string file)
        {
            await book.ExportAsync(file, "docx");
        }

        [Test]
        public async Task BooksAreMergedCountedAndTakePeoplesGames()
        {
            using (var files = new TestFiles())
            {
                BookOptions first = TestFiles.Small(""), second = TestFiles.Small("");
                second.Seed = 8;
                string one = TestFiles.Generate(files["one.qkb"], first), two = TestFiles.Generate(files["two.qkb"], second);
                using (Book all = Book.Create("xiangqi", files["all.qkb"]))
                {
                    await all.MergeAsync(one);
                    long before = all.Count;
                    await all.MergeAsync(two);
                    Assert.IsTrue(before > 0 && all.Count > before);
                    StringAssert.StartsWith("qikit/book-stats/", (await all.StatsAsync())["schema"].Text);
                }
                using (Book book = Book.Open(one)) await book.ExportAsync(files["one.pgn"], "pgn");
                using (Book people = Book.Create("xiangqi", files["people.qkb"]))
                using (var start = new Board("xiangqi"))
                {
                    await people.AddGamesAsync(files["one.pgn"]);
                    Assert.AreEqual(0, (await people.AddGamesAsync(files["one.pgn"]))["games"].Int);
                    Assert.IsTrue(people.Lookup(start).Count >= 1);
                    await people.ExportAsync(files["one.xqb"], "xqb");
                    StringAssert.Contains("expected pgn", (await EngineTests.Throws<UnsupportedException>(people.ExportAsync(files["x.sgf"], "sgf"))).Message);
                    using (Book opening = Book.Create("xiangqi", files["opening.qkb"]))
                    {
                        await opening.AddGamesAsync(files["one.xqb"]);
                        Assert.IsTrue(opening.Count > 0 && opening.Lookup(start).Count >= 1);
                    }
                }
            }
        }

        [Test]
        public async Task ABookThatGrowsIsTheBookMadeAtOnce()
        {
            using (var files = new TestFiles())
            {
                var texts = new List<string>();
                foreach (int first in new[] { 2, 4 })
                {
                    string path = files["from" + first + ".qkb"];
                    BookOptions options = TestFiles.Small(path);
                    options.Resume = true;
                    options.MaxPlies = 4;
                    foreach (int games in new[] { first, 4 })
                    {
                        options.Games = games;
                        TestFiles.Generate(path, options);
                    }
                    using (Book book = Book.Open(path))
                    {
                        await book.ExportAsync(path + ".jsonl");
                    }
                    texts.Add(File.ReadAllText(path + ".jsonl"));
                    options.Games = 1;
                    var refused = Assert.Throws<InvalidArgumentException>(() => TestFiles.Generate(path, options));
                    StringAssert.Contains("the book has 4 and can only grow", refused.Message);
                }
                Assert.AreEqual(texts[0], texts[1]);
            }
        }

        [Test]
        public void ATreeGrowsBestFirst()
        {
            using (var files = new TestFiles())
            {
                var options = new BookOptions
                {
                    Game = "xiangqi",
                    Initial = new List<string> { "startpos moves h2e2" },
                    Depth = new DepthOptions { Scope = "ply", Distribution = "uniform", Min = 1, Max = 2 },
                    Breadth = new BreadthOptions { Order = "score", Positions = 20, PlyLoss = 5, MaxLoss = 80 },
                    Seed = 7,
                };
                using (Book book = Book.Open(TestFiles.Generate(files["tree.qkb"], options)))
                {
                    foreach (BookRecord record in book.Records()) Assert.AreEqual("h2e2", record.Moves[0]);
                    Assert.Greater(book.Count, 20);
                }
            }
        }

        [Test]
        public async Task ACancelledGenerationGoesOn()
        {
            using (var files = new TestFiles())
            {
                BookOptions options = TestFiles.Long(files["a.qkb"]);
                using (var source = new CancellationTokenSource(300))
                using (Job<BookSummary> job = Book.Generate(options))
                {
                    await EngineTests.Throws<OperationCanceledException>(job.WaitAsync(source.Token));
                    Assert.AreEqual(JobState.Cancelled, job.Progress.State);
                    Assert.IsFalse(job.Result().Complete);
                }
                options.Resume = true;
                using (Job<BookSummary> job = Book.Generate(options))
                {
                    await Task.Delay(200);
                    job.Cancel();
                    Assert.IsFalse((await job.WaitAsync()).Complete);
                }
            }
        }

        [Test]
        public void RecordsSayWhatStrengthAdjustmentDid()
        {
            using (var files = new TestFiles())
            {
                BookOptions options = TestFiles.Small("");
                options.Balance = new BalanceOptions { Threshold = 1, Band = new[] { 1, 2 } };
                using (Book book = Book.Open(TestFiles.Generate(files["balance.qkb"], options)))
                {
                    List<BookRecord> moved = book.Records().Where(record => record.Move != null).ToList();
                    Assert.IsTrue(moved.Any(record => record.Balance.Adjusted == true));
                    foreach (BookRecord record in moved)
                    {
                        Assert.AreEqual(2, record.Balance.Evals.Length);
                        Assert.AreEqual(2, record.Balance.Offsets.Length);
                    }
                }
            }
        }

        [Test]
        public void BadOptionsSayWhichKeyAndWhatWasExpected()
        {
            using (var files = new TestFiles())
            {
                Action<Type, string, Action<BookOptions>> refused = (kind, text, change) =>
                {
                    BookOptions options = TestFiles.Small(files["refused.qkb"]);
                    change(options);
                    QikitException e = Assert.Catch<QikitException>(() => { using (var job = Book.Generate(options)) job.Wait(); });
                    Assert.IsInstanceOf(kind, e, e.Message);
                    StringAssert.Contains(text, e.Message);
                };
                refused(typeof(NotFoundException), "ludus", o => o.Game = "ludus");
                refused(typeof(InvalidArgumentException), "gamess", o => o.More["gamess"] = 3);
                refused(typeof(InvalidArgumentException), "top_k", o => o.TopK = 0);
                refused(typeof(InvalidArgumentException), "games", o => o.More["games"] = "many");
                refused(typeof(InvalidArgumentException), "depth", o => o.Depth.Max = 1);
                refused(typeof(InvalidArgumentException), "depth", o => o.Depth.Min = 4);
                refused(typeof(UnsupportedException), "nnue", o => {
                    o.Balance = new BalanceOptions { Evaluator = "nnue" };
                    o.Players = new[] { new PlayerOptions { Evaluator = "terms" } };
                });
                refused(typeof(ParseException), "initial", o => o.Initial = new[] { "not a position" });
                refused(typeof(NotFoundException), "absent", o => o.InitialFile = files["absent.fen"]);
                refused(typeof(QikitException), "folder", o => o.Out = files["no/such/folder/a.qkb"]);
                Assert.IsFalse(File.Exists(files["refused.qkb"]), "nothing was made");
                Assert.Throws<ArgumentNullException>(() => Book.Generate(null));
            }
        }

        [Test]
        public void FilesThatAreNoBooksAreRefusedAndLeftAlone()
        {
            using (var files = new TestFiles())
            {
                StringAssert.Contains("absent", Assert.Throws<NotFoundException>(() => Book.Open(files["absent.qkb"])).Message);
                Assert.IsFalse(File.Exists(files["absent.qkb"]));
                string text = string.Concat(Enumerable.Repeat("this is no book\n", 1000));
                File.WriteAllText(files["text.qkb"], text);
                Assert.Throws<ParseException>(() => Book.Open(files["text.qkb"]));
                Assert.AreEqual(text, File.ReadAllText(files["text.qkb"]));

                string good = TestFiles.Generate(files["good.qkb"], TestFiles.Small(""));
                byte[] bytes = File.ReadAllBytes(good);
                File.WriteAllBytes(files["cut.qkb"], bytes.Take(bytes.Length / 2).ToArray());
                Assert.Throws<ParseException>(() => { using (Book book = Book.Open(files["cut.qkb"])) book.Records().Count(); });
                // SQLite's header: user_version, the number of our schema, is at 60, big-endian.
                bytes[60] = 0x7f;
                File.WriteAllBytes(files["newer.qkb"], bytes);
                Assert.Throws<VersionException>(() => Book.Open(files["newer.qkb"]));

                using (Book book = Book.Open(good)) book.ExportAsync(files["foreign.xqb"], "xqb").Wait();
                Assert.Throws<ParseException>(() => Book.Open(files["foreign.xqb"]), "a database of another kind");

                Assert.Throws<StateException>(() => TestFiles.Generate(good, TestFiles.Small("")), "a book is not overwritten");
                Assert.Throws<StateException>(() => Book.Create("xiangqi", good));
            }
        }

        [Test]
        public async Task CheckNamesTheDamagedPageAndRepairSavesTheRest()
        {
            using (var files = new TestFiles())
            {
                string path = TestFiles.Generate(files["whole.qkb"], TestFiles.Small(""));
                Json sound = await Book.CheckAsync(path);
                Assert.IsTrue(sound["sound"].Bool);
                byte[] bytes = File.ReadAllBytes(path);
                long page = sound["pages"].Long;
                bytes[(page - 1) * sound["page_size"].Long + 100] ^= 1;
                File.WriteAllBytes(files["flipped.qkb"], bytes);
                Json found = await Book.CheckAsync(files["flipped.qkb"]);
                Assert.IsFalse(found["sound"].Bool);
                Assert.AreEqual(page, found["bad_pages"].Longs[0]);
                Json saved = await Book.RepairAsync(files["flipped.qkb"], files["saved.qkb"]);
                using (Book book = Book.Open(files["saved.qkb"])) Assert.AreEqual(saved["positions"].Long, book.Count);
                Assert.IsTrue((await Book.CheckAsync(files["saved.qkb"]))["sound"].Bool);
            }
        }

        [Test]
        public async Task BadPositionsAndPathsOnAnOpenBook()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            {
                Assert.Throws<NotFoundException>(() => book.Lookup("4k4/9/9/9/9/9/9/9/9/3RK4 w - - 0 1"));
                Assert.Throws<ParseException>(() => book.Lookup("nonsense"));
                using (var other = new Board("go"))
                    StringAssert.Contains("a position of go, expected one of xiangqi", Assert.Throws<InvalidArgumentException>(() => book.Lookup(other)).Message);
                Assert.Throws<StateException>(() => Book.Generate(TestFiles.Small(files["a.qkb"]))); // at once
                Assert.Throws<NotFoundException>(() => Book.Generate(TestFiles.Small("/no/such/folder/a.qkb")));
                Assert.Throws<ArgumentNullException>(() => book.Lookup((string)null));
                await EngineTests.Throws<QikitException>(book.ExportAsync("/no/such/folder/a.jsonl"));
                await EngineTests.Throws<NotFoundException>(book.MergeAsync(files["absent.qkb"]));
                File.WriteAllText(files["bad.pgn"], "[Event \n\n1. h2e2 zz 3. @@ *\n");
                try
                {
                    StringAssert.StartsWith("qikit/", (await book.AddGamesAsync(files["bad.pgn"]))["schema"].Text);
                }
                catch (ParseException e)
                {
                    StringAssert.Contains("bad.pgn", e.Message);
                }
                var wrong = new PruneOptions();
                wrong.More["everything"] = true;
                Exception refused = Assert.Catch<Exception>(() => book.PruneAsync(wrong).Wait());
                StringAssert.Contains("everything", (refused.InnerException ?? refused).Message);
                book.Dispose();
                Assert.Throws<HandleException>(() => { long n = book.Count; });
            }
        }
    }
}

using System.IO;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class ChessTests
    {
        [Test]
        public void AGameEndsByMate()
        {
            using (var board = new Board("chess"))
            {
                Assert.AreEqual("white", board.Side);
                Assert.AreEqual(20, board.Moves().Length);
                foreach (string move in new[] { "f3", "e7e5", "g4", "Qh4#" })
                {
                    board.Play(move);
                }
                Assert.AreEqual(1, board.Outcome.Winner);
                Assert.AreEqual("checkmate", board.Outcome.Reason);
                StringAssert.StartsWith("<svg", board.Svg());
            }
        }

        [Test]
        public void CastlingAndPromotion()
        {
            using (var board = new Board("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
            {
                Assert.AreEqual("O-O-O", board.Format("e1c1", "san"));
            }
            using (var board = new Board("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"))
            {
                Assert.AreEqual("a8=Q+", board.Format("a7a8q", "san"));
            }
            using (var board = new Board("chess", null, new BoardOptions { Chess960 = true, Arrangement = 0 }))
            {
                StringAssert.StartsWith("bbqnnrkr/", board.Position);
            }
            StringAssert.Contains("9 pawns", Assert.Throws<RulesException>(() => new Board("chess", "4k3/pppppppp/p7/8/8/8/8/4K3 w")).Message);
        }

        [Test]
        public void TheEngineMates()
        {
            using (var engine = new Engine("chess", new EngineOptions { TableMb = 4 }))
            using (var board = new Board("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"))
            {
                SearchResult result = engine.SearchAsync(board, new SearchLimits { Depth = 3 }).GetAwaiter().GetResult();
                Assert.AreEqual("d1d8", result.Best);
                Assert.AreEqual("win", result.Proven);
            }
        }

        [Test]
        public void ANetworkValuesPositions()
        {
            using (var engine = new Engine("chess", new EngineOptions { TableMb = 4 }))
            using (var terms = new Engine("chess", new EngineOptions { TableMb = 4, Evaluator = "terms" }))
            using (var down = new Board("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"))
            {
                Assert.Less(engine.Evaluate(down)["network"], -400);
                Assert.IsFalse(terms.Evaluate(down).ContainsKey("network"));
            }
        }

        [Test]
        public void APolyglotBookIsWrittenAndRead()
        {
            using (var files = new TestFiles())
            {
                File.WriteAllText(files["games.pgn"], "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n");
                using (Book people = Book.Create("chess", files["people.qkb"]))
                {
                    Assert.AreEqual(1, people.AddGamesAsync(files["games.pgn"]).GetAwaiter().GetResult()["games"].Int);
                    Assert.AreEqual("polyglot", people.ExportAsync(files["x.bin"]).GetAwaiter().GetResult()["format"].Text);
                    Assert.AreEqual("binpack", people.ExportAsync(files["x.binpack"]).GetAwaiter().GetResult()["format"].Text);
                }
                using (var engine = new Engine("chess", new EngineOptions { Book = files["x.bin"] }))
                using (var board = new Board("chess"))
                {
                    SearchResult found = engine.SearchAsync(board, new SearchLimits { Depth = 2 }).GetAwaiter().GetResult();
                    Assert.AreEqual("e2e4", found.Best);
                    Assert.AreEqual("book: e2e4, weight 2 of 2", found.Note);
                }
                using (Book again = Book.Create("chess", files["again.qkb"]))
                    Assert.AreEqual(2, again.AddGamesAsync(files["x.bin"]).GetAwaiter().GetResult()["positions"].Int);
            }
        }
    }
}

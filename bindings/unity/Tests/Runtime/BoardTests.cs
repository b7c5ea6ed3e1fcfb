using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class BoardTests
    {
        const string Start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

        [Test]
        public void StartsAtTheStartPosition()
        {
            using (var board = new Board("xiangqi"))
            {
                Assert.AreEqual(Start, board.Position);
                Assert.AreEqual("red", board.Side);
                Assert.AreEqual(new[] { "red", "black" }, board.Sides);
                Assert.IsNull(board.Outcome);
                string[] moves = board.Moves();
                Assert.AreEqual(44, moves.Length);
                Assert.AreEqual(moves.OrderBy(m => m, StringComparer.Ordinal).ToArray(), moves);
                Assert.AreEqual(16, board.Key.Length);
            }
        }

        [Test]
        public void PlaysAndTakesBack()
        {
            using (var board = new Board("xiangqi"))
            {
                string key = board.Key;
                board.Play("h2e2").Play("h9g7");
                Assert.AreEqual(new[] { "h2e2", "h9g7" }, board.Played);
                Assert.AreEqual(Start, board.Initial);
                using (Board copy = board.Copy())
                {
                    copy.Play("b0c2");
                    Assert.AreEqual(3, copy.Played.Length);
                    Assert.AreEqual("xiangqi", copy.Game);
                }
                board.Undo().Undo();
                Assert.AreEqual(key, board.Key);
                Assert.Throws<StateException>(() => board.Undo());
            }
        }

        [Test]
        public void SaysHowTheGameEnded()
        {
            using (var board = new Board("xiangqi", "4k4/9/9/9/9/9/9/9/3R1R3/4K4 b - - 0 1", new BoardOptions { Strict = false }))
            {
                Assert.AreEqual(0, board.Moves().Length);
                Assert.AreEqual("red", board.Outcome.Side);
                Assert.AreEqual(0, board.Outcome.Winner);
                Assert.IsTrue(board.Outcome.Reason.Length > 0);
            }
        }

        [Test]
        public void TheRulesReachTheGame()
        {
            var rules = new BoardOptions { NaturalLimit = 12, Repetition = "off" };
            using (var board = new Board("xiangqi", null, rules))
            {
                for (int i = 0; i < 12; i++) board.Play(new[] { "a0a1", "a9a8", "a1a0", "a8a9" }[i % 4]);
                Assert.AreEqual(-1, board.Outcome.Winner);
                Assert.IsNull(board.Outcome.Side);
            }
            rules.NaturalLimit = 0;
            using (var board = new Board("xiangqi", null, rules))
            {
                for (int i = 0; i < 12; i++) board.Play(new[] { "a0a1", "a9a8", "a1a0", "a8a9" }[i % 4]);
                Assert.IsNull(board.Outcome);
            }
        }

        [Test]
        public void WritesMovesInNotations()
        {
            using (var board = new Board("xiangqi"))
            {
                Assert.AreEqual("炮二平五", board.Format("h2e2", "chinese"));
                Assert.AreEqual(new[] { "h2e2" }, board.Copy().Play("炮二平五").Played);
                var e = Assert.Throws<UnsupportedException>(() => board.Format("h2e2", "morse"));
                StringAssert.Contains("uci", e.Message);
            }
        }

        [Test]
        public void ViewsAndPictures()
        {
            using (var board = new Board("xiangqi").Play("b2e2"))
            {
                StringAssert.StartsWith("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", board.View(0, 1));
                StringAssert.Contains(" w ", board.View(1));
                Assert.Throws<InvalidArgumentException>(() => board.View(9));
                Assert.Throws<InvalidArgumentException>(() => board.View(-1));
                StringAssert.StartsWith("<svg", board.Svg());
                var options = new SvgOptions { Flip = true, Size = 200, Last = "b2e2", Arrows = new[] { "h9g7" }, Marks = new Dictionary<string, string> { { "e4", "!" } } };
                Assert.AreNotEqual(board.Svg(), board.Svg(options));
                using (var go = new Board("go"))
                {
                    Assert.AreNotEqual(go.Svg(), go.Svg(new SvgOptions { Heat = new Dictionary<string, double> { { "C5", 0.5 } } }));
                    Assert.Throws<InvalidArgumentException>(() => go.Svg(new SvgOptions { Heat = new Dictionary<string, double> { { "C5", double.NaN } } }));
                }
                Assert.IsTrue(board.Svg().All(c => c < 128), "no font of Chinese is needed");
                Assert.AreEqual(board.Svg(), board.Svg(new SvgOptions { Style = "classic", Letters = false }));
                StringAssert.Contains(">K</text>", board.Svg(new SvgOptions { Style = "print", Letters = true }));
                Assert.Throws<InvalidArgumentException>(() => board.Svg(new SvgOptions { Style = "wood" }));
                Assert.Throws<InvalidArgumentException>(() => board.Svg(new SvgOptions { Size = 1 }));
                var wrong = new SvgOptions();
                wrong.More["colour"] = "red";
                StringAssert.Contains("colour", Assert.Throws<InvalidArgumentException>(() => board.Svg(wrong)).Message);
            }
        }

        [Test]
        public void ShowsItsMen()
        {
            using (var board = new Board("xiangqi"))
            {
                Assert.IsNull(board.Last);
                Assert.AreEqual(32, board.Pieces.Count);
                board.Play("h2e2").Play("h7e7").Play("e2e6");
                Assert.AreEqual("C", board.Pieces["e6"]);
                Assert.IsFalse(board.Pieces.ContainsKey("e2"));
                Assert.IsTrue(board.InCheck);
                Assert.AreEqual("e2e6 e2 e6", board.Last.Move + " " + board.Last.Source + " " + board.Last.Target);
                Assert.AreEqual(3, board.Ply);
                Assert.AreEqual(0, board.HalfMoves);
                Assert.AreEqual(new[] { "KABNRCP", "kabnrcp" }, board.Men().Men);
                string[] rows = board.Undo().ToString().Split('\n');
                Assert.AreEqual("7 . c . . c . . . .", rows[2]);
                Assert.AreEqual("  a b c d e f g h i", rows[10]);
                StringAssert.EndsWith("  i h g f e d c b a", board.Text(true));
            }
            using (var stones = new Board("go", null, new BoardOptions { Size = 5 }).Play("E5").Play("pass"))
            {
                Assert.AreEqual("X", stones.Pieces["E5"]);
                Assert.AreEqual("", stones.Last.Target);
                Assert.IsNull(stones.HalfMoves);
            }
        }

        [Test]
        public void IsWrittenAsPlanes()
        {
            using (var board = new Board("xiangqi").Play("h2e2"))
            {
                Assert.AreEqual(new[] { 14, 10, 9 }, board.PlanesShape);
                float[] planes = board.Planes();
                string letters = string.Concat(board.Men().Men);
                int[] placed = board.Pieces.Select(p => (letters.IndexOf(p.Value[0]) * 10 + 9 - (p.Key[1] - '0')) * 9 + p.Key[0] - 'a').OrderBy(at => at).ToArray();
                Assert.AreEqual(placed, Enumerable.Range(0, planes.Length).Where(at => planes[at] == 1).ToArray());
                Assert.AreEqual(32, planes.Sum());
                var room = Enumerable.Repeat(7f, 1261).ToArray();
                board.Planes(room);
                Assert.AreEqual(planes, room.Take(1260).ToArray());
                Assert.AreEqual(7, room[1260]);
                Assert.Throws<BufferException>(() => board.Planes(new float[1259]));
                Assert.Throws<ArgumentNullException>(() => board.Planes(null));
            }
        }

        [Test]
        public void SaysWhoAttacksAPoint()
        {
            using (var board = new Board("xiangqi"))
            {
                Assert.AreEqual(new[] { "h2" }, board.Attackers("h9", "red"));
                Assert.AreEqual(new[] { "h2", "i9" }, board.Attackers("h9"));
                Assert.AreEqual(0, board.Attackers("e4", "black").Length);
                Assert.Throws<ParseException>(() => board.Attackers("z1"));
                StringAssert.Contains("red or black", Assert.Throws<InvalidArgumentException>(() => board.Attackers("e4", "white")).Message);
            }
            using (var board = new Board("go")) Assert.Throws<UnsupportedException>(() => board.Attackers("A1"));
        }

        [Test]
        public async Task CountsLeaves()
        {
            using (var board = new Board("xiangqi"))
            {
                Assert.AreEqual(79666, await board.PerftAsync(3));
            }
        }

        [Test]
        public void BadInputSaysWhatWhereAndWhatWasExpected()
        {
            StringAssert.Contains("ludus", Assert.Throws<NotFoundException>(() => new Board("ludus")).Message);
            Assert.IsTrue(Assert.Throws<ParseException>(() => new Board("xiangqi", "rnbakabnr/9/xx b")).Message.Length > 20);
            Assert.Throws<RulesException>(() => new Board("xiangqi", "9/9/9/9/9/9/9/9/9/4K4 w"));
            new Board("xiangqi", "9/9/9/9/9/9/9/9/9/4K4 w", new BoardOptions { Strict = false }).Dispose();
            Assert.Throws<InvalidArgumentException>(() => new Board("xiangqi", null, new BoardOptions { NaturalLimit = -3 }));
            Assert.Throws<ArgumentNullException>(() => new Board(null));
            using (var board = new Board("xiangqi"))
            {
                Assert.Throws<ParseException>(() => board.Play("zz"));
                Assert.Throws<ParseException>(() => board.Play(""));
                Assert.Throws<ParseException>(() => board.Play("h2e2\0"));
                Assert.Throws<ParseException>(() => board.Play(new string('\ud800', 100000)));
                Assert.Throws<RulesException>(() => board.Play("a0a5"));
                Assert.Throws<ArgumentNullException>(() => board.Play(null));
                Assert.AreEqual(Start, board.Position, "nothing happened");
            }
        }

        [Test]
        public void ADisposedBoardIsRefused()
        {
            var board = new Board("xiangqi");
            board.Dispose();
            board.Dispose();
            Assert.Throws<HandleException>(() => board.Play("h2e2"));
            Assert.Throws<HandleException>(() => { string p = board.Position; });
            Assert.Throws<HandleException>(() => board.Copy());
            Assert.Throws<HandleException>(() => board.Planes(new float[1260]));
            Assert.Throws<HandleException>(() => board.Planes());
            Assert.AreEqual("Board (xiangqi, disposed)", board.ToString());
            Assert.Throws<HandleException>(() => { Outcome o = board.Outcome; });
            Assert.IsTrue(Assert.Catch<ObjectDisposedException>(() => board.Undo()).Message.Length > 10);
        }
    }
}

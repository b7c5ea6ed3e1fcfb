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
                Assert.Throws<InvalidArgumentException>(() => board.Svg(new SvgOptions { Size = 1 }));
                var wrong = new SvgOptions();
                wrong.More["colour"] = "red";
                StringAssert.Contains("colour", Assert.Throws<InvalidArgumentException>(() => board.Svg(wrong)).Message);
            }
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
            StringAssert.Contains("ludo", Assert.Throws<NotFoundException>(() => new Board("ludo")).Message);
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
            Assert.Throws<HandleException>(() => { Outcome o = board.Outcome; });
        }
    }
}

using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class ChineseCheckersTests
    {
        const string Nearly = "g/rr/rrr/rrr1/8r4/93/92/91/r8/91/92/93/94/gggg/ggg/gg/1 r rg"; // a man of green stays in the north

        [Test]
        public void PlayersMoveInTurn()
        {
            foreach (int players in new[] { 2, 3, 4, 6 })
            {
                using (var board = new Board("chinesecheckers", null, new BoardOptions { Players = players }))
                {
                    string start = board.Position;
                    Assert.AreEqual(players, board.Sides.Length);
                    foreach (string side in board.Sides)
                    {
                        Assert.AreEqual(side, board.Side);
                        board.Play(board.Moves()[0]);
                    }
                    Assert.AreEqual("red", board.Side);
                    foreach (string side in board.Sides) board.Undo();
                    Assert.AreEqual(start, board.Position);
                }
            }
        }

        [Test]
        public void AFullTargetGivesPlaces()
        {
            using (var board = new Board("chinesecheckers", Nearly))
            {
                Assert.IsNull(board.Outcome);
                Outcome outcome = board.Play("q13-p14").Outcome;
                Assert.AreEqual("red", outcome.Side);
                Assert.AreEqual("target full", outcome.Reason);
                Assert.AreEqual(new[] { 1, 2 }, outcome.Ranks);
            }
            using (var board = new Board("chinesecheckers", Nearly, new BoardOptions { Blocking = "strict" }))
                Assert.IsNull(board.Play("q13-p14").Outcome);
        }

        [Test]
        public void BadInputIsRefused()
        {
            Assert.Throws<InvalidArgumentException>(() => new Board("chinesecheckers", null, new BoardOptions { Players = 5 }));
            Assert.Throws<ParseException>(() => new Board("chinesecheckers", "1 r rg"));
            Assert.Throws<RulesException>(() => new Board("chinesecheckers", Nearly.Replace("gggg", "ggg1")));
        }
    }
}
